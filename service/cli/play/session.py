"""One game in the terminal: turns, the commands that people type, and the answers."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import click
from rich.console import Console
from rich.status import Status

from service.cli.play.drawing import draw
from service.cli.play.source import Move, Source, SourceError
from service.game import (
    Board,
    MoveError,
    Player,
    find_cell,
    find_column,
    find_move,
    name_cell,
    name_column,
)
from service.languages import ENGLISH, Language, Message, say
from service.players import result

PERSON = "you"
"""The player of a side that no level plays."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made: the position before it, its cell, and its reason if a level made it."""

    board: Board
    cell: int
    explained: Move | None


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
        self._played: list[Played] = []

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
        except SourceError as error:
            raise click.ClickException(self._words(error.message)) from None
        values = {"player": player, "level": level, "move": name_cell(board, move.cell)}
        if strength is None:
            self._say(say("{player} ({level}) plays {move}.", **values))
        else:
            self._say(
                say(
                    "{player} ({level}, strength {strength}) plays {move}.",
                    strength=strength,
                    **values,
                )
            )
        self._play(move.cell, move)

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
                    self._play(self._read_cell(text), None)
            except (MoveError, SourceError) as error:
                self._say(error.message)
        return True

    def _read_cell(self, text: str) -> int:
        """Return the cell that was typed, or that a stone falls to in the column that was typed.

        Raises MoveError, which says what is wrong, if no stone may be placed there.
        """
        board, rules = self.board, self.board.rules
        column = find_column(rules, text) if rules.gravity else None
        if column is None and find_cell(rules, text) is None:
            last = name_column(rules.width - 1)
            if rules.gravity:
                raise MoveError(
                    say("Type a column from a to {last}, or hint, why, undo or quit.", last=last)
                )
            last += str(rules.height)
            raise MoveError(
                say("Type a cell from a1 to {last}, or hint, why, undo or quit.", last=last)
            )
        return find_move(board, text)

    def _play(self, cell: int, explained: Move | None) -> None:
        self._played.append(Played(self.board, cell, explained))
        self.board = self.board.play(cell)
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
        last = self._played[-1]
        reason = last.explained
        if reason is None:
            with self._status(say("Thinking")):
                reason = self._source.judge(last.board, last.cell)
        self._show(reason.cells)
        self._say(reason.text)

    def _undo(self) -> None:
        """Take back moves up to the last one of a person."""
        if not any(self._players[played.board.to_move] == PERSON for played in self._played):
            self._say(say("There is no move of yours to take back."))
            return
        while self._players[(last := self._played.pop()).board.to_move] != PERSON:
            pass
        self.board = last.board
        self._show()

    def _show(self, cells: Collection[int] = ()) -> None:
        last = self._played[-1].cell if self._played else None
        self._console.print(draw(self.board, last, cells), soft_wrap=True)

    def _say(self, text: Message | str) -> None:
        self._console.print(self._words(text), markup=False, highlight=False, soft_wrap=True)

    def _status(self, text: Message) -> Status:
        return self._console.status(self._words(text))

    def _words(self, text: Message | str) -> str:
        return text if isinstance(text, str) else text.render(self._language)
