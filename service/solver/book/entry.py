"""An entry of the opening book: bounds on the first moves of a game, and a line of play.

A score is written as the plies to the end of a win, as minus the plies of a loss, or as 0 for a
draw. `b2:25:11` says that the first move b2 wins within 25 plies and not within fewer than 11,
`b2:?:0` that it does not win; ? says that nothing is known.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from service.game import Board, Rules, Switches, name_cell
from service.game.names import find_cell
from service.solver.lines.kernels.scores import WIN
from service.solver.proven_options import ProvenOptions

Bounds = tuple[int, int]
"""Lower and upper bound on a score; see `lines.kernels.scores`."""
UNKNOWN = -WIN, WIN
"""The bounds on a score of which nothing is known."""
Switch = Literal["gravity", "horizontal", "both", "exact", "misere"]
"""A switch that makes a game differ from the plain one; of `wrap` the edges that are joined."""
SWITCHES: dict[Switch, Switches] = {
    "gravity": {"gravity": True},
    "horizontal": {"wrap": "horizontal"},
    "both": {"wrap": "both"},
    "exact": {"exact": True},
    "misere": {"misere": True},
}
"""Joined top and bottom edges are horizontal ones of a turned board."""
SOONEST = 3
"""The least plies in which a first move wins that does not win at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of a position, mostly an empty board."""

    board: Board
    """The position, of a game that is not over."""
    bounds: Mapping[int, Bounds]
    """Bounds on moves, by their cells; one cell stands for all that symmetries map to it."""
    line: tuple[int, ...]
    """The line of play in which both sides play their best. It is empty, or begins with a best move
    and ends with the game, or earlier."""
    weak_draw: bool = False
    """Whether the second player holds even in the weak game, in which only lines of the first
    player count. Then every first move draws. The first player does not win. Neither does the
    second: after any first move the second player is the one to move first, whom the other side
    holds in the weak game, and an extra stone of that side never hurts it."""
    certificate: str | None = None
    """The name of the certificate that was made of the value, if there is one."""

    def turned(self) -> "Entry":
        """Return the entry of the empty board with width and height exchanged; it is plain."""
        width, height, row_length = self.board.rules.shape

        def turn(cell: int) -> int:
            row, column = divmod(cell, width)
            return column * height + row

        return Entry(
            Board(Rules(height, width, row_length)),
            {turn(cell): bounds for cell, bounds in self.bounds.items()},
            tuple(map(turn, self.line)),
            self.weak_draw,
            self.certificate,
        )

    def proven(self, cells: np.ndarray) -> ProvenOptions:
        """Return what it says of the options `cells`, one of each class, shape (options,)."""
        least, most = (0, 0) if self.weak_draw else UNKNOWN
        lower, upper = bounds = np.repeat([[least], [most]], cells.size, axis=1)
        classes = self.board.classes
        index_of = {int(classes[cell]): index for index, cell in enumerate(cells.tolist())}
        for cell, (least, most) in self.bounds.items():
            index = index_of[int(classes[cell])]
            lower[index] = max(lower[index], least)
            upper[index] = min(upper[index], most)
        return ProvenOptions(self.board, cells, bounds)


def rules_of(width: int, height: int, row_length: int, switch: Switch | None) -> Rules:
    """Return the rules of a game with one switch or none."""
    return Rules(width, height, row_length, **(SWITCHES[switch] if switch else {}))


def written_bounds(rules: Rules, cells: Iterable[int], bounds: Iterable[Bounds]) -> str:
    """Return bounds of first moves as text, without bounds that say nothing of who wins."""
    board, written = Board(rules), []
    for cell, (lower, upper) in zip(cells, bounds, strict=True):
        least = "?" if lower < 0 <= upper else plies_of(lower)
        most = "?" if lower < upper >= WIN - SOONEST else plies_of(upper)
        if (least, most) != ("?", "?"):
            written.append(f"{name_cell(board, cell)}:{least}:{most}")
    return " ".join(written)


def read_bounds(rules: Rules, text: str) -> dict[int, Bounds]:
    """Return the bounds in a text of `written_bounds`; raise ValueError if it is malformed."""
    found = {}
    for word in text.split():
        name, least, most = word.split(":")
        lower, upper = (
            unknown if plies == "?" else score_of(int(plies), rules)
            for plies, unknown in zip((least, most), UNKNOWN, strict=True)
        )
        if lower > upper:
            raise ValueError(f"{word} is no bounds")
        found[read_cell(rules, name)] = lower, upper
    return found


def read_game(name: str) -> Rules:
    """Return the rules of a game such as 9x4-4 or 7x6-4 gravity; raise ValueError if it is none."""
    shape, _, switch = name.partition(" ")
    width, height, row_length = map(int, shape.replace("-", "x").split("x"))
    games = {"": Rules(width, height, row_length)}
    games |= {each: rules_of(width, height, row_length, each) for each in SWITCHES}
    if switch not in games:
        raise ValueError(f"{switch} is no switch")
    return games[switch]


def read_cell(rules: Rules, name: str) -> int:
    """Return the cell of a name; raise ValueError if the board has none."""
    cell = find_cell(rules, name)
    if cell is None:
        raise ValueError(f"{name} is no cell")
    return cell


def plies_of(score: int) -> int:
    """Return the plies as they are written for a score."""
    return WIN - score if score > 0 else -(score + WIN) if score < 0 else 0


def score_of(plies: int, rules: Rules) -> int:
    """Return the score of plies as they are written; ValueError if no game takes so many."""
    if abs(plies) > rules.cells:
        raise ValueError(f"no game takes {abs(plies)} plies")
    return WIN - plies if plies > 0 else -(WIN + plies) if plies < 0 else 0
