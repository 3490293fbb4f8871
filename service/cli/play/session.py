"""One game: whose turn it is, what people type, and what they are told."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import click
from rich.console import Console

from service.cli.play.drawing import draw
from service.cli.play.evaluation import Evaluation, Move, Source, SourceError
from service.game import Board, Player, find_cell, name_cell

PERSON = "you"
"""Who plays a side, if no level does."""
HELP = "Type a cell from a1 to {}, or hint, why, undo or quit."
RESULTS = {1: "wins", 0: "draws", -1: "loses"}


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made, where, and what its level said of it."""

    board: Board
    cell: int
    explained: Move | None


class Session:
    """A game between people, levels, or both."""

    def __init__(
        self, board: Board, players: dict[Player, str], source: Source, console: Console
    ) -> None:
        """`players` are `PERSON` or the name of a level."""
        self.board = board
        self._players, self._source, self._console = players, source, console
        self._played: list[Played] = []

    def run(self) -> None:
        """Play until the game is over or somebody quits; ClickException if no answer comes."""
        self._show()
        while self.board.status == "in_progress":
            if self._players[self.board.to_move] != PERSON:
                self._let_level_move()
            elif not self._let_person_move():
                self._say("Bye.")
                return
        self._say(f"{self.board.winner} has won." if self.board.winner else "The game is drawn.")

    def _let_level_move(self) -> None:
        board, level = self.board, self._players[self.board.to_move]
        try:
            with self._console.status(f"{board.to_move} is thinking"):
                move = self._source.move(board, level)
        except SourceError as error:
            raise click.ClickException(str(error)) from None
        self._say(f"{board.to_move} ({level}) plays {name_cell(board, move.cell)}.")
        self._play(move.cell, move)

    def _let_person_move(self) -> bool:
        """Ask until there is a move or another position; False once the person has had enough."""
        board = self.board
        commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
        }
        while self.board is board:
            try:
                text = self._console.input(f"{board.to_move} to move: ").strip().lower()
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
            except (ValueError, SourceError) as error:
                self._say(str(error))
        return True

    def _read_cell(self, text: str) -> int:
        """The empty cell that was typed; ValueError with what is wrong."""
        cell = find_cell(self.board.rules, text)
        if cell is None:
            last = name_cell(self.board, self.board.rules.width - 1)
            raise ValueError(HELP.format(last))
        if not self.board.empty >> cell & 1:
            raise ValueError(f"There is a stone on {text}; take an empty cell.")
        return cell

    def _play(self, cell: int, explained: Move | None) -> None:
        self._played.append(Played(self.board, cell, explained))
        self.board = self.board.play(cell)
        self._show()

    def _hint(self) -> None:
        """The best move, why, and what the position is worth."""
        with self._console.status("Thinking"):
            evaluation = self._source.evaluate(self.board)
        best = evaluation.best
        self._show([best.cell, *best.cells])
        self._say(f"{name_cell(self.board, best.cell)}: {best.text}")
        self._say(_worth(self.board, evaluation))

    def _why(self) -> None:
        """The reason for the last move, or what a person's move has kept or given away."""
        if not self._played:
            self._say("No move has been made yet.")
            return
        last = self._played[-1]
        if last.explained is not None:
            self._show(last.explained.cells)
            self._say(last.explained.text)
            return
        with self._console.status("Thinking"):
            evaluation = self._source.evaluate(last.board)
        self._say(_judged(last, evaluation))

    def _undo(self) -> None:
        """Take back moves up to the last one of a person."""
        by_people = [
            index
            for index, played in enumerate(self._played)
            if self._players[played.board.to_move] == PERSON
        ]
        if not by_people:
            self._say("There is no move of yours to take back.")
            return
        self.board = self._played[by_people[-1]].board
        del self._played[by_people[-1] :]
        self._show()

    def _show(self, cells: Collection[int] = ()) -> None:
        last = self._played[-1].cell if self._played else None
        self._console.print(draw(self.board, last, cells), soft_wrap=True)

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


def _worth(board: Board, evaluation: Evaluation) -> str:
    """What the position is worth to the side to move."""
    if evaluation.value is None:
        return "Who wins with best play is not worked out."
    moves = (
        "1 more move" if evaluation.plies_to_end == 1 else f"{evaluation.plies_to_end} more moves"
    )
    return f"With best play {board.to_move} {RESULTS[evaluation.value]} after {moves}."


def _judged(played: Played, evaluation: Evaluation) -> str:
    """What a person's move was worth, and what the best one."""
    board, value, best = played.board, evaluation.values[played.cell], evaluation.value
    name = name_cell(board, played.cell)
    if value is None or best is None:
        return f"{name}: what this move is worth is not worked out."
    if value == best:
        return f"{name} is as good as any: {board.to_move} {RESULTS[value]} with best play."
    better = f"{name_cell(board, evaluation.best.cell)} {RESULTS[best]}"
    return f"With {name} {board.to_move} {RESULTS[value]}, but {better}."
