"""What the book says of a game: bounds on first moves, and how the game goes on.

A score is written as the plies to the end of a win, as minus those of a loss, as 0 for a draw. So
`b2:25:11` says that the first move b2 wins within 25 plies and not within fewer than 11, `b2:?:0`
that it does not win; ? is nothing known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from service.game import Board, Rules, name_cell
from service.game.names import find_cell
from service.solver.lines.kernels.scores import WIN

Bounds = tuple[int, int]
"""Lower and upper bound on a score; see `lines.kernels.scores`."""
UNKNOWN = -WIN, WIN
SOONEST = 3
"""Plies within which a first move wins that does not win at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is proven of an empty board."""

    rules: Rules
    bounds: Mapping[int, Bounds]
    """Of first moves, by their cells; of those that symmetries make alike, any will do."""
    line: tuple[int, ...]
    """How the game goes on when both sides play their best; empty, or it begins with a best move.
    It ends with the game, or stops early."""
    weak_draw: bool = False
    """Whether the second player holds even in the weak game, where only the lines of the first one
    count. Then every first move draws: the first player does not win, and neither does the second.
    For who moves first in the weak game is held, whoever that is; after any first move it is the
    second player, and a stone of the side that holds is never in its way."""
    certificate: str | None = None
    """The name of the certificate that was made of the value, if one was."""

    def turned(self) -> Entry:
        """The same of the board with width and height exchanged."""
        width, height, row_length = self.rules

        def turn(cell: int) -> int:
            row, column = divmod(cell, width)
            return column * height + row

        return Entry(
            Rules(height, width, row_length),
            {turn(cell): bounds for cell, bounds in self.bounds.items()},
            tuple(map(turn, self.line)),
            self.weak_draw,
            self.certificate,
        )

    def tighten(self, cells: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> None:
        """Take this into the bounds of the options `cells`, one of each class; shape (options,)."""
        if self.weak_draw:
            lower.fill(0)
            upper.fill(0)
        classes = Board(self.rules).classes
        index_of = {int(classes[cell]): index for index, cell in enumerate(cells.tolist())}
        for cell, (least, most) in self.bounds.items():
            index = index_of[int(classes[cell])]
            lower[index] = max(lower[index], least)
            upper[index] = min(upper[index], most)


def written_bounds(rules: Rules, cells: Iterable[int], bounds: Iterable[Bounds]) -> str:
    """Bounds of first moves as text, where they say something: who loses how late does not."""
    board, written = Board(rules), []
    for cell, (lower, upper) in zip(cells, bounds, strict=True):
        least = "?" if lower < 0 <= upper else _plies(lower)
        most = "?" if lower < upper >= WIN - SOONEST else _plies(upper)
        if (least, most) != ("?", "?"):
            written.append(f"{name_cell(board, cell)}:{least}:{most}")
    return " ".join(written)


def read_bounds(rules: Rules, text: str) -> dict[int, Bounds]:
    """The same read again; ValueError where it makes no sense."""
    found = {}
    for word in text.split():
        name, least, most = word.split(":")
        lower, upper = (
            unknown if plies == "?" else _score(int(plies), rules)
            for plies, unknown in zip((least, most), UNKNOWN, strict=True)
        )
        if lower > upper:
            raise ValueError(f"{word} is no bounds")
        found[read_cell(rules, name)] = lower, upper
    return found


def read_cell(rules: Rules, name: str) -> int:
    """The cell of a name; ValueError where the board has none."""
    cell = find_cell(rules, name)
    if cell is None:
        raise ValueError(f"{name} is no cell")
    return cell


def _plies(score: int) -> int:
    return WIN - score if score > 0 else -(score + WIN) if score < 0 else 0


def _score(plies: int, rules: Rules) -> int:
    if abs(plies) > rules.cells:
        raise ValueError(f"no game takes {abs(plies)} plies")
    return WIN - plies if plies > 0 else -(WIN + plies) if plies < 0 else 0
