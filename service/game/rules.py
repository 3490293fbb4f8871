"""The rules of one k-in-a-row game, and the facts about them on which searches rely.

A cell is an index, `row * width + column`. A set of cells is a bitboard: a Python integer whose
bit `cell` is set, so one representation serves every size of board.
"""

from functools import lru_cache
from typing import Literal, NamedTuple, TypedDict, cast

Wrap = Literal["none", "horizontal", "vertical", "both"]


class Switches(TypedDict, total=False):
    """The switches by which a game differs from the m,n,k-game; all are off by default."""

    gravity: bool
    """Whether stones fall: a stone comes to rest on the floor, on a stone or on a wall."""
    wrap: Wrap
    """Which edges are joined: `horizontal` left and right, `vertical` top and bottom, `both` as on
    a torus."""
    exact: bool
    """Whether exactly `row_length` in a row are a row, and a longer run is none."""
    misere: bool
    """Whether the player who makes a row loses."""
    any_position: bool
    """Whether the stones need not come from a game, as in puzzles or with a handicap."""


class _Fields(NamedTuple):
    width: int
    height: int
    row_length: int
    gravity: bool
    wrap: Wrap
    exact: bool
    misere: bool
    any_position: bool
    walls: int


class Rules(_Fields):
    """A game on `width` columns and `height` rows, whose rows are `row_length` stones or more.

    `walls` is the bitboard of cells where nobody plays and through which no row goes. The other
    fields are described in `Switches`.

    It is a tuple because rules are the key of many caches, and tuples are hashed and compared fast.
    """

    __slots__ = ()

    def __new__(
        cls,
        width: int,
        height: int,
        row_length: int,
        gravity: bool = False,
        wrap: Wrap = "none",
        exact: bool = False,
        misere: bool = False,
        any_position: bool = False,
        walls: int = 0,
    ) -> "Rules":
        """Check the sizes; ValueError if any of them is below 1."""
        if width < 1 or height < 1 or row_length < 1:
            given = f"{width}, {height} and {row_length}"
            raise ValueError(f"width, height and row_length must be at least 1, got {given}")
        return super().__new__(
            cls, width, height, row_length, gravity, wrap, exact, misere, any_position, walls
        )

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return width, height and row length: m, n and k."""
        return self[:3]

    @property
    def cells(self) -> int:
        """Return the number of cells of the board, walls included."""
        return self.width * self.height

    @property
    def switches(self) -> Switches:
        """Return all switches as they stand."""
        return cast("Switches", {name: getattr(self, name) for name in Switches.__annotations__})

    @property
    def switched_on(self) -> Switches:
        """Return the switches that are not off."""
        on = {name: value for name, value in self.switches.items() if value not in (False, "none")}
        return cast("Switches", on)

    @property
    def joins_columns(self) -> bool:
        """Return whether the left edge is joined to the right one."""
        return self.wrap in ("horizontal", "both")

    @property
    def joins_rows(self) -> bool:
        """Return whether the top edge is joined to the bottom one."""
        return self.wrap in ("vertical", "both")

    @property
    def is_flat(self) -> bool:
        """Return whether no edges are joined, so that rows are straight on the board."""
        return self.wrap == "none"

    @property
    def is_plain(self) -> bool:
        """Return whether these are the rules of the literature: no switch is on, no cell a wall."""
        return self == Rules(*self.shape)

    @property
    def stacks(self) -> bool:
        """Return whether stones come to lie on others: they fall, and not on a board of one row."""
        return self.gravity and self.height > 1

    def _is_varied_by(self, *switches: str) -> bool:
        """Return whether no other switches are on than these.

        A fact names the switches beside which it has been shown to hold. So it does not hold under
        a new one, and no search relies on it there, until it names that, too.
        """
        return _switched_on(self) <= {*switches}

    @property
    def rows_decide(self) -> bool:
        """Return whether players fill cells in turn until one of them has a row.

        The cells are those of `open_cells` or, where stones fall, the lowest of each column. Rows
        are those of `directions_of` for either player, who want one or, in a misère game, avoid it.
        Every search relies on it; where it fails, none is begun.
        """
        return self._is_varied_by("gravity", "wrap", "exact", "misere", "any_position")

    @property
    def rows_lie_alike(self) -> bool:
        """Return whether a row is one wherever it is moved or reflected to, and so is a move.

        On a square that holds of turns, too. Symmetries and answers rely on it. Where stones fall,
        it is of what leaves each cell in its row, and rows may still be moved up and down.
        """
        return self._is_varied_by("gravity", "wrap", "exact", "misere", "any_position")

    @property
    def runs_in_columns_win(self) -> bool:
        """Return whether stones fall, no edge is joined, and any long run wins, also in a column.

        The engine of columns relies on it.
        """
        return self.gravity and self._is_varied_by("gravity", "any_position")

    @property
    def stones_never_hurt(self) -> bool:
        """Return whether a further stone never makes the value worse for its owner.

        Null moves, zones, dominance and strategy stealing rely on it. It fails where stones fall,
        since a stone also opens the cell above it; where a longer run is no row; and where a row
        loses.
        """
        return self._is_varied_by("gravity", "wrap", "any_position") and not self.stacks

    @property
    def pairings_hold(self) -> bool:
        """Return whether a side that gets a cell of every line keeps the other from winning.

        Pairings and potentials rely on it. It fails in a misère game, and where stones fall, since
        cells cannot be chosen freely.
        """
        return self._is_varied_by("gravity", "wrap", "exact", "any_position") and not self.stacks

    @property
    def patterns_hold(self) -> bool:
        """Return whether what a stone makes follows from the lines through its cell.

        Tables of patterns, and with them threats, rely on it. It fails in a misère game; where
        stones fall, since cells cannot be chosen freely; and where a joined side is so short that a
        line comes back to a cell within reach, or two lines meet again there.
        """
        least = 2 * (self.row_length - 1 + self.exact) + 1
        is_long = not self.joins_columns or self.width >= least
        is_high = not self.joins_rows or self.height >= least
        is_free = self._is_varied_by("gravity", "wrap", "exact", "any_position")
        return is_long and is_high and is_free and not self.stacks

    def open_cells(self, occupied: int) -> int:
        """Return the bitboard of the cells that moves can still fill.

        `occupied` holds the stones and the walls. Where stones fall, nothing gets below them.
        """
        full = (1 << self.cells) - 1
        if not self.gravity:
            return ~occupied & full
        distance = self.width
        while distance < self.cells:
            occupied |= occupied << distance
            distance *= 2
        return ~occupied & full

    def playable_cells(self, occupied: int) -> int:
        """Return the bitboard of the cells where a stone may be placed now; see `open_cells`."""
        cells = self.open_cells(occupied)
        return cells & ~(cells >> self.width) if self.gravity else cells


@lru_cache(maxsize=64)
def _switched_on(rules: Rules) -> frozenset[str]:
    """Return the names of the switches that are not off."""
    return frozenset(rules.switched_on)


CONNECT_FOUR = Rules(7, 6, 4, gravity=True)


def bits(bitboard: int) -> list[int]:
    """Return the cells of a bitboard, ascending."""
    cells = []
    while bitboard:
        lowest = bitboard & -bitboard
        cells.append(lowest.bit_length() - 1)
        bitboard ^= lowest
    return cells
