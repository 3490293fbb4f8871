"""What the solver is asked for and what it answers: plain data, no search."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from service.game import Board, Player

Value = Literal[-1, 0, 1]
Stop = Literal["time", "nodes", "interrupt"]
Method = Literal[
    "search", "threat_sequence", "pairing", "tiling", "potential", "no_open_lines", "game_over",
    "book",
]  # fmt: skip

UNLIMITED = 1 << 62
"""More nodes than any search can take."""

OVERHEAD, CELL_BYTES = 2048, 384
"""What an analysis takes, and for each cell: an option, a step of a line, a part of a proof."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one analysis may spend. Without limits it runs until everything is proven."""

    seconds: float | None = None
    """Wall-clock seconds from `started`."""
    nodes: int | None = None
    best_only: bool = False
    """Stop as soon as the best option is certain; otherwise prove every option."""
    seed: int | None = None
    """Lists equally good options at random, repeatably; None lists them by their promise."""
    started: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        """Seconds since `started`."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """Seconds until the deadline, at least 0; None without one."""
        return None if self.seconds is None else max(self.seconds - self.spent, 0.0)

    @property
    def deadline(self) -> float:
        """When the seconds end, on the monotonic clock; infinite without such a limit."""
        return math.inf if self.seconds is None else self.started + self.seconds


class Bounds(NamedTuple):
    """What is proven of a minimax value; always true, whatever ran out."""

    lower: Value
    upper: Value

    @property
    def value(self) -> Value | None:
        """The value, where it is proven."""
        return self.lower if self.lower == self.upper else None


class Assessment(NamedTuple):
    """What is known of a position or of an option, for the side to move at the root."""

    bounds: Bounds
    score: float
    """The value where it is proven, else an estimate within the bounds."""
    plies_to_end: int | None
    """Plies to the end of the game from the root; None where no value is proven."""
    shortest: bool | None
    """Whether that is exact, else the end may come sooner; None where no value is proven."""

    @property
    def value(self) -> Value | None:
        """The value, where it is proven."""
        return self.bounds.value


class Option(NamedTuple):
    """A legal move and what is known of it; a tuple, for there may be thousands."""

    cell: int
    assessment: Assessment
    equivalent_to: int | None
    """The first listed option that a symmetry of the position maps this one to."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A few cells where one side can answer the other and keep it from completing any set."""

    against: tuple[Player, ...]
    """Who is kept off the sets so."""
    cells: tuple[int, ...]
    """The cells of the sets, ascending."""
    sets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The argument that proves a value."""

    method: Method
    pairs: tuple[tuple[int, int], ...] = ()
    """Of a pairing: disjoint pairs of empty cells; every line open to either side has one."""
    first_move: int | None = None
    """Of a pairing or tiling: the cell the mover must take first, None where any option will do.
    Lines open to the opponent alone may have this cell instead of a pair or a set."""
    tiles: tuple[Tile, ...] = ()
    """Of a tiling: tiles, those against one player disjoint; every line open to a player contains a
    set of a tile against that player."""
    certificate: str | None = None
    """Of the book: the name of the certificate that was made of the value, if one was."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What an analysis has cost and why it ended."""

    complete: bool
    """Whether everything that was asked for is proven."""
    stopped_by: Stop | None
    depth: int
    """When complete, the most plies to the end that any option is proven to have; else the plies
    within which every win and loss asked for is known."""
    nodes: int
    table_hits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything the solver says of a position."""

    board: Board
    assessment: Assessment
    options: list[Option]
    """Every legal move, best first; empty when the game is over."""
    principal_variation: list[int]
    """Cells both sides play under best play, from the first option on. Where a value is proven it
    ends with the game, unless the budget does before, or, with more than 64 empty cells, the
    replies are harder to find than the proof was: then it stops early. Without a value it is what
    the search for what looks best expects, and nothing of it is proven."""
    proof: Proof | None
    """The argument that proves the value; None where none is proven."""
    search: Cost

    @property
    def nbytes(self) -> int:
        """What it takes at most, in bytes."""
        return OVERHEAD + CELL_BYTES * self.board.rules.cells

    @property
    def whole(self) -> bool:
        """Whether it is complete, to the end of its principal variation."""
        plies = self.assessment.plies_to_end
        return self.search.complete and len(self.principal_variation) == plies

    @property
    def mover(self) -> Player:
        """The side whose viewpoint all values take."""
        return self.board.to_move
