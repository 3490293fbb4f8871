"""The budget and the result of an analysis: plain data, no search."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Literal, NamedTuple

from service.game import Board, Player, name_cell

Value = Literal[-1, 0, 1]
Stop = Literal["time", "nodes", "interrupt", "exhausted"]
Method = Literal[
    "search", "threat_sequence", "pairing", "tiling", "potential", "no_open_lines", "game_over",
    "book", "follow_up",
]  # fmt: skip

UNLIMITED = 1 << 62
"""More nodes than any search can take."""

Extension = Callable[[list[int], int], bool]
"""Extends a line of play by the moves that so many nodes find; returns whether the game has ended.

If not, the next call goes on from the line as it is. One that has left nodes over finds no more."""

MOST_SHOWN = 20
"""The number of options that the table of an analysis shows."""
OVERHEAD, CELL_BYTES = 2048, 384
"""Bytes of an analysis, and of each cell in it: an option, a move of a line, a part of a proof."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one analysis. Without limits it runs until everything is proven."""

    seconds: float | None = None
    """The limit of wall-clock seconds from `started`."""
    nodes: int | None = None
    """The limit of searched nodes."""
    best_only: bool = False
    """Whether to stop as soon as the best option is certain, instead of proving every option."""
    seed: int | None = None
    """The seed of a random order of equally good options; None orders them by tie-breaks."""
    started: float | None = field(default_factory=time.monotonic)
    """The time on the monotonic clock at which the budget started. None, which goes with no limit
    of seconds, if no clock is read at all, so that the result depends on counts alone."""

    @property
    def spent(self) -> float:
        """The seconds since `started`; 0 if no clock is read."""
        return 0.0 if self.started is None else time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """The seconds until the deadline, at least 0; None without a deadline."""
        return None if self.seconds is None else max(self.seconds - self.spent, 0.0)

    @property
    def deadline(self) -> float:
        """The time on the monotonic clock at which the seconds end; infinite without a limit."""
        if self.seconds is None or self.started is None:
            return math.inf
        return self.started + self.seconds

    def ends_within(self, seconds: float = 0.0) -> bool:
        """Whether no more than so many seconds are left; never without a deadline."""
        return self.seconds is not None and self.spent >= self.seconds - seconds


class Bounds(NamedTuple):
    """Proven bounds on a minimax value: true whichever limit ended the search."""

    lower: Value
    upper: Value

    @property
    def value(self) -> Value | None:
        """The value if it is proven, else None."""
        return self.lower if self.lower == self.upper else None


class Assessment(NamedTuple):
    """The value of a position or of an option, for the side to move at the root."""

    bounds: Bounds
    """The proven bounds on the value."""
    score: float
    """The value if it is proven, else an estimate within the bounds."""
    plies_to_end: int | None
    """The plies from the root to the end of the game; None if no value is proven."""
    shortest: bool | None
    """Whether these plies are exact, else the end may come sooner; None if no value is proven."""

    @property
    def value(self) -> Value | None:
        """The value if it is proven, else None."""
        return self.bounds.value

    @property
    def moves_to_end(self) -> int:
        """The moves up to the end of the player who makes the last one; 0 if none are proven."""
        return ((self.plies_to_end or 0) + 1) // 2


class Option(NamedTuple):
    """A legal move and its assessment; a tuple, since there may be thousands."""

    cell: int
    """The cell of the move."""
    assessment: Assessment
    """The assessment of the move."""
    equivalent_to: int | None
    """The first listed option that a symmetry of the position maps to this one; None for that one
    itself."""


def depth_of(options: Iterable[Option]) -> int:
    """Return the most plies to the end of the game that any of the options is proven to have."""
    return max(option.assessment.plies_to_end or 0 for option in options)


class Pair(NamedTuple):
    """Two empty cells of which one side gets at least one, by its replies."""

    first: int
    """The lower cell."""
    second: int
    """The other cell."""
    against: tuple[Player, ...] = ("X", "O")
    """The players that are kept from taking both."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The argument that proves a value."""

    method: Method
    """The kind of proof."""
    pairs: tuple[Pair, ...] = ()
    """The pairs of a pairing. Those against one player are disjoint, and every line that is open to
    a player contains a pair against that player."""
    first_move: int | None = None
    """The cell that the mover must take first in a pairing; None if any option will do. Against the
    opponent a line may have this cell instead of a pair."""
    certificate: str | None = None
    """The name of the certificate that was made of a value in the book, if there is one."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of an analysis and why it ended."""

    complete: bool
    """Whether everything that was asked for is proven."""
    stopped_by: Stop | None
    """What ended the search or, where it is complete, cut the line of play short: a limit, or that
    nothing is left to search ("exhausted"), so that more time is of no use; None if nothing did."""
    depth: int
    """If complete, the most plies to the end that any option is proven to have; else the plies
    within which every win and loss asked for is known."""
    nodes: int
    """The nodes that were searched."""
    table_hits: int
    """The positions that were found in a transposition table."""
    seconds: float
    """The wall-clock time."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of the analysis of a position."""

    board: Board
    """The position."""
    assessment: Assessment
    """The assessment of the position."""
    options: list[Option]
    """Every legal move, best first; empty if the game is over."""
    principal_variation: list[int]
    """The cells that both sides play under best play, from the first option on; see `told_line`. If
    a value is proven, it ends with the game, unless the budget ends first, no search knows how to
    go on, or, with more than 64 empty cells, the replies are harder to find than the proof was:
    then it stops early. Without a value it is the line that the heuristic search expects, and
    nothing of it is proven."""
    proof: Proof | None
    """The argument that proves the value; None if no value is proven."""
    search: Cost
    """The cost of the analysis."""

    def __str__(self) -> str:
        """Return a table of the first options; `?` stands for a value that is not proven."""
        title = f"{self.board!r}, {len(self.options)} options"
        rows = [("move", "value", "plies", "score")]
        for cell, known, _ in self.options[:MOST_SHOWN]:
            plies = known.plies_to_end
            at_most = "" if known.shortest or plies is None else "<="
            rows.append((
                name_cell(self.board, cell),
                "?" if known.value is None else str(known.value),
                "" if plies is None else f"{at_most}{plies}",
                f"{known.score:.2f}",
            ))  # fmt: skip
        return "\n".join([title, *("".join(each.rjust(7) for each in row) for row in rows)])

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return f"<pre>{escape(str(self))}</pre>"

    @property
    def nbytes(self) -> int:
        """The most memory that it takes, in bytes."""
        return OVERHEAD + CELL_BYTES * self.board.rules.cells

    @property
    def whole(self) -> bool:
        """Whether it is complete, and its principal variation ends with the game."""
        return self.search.complete and self.search.stopped_by is None

    @property
    def mover(self) -> Player:
        """The side to move, whose viewpoint all values take."""
        return self.board.to_move
