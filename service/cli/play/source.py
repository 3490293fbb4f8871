"""What a game in the terminal asks of the service, which is in this process or elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from service.game import Board, name_cell, other, render
from service.languages import ENGLISH, say
from service.questions.judging import Answer, Question
from service.questions.refusals import NO_ANSWER, RefusedError

Ask = Callable[[Question], Answer]
"""What answers a question, or raises `RefusedError`."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move and what is said of it."""

    cell: int
    text: str = ""
    cells: Sequence[int] = ()
    """The cells that show it."""


class Source:
    """Moves and what is said of them, as the service answers."""

    def __init__(self, ask: Ask, fields: dict[str, Any]) -> None:
        """All questions have these `fields`; `lang` is among them unless it is English."""
        self._ask, self._fields = ask, fields

    def move(self, board: Board, level: str, strength: int | None = None) -> Move:
        """Return the move of a level in a game that is not over; RefusedError if there is none.

        Only the default level can have a strength.
        """
        return self.hint(board, level=level, strength=strength, evaluate="none")[0]

    def hint(self, board: Board, **fields: str | int | None) -> tuple[Move, str]:
        """Return the move that is best, or chosen as the `fields` of the question say, and what the
        position is worth; RefusedError as above."""
        answer = self._ask(self._question(board, **fields))
        with self._reading():
            cell, reason = _cell(answer["best_move"], board), answer["reason"]
            if cell not in board.legal_moves:
                raise ValueError("no legal move")
            cells = [_cell(each, board) for each in reason["cells"]]
            return Move(cell, str(reason["sentence"]), cells), str(answer["verdict"])

    def judge(self, board: Board, cell: int) -> Move:
        """Return what is said of a move that did not end the game; RefusedError as above."""
        asked = {"moves": [name_cell(board, cell)], "to_move": other(board.to_move)}
        answer = self._ask(self._question(board, evaluate="best", **asked))
        with self._reading():
            judged, better = answer["last_move"], answer["last_move"]["better_move"]
            shown = cell if better is None else _cell(better, board)
            seen = judged.get("overlooked")
            told = [judged["sentence"], *([seen["sentence"]] if seen else [])]
            return Move(cell, " ".join(told), [shown])

    def refute(self, board: Board, cell: int, goal: Literal["win", "draw"]) -> Move | None:
        """Return the reply to a move that gives up a goal; None if it is not proven to.

        Where the move ends the game, there is no reply, and the move itself is returned. Raises
        RefusedError as above.
        """
        answer = self._ask(self._question(board.play(cell), evaluate="best"))
        with self._reading():
            if answer["bounds"]["lower"] <= (-1 if goal == "win" else 0):
                return None
            if answer["best_move"] is None:
                return Move(cell, str(answer["verdict"]))
            return Move(_cell(answer["best_move"], board), str(answer["reason"]["sentence"]))

    def _question(self, board: Board, **fields: Any) -> Question:
        """Return a question about a position."""
        return {
            "board": render(board),
            # A board of one row or column may be meant as a square, unless its sides are given.
            "width": board.rules.width,
            "height": board.rules.height,
            "row_length": board.rules.row_length,
            "to_move": board.to_move,
            # A service that does not know the switches can be asked without them.
            **board.rules.switched_on,
            "max_options": 0,
            **self._fields,
            **fields,
        }

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Raise RefusedError if an answer lacks what is read in it."""
        try:
            yield
        except (ValueError, KeyError, TypeError):
            message = say("What the service answers is no move.")
            language = self._fields.get("lang", ENGLISH)
            raise RefusedError(NO_ANSWER, message.render(language)) from None


def _cell(place: Any, board: Board) -> int:
    return int(place["row"]) * board.rules.width + int(place["column"])
