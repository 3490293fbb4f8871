"""What a game in the terminal asks of the service, which is in this process or elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from service.game import Board, flat_square, name_cell, other, render
from service.languages import Message, say
from service.questions.in_process import InProcessService
from service.questions.judging import Answer, Question
from service.questions.refusals import RefusedError

Ask = Callable[[Question], Answer]
"""What answers a question, or raises `SourceError`."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move and what is said of it."""

    cell: int
    text: str
    cells: list[int]
    """The cells that show it."""


class SourceError(Exception):
    """There is no answer, for the reason in the message, or in the English words of a problem."""

    def __init__(self, message: Message | str) -> None:
        super().__init__(message if isinstance(message, str) else message.render())
        self.message = message


class Source:
    """Moves and what is said of them, as the service answers."""

    def __init__(self, ask: Ask, fields: dict[str, Any]) -> None:
        """All questions have these `fields`."""
        self._ask, self._fields = ask, fields

    def move(self, board: Board, level: str, strength: int | None = None) -> Move:
        """Return the move of a level in a game that is not over; SourceError if there is no answer.

        Only the default level can have a strength.
        """
        return self._about(board, level=level, strength=strength, evaluate="none")[0]

    def hint(self, board: Board) -> tuple[Move, str]:
        """Return the best move, and what the position is worth; SourceError as above."""
        return self._about(board)

    def judge(self, board: Board, cell: int) -> Move:
        """Return what is said of a move that did not end the game; SourceError as above."""
        asked = {"moves": [name_cell(board, cell)], "to_move": other(board.to_move)}
        answer = self._ask(self._question(board, evaluate="best", **asked))
        with _reading():
            judged, better = answer["last_move"], answer["last_move"]["better_move"]
            shown = cell if better is None else _cell(better, board)
            seen = judged.get("overlooked")
            told = [judged["sentence"], *([seen["sentence"]] if seen else [])]
            return Move(cell, " ".join(told), [shown])

    def refute(self, board: Board, cell: int, goal: Literal["win", "draw"]) -> Move | None:
        """Return the reply to a move that gives up a goal; None if it is not proven to.

        Where the move ends the game, there is no reply, and the move itself is returned. Raises
        SourceError as above.
        """
        answer = self._ask(self._question(board.play(cell), evaluate="best"))
        with _reading():
            if answer["bounds"]["lower"] <= (-1 if goal == "win" else 0):
                return None
            if answer["best_move"] is None:
                return Move(cell, str(answer["verdict"]), [])
            return Move(_cell(answer["best_move"], board), str(answer["reason"]["sentence"]), [])

    def _about(self, board: Board, **fields: str | int | None) -> tuple[Move, str]:
        """Return the chosen move of an answer, and its verdict."""
        answer = self._ask(self._question(board, **fields))
        with _reading():
            cell, reason = _cell(answer["best_move"], board), answer["reason"]
            if cell not in board.legal_moves:
                raise ValueError("no legal move")
            cells = [_cell(each, board) for each in reason["cells"]]
            return Move(cell, str(reason["sentence"]), cells), str(answer["verdict"])

    def _question(self, board: Board, **fields: Any) -> Question:
        """Return a question about a position."""
        rows, sides = render(board), dict[str, int]()
        if flat_square(rows):
            sides = {"width": board.rules.width, "height": board.rules.height}
        return {
            "board": rows,
            **sides,
            "row_length": board.rules.row_length,
            "to_move": board.to_move,
            # A service that does not know the switches can be asked without them.
            **board.rules.switched_on,
            "max_options": 0,
            **self._fields,
            **fields,
        }


def in_process(service: InProcessService) -> Ask:
    """Return what asks the service in this process."""

    def ask(question: Question) -> Answer:
        try:
            return service.answer(question)
        except RefusedError as refused:
            raise SourceError(refused.detail) from None

    return ask


def _cell(place: Any, board: Board) -> int:
    return int(place["row"]) * board.rules.width + int(place["column"])


@contextmanager
def _reading() -> Iterator[None]:
    """Raise SourceError if an answer lacks what is read in it."""
    try:
        yield
    except (ValueError, KeyError, TypeError):
        raise SourceError(say("What the service answers is no move.")) from None
