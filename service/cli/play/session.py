"""One game in the terminal: turns, the commands that people type, and the answers."""

from collections.abc import Callable, Collection, Mapping

import click
from rich.console import Console
from rich.status import Status

from service.cli.play.drawing import draw
from service.cli.play.source import Move, Source
from service.game import (
    Board,
    MoveError,
    Player,
    find_cell,
    find_column,
    find_move,
    name_cell,
    name_column,
    name_place,
)
from service.languages import ENGLISH, Language, Message, say
from service.players import result
from service.questions.refusals import RefusedError

PERSON = "you"
"""The player of a side that no level plays."""


class Session:
    """A game between people, levels, or both."""

    def __init__(
        self,
        board: Board,
        players: dict[Player, str],
        source: Source,
        console: Console,
        strengths: Mapping[Player, int | None],
        language: Language = ENGLISH,
    ) -> None:
        """`players` are `PERSON` or the name of a level; the default one can have a strength.

        What is said is in the language, if the source says its part in it, too.
        """
        self.board = board
        self._strengths, self._language = strengths, language
        self._players, self._source, self._console = players, source, console
        self._played: list[tuple[Board, Move]] = []
        """The moves that were made, each with the position before it."""

    def run(self) -> None:
        """Play until the game is over or a person quits; ClickException if there is no answer."""
        self._show()
        while self.board.status == "in_progress":
            if self._players[self.board.to_move] != PERSON:
                self._let_level_move()
            elif not self._let_person_move():
                self._say(say("Bye."))
                return
        self._say(say("{result}.", result=result(self.board)))

    def _let_level_move(self) -> None:
        """Play the move of the level whose turn it is."""
        board, player = self.board, self.board.to_move
        level, strength = self._players[player], self._strengths[player]
        try:
            with self._status(say("{player} is thinking", player=player)):
                move = self._source.move(board, level, strength)
        except RefusedError as refused:
            raise click.ClickException(refused.detail) from None
        values = {"player": player, "level": level, "move": name_cell(board, move.cell)}
        told = say("{player} ({level}) plays {move}.", **values)
        if strength is not None:
            told = say(
                "{player} ({level}, strength {strength}) plays {move}.", strength=strength, **values
            )
        self._say(told)
        self._play(move)

    def _let_person_move(self) -> bool:
        """Read commands until the position changes; return False if the person quits."""
        board = self.board
        commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
        }
        prompt = self._words(say("{player} to move:", player=board.to_move))
        while self.board is board:
            try:
                text = self._console.input(f"{prompt} ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                self._say("")
                return False
            if text == "quit":
                return False
            try:
                if text in commands:
                    commands[text]()
                else:
                    self._play(Move(self._read_cell(text)))
            except MoveError as error:
                self._say(error.message)
            except RefusedError as refused:
                self._say(refused.detail)
        return True

    def _read_cell(self, text: str) -> int:
        """Return the cell that was typed, or that a stone falls to in the column that was typed.

        Raises MoveError, which says what is wrong, if no stone may be placed there.
        """
        rules = self.board.rules
        column = find_column(rules, text) if rules.gravity else None
        if column is not None or find_cell(rules, text) is not None:
            return find_move(self.board, text)
        if rules.gravity:
            last = name_column(rules.width - 1)
            raise MoveError(
                say("Type a column from a to {last}, or hint, why, undo or quit.", last=last)
            )
        last = name_place(0, rules.width - 1, rules.height)
        raise MoveError(
            say("Type a cell from a1 to {last}, or hint, why, undo or quit.", last=last)
        )

    def _play(self, move: Move) -> None:
        self._played.append((self.board, move))
        self.board = self.board.play(move.cell)
        self._show()

    def _hint(self) -> None:
        """Show the best move, its reason, and what the position is worth."""
        with self._status(say("Thinking")):
            best, verdict = self._source.hint(self.board)
        self._show([best.cell, *best.cells])
        self._say(best.text)
        self._say(verdict)

    def _why(self) -> None:
        """Show the reason for the last move, or the review of it if a person made it."""
        if not self._played:
            self._say(say("No move has been made yet."))
            return
        board, move = self._played[-1]
        if self._players[board.to_move] == PERSON:
            with self._status(say("Thinking")):
                move = self._source.judge(board, move.cell)
        self._show(move.cells)
        self._say(move.text)

    def _undo(self) -> None:
        """Take back moves up to the last one of a person."""
        own = [
            number
            for number, (board, _) in enumerate(self._played)
            if self._players[board.to_move] == PERSON
        ]
        if not own:
            self._say(say("There is no move of yours to take back."))
            return
        self.board, _ = self._played[own[-1]]
        del self._played[own[-1] :]
        self._show()

    def _show(self, cells: Collection[int] = ()) -> None:
        last = self._played[-1][1].cell if self._played else None
        self._console.print(draw(self.board, last, cells), soft_wrap=True)

    def _say(self, text: Message | str) -> None:
        self._console.print(self._words(text), markup=False, highlight=False, soft_wrap=True)

    def _status(self, text: Message) -> Status:
        return self._console.status(self._words(text))

    def _words(self, text: Message | str) -> str:
        return text if isinstance(text, str) else text.render(self._language)
