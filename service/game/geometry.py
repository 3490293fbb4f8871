"""The rules of one m,n,k-game and the geometry they imply: its lines and its symmetries.

A cell is an index, `row * width + column`. A set of cells is a bitboard: a Python integer whose
bit `cell` is set, so one representation serves every size of board.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from service.game.lazy import lazy
from service.game.lru_cache import LruCache

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The steps of a line in rows and columns: east, south, south-east, south-west."""

Cell = TypeVar("Cell", int, NDArray[np.int64])

MOST_KEPT = 32 << 20
"""How many bytes all kept geometries may take: dozens of boards of 50x50, or two of 2500x1."""
OVERHEAD = 8192
"""How many bytes a geometry takes at least, however small the board is."""


class _Numbers(NamedTuple):
    width: int
    height: int
    row_length: int


class Rules(_Numbers):
    """An m,n,k-game: the player who first has `row_length` or more stones in a row wins.

    It is a tuple because rules are the key of many caches, and tuples are hashed and compared fast.
    """

    __slots__ = ()

    def __new__(cls, width: int, height: int, row_length: int) -> "Rules":
        """Check the numbers; ValueError if any of them is below 1."""
        if width < 1 or height < 1 or row_length < 1:
            given = f"{width}, {height} and {row_length}"
            raise ValueError(f"width, height and row_length must be at least 1, got {given}")
        return super().__new__(cls, width, height, row_length)

    @property
    def cells(self) -> int:
        return self.width * self.height


@dataclass(frozen=True, slots=True)
class Direction:
    """All lines of one direction: each starts at a cell of `starts` and advances by `step`."""

    step: int
    starts: int
    shifts: tuple[int, ...]
    """The shifts that `lines_in` applies to a bitboard, one after the other."""

    def lines_in(self, stones: int) -> int:
        """Return the bitboard of the starts of those lines whose cells all are in `stones`."""
        for shift in self.shifts:
            # A run that wraps around the edge of the board begins at none of the starts.
            stones &= stones >> shift
        return stones & self.starts


class Geometry:
    """Everything that follows from the rules alone; `geometry` keeps and shares the objects."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def nbytes(self) -> int:
        """Return how many bytes the object takes at most, with all of its lazy attributes."""
        lines = sum(direction.starts.bit_count() for direction in self.directions)
        # A cell of a line takes four bytes in `lines` and four in `uses`. A cell of the board takes
        # 32 bytes in eight symmetries, eight in the starts of `uses`, and eight in `off_centre`.
        return OVERHEAD + 8 * (lines * self.rules.row_length + 6 * self.rules.cells)

    @lazy
    def directions(self) -> tuple[Direction, ...]:
        """Return the directions in which a line fits; a line of one cell has only the first one."""
        width, height, reach = self.rules.width, self.rules.height, self.rules.row_length - 1
        strides = _strides(self.rules.row_length)
        found = []
        for down, right in DIRECTIONS[:1] if reach == 0 else DIRECTIONS:
            rows, columns = height - down * reach, width - abs(right) * reach
            if rows < 1 or columns < 1:
                continue
            row = ((1 << columns) - 1) << (reach if right < 0 else 0)
            starts = sum(row << (index * width) for index in range(rows))
            step = down * width + right
            shifts = tuple(stride * step for stride in strides)
            found.append(Direction(step, starts, shifts))
        return tuple(found)

    @lazy
    def lines(self) -> NDArray[np.int32]:
        """Return every line as its cells in order, int32, shape (lines, row_length).

        The shape is (0, 1) if no line fits, however long a row is.
        """
        if not self.directions:
            return np.empty((0, 1), np.int32)
        reach = np.arange(self.rules.row_length, dtype=np.int32)
        return np.concatenate(
            [
                cells_of(direction.starts, self.rules.cells)[:, None] + direction.step * reach
                for direction in self.directions
            ]
        )

    @lazy
    def uses(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the lines through each cell, cell after cell, and where those of a cell begin.

        The shapes are (lines * row_length,) and (cells + 1,).
        """
        cells = self.lines.reshape(-1)
        # NumPy sorts integers of up to 16 bits in linear time.
        order = np.argsort(cells.astype(np.min_scalar_type(self.rules.cells)), kind="stable")
        counts = np.bincount(cells, minlength=self.rules.cells)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return (order // self.lines.shape[1]).astype(np.int32), starts

    @lazy
    def symmetries(self) -> NDArray[np.int32]:
        """Return the symmetries of the board as the image of each cell.

        The shape is (1, 2, 4 or 8, cells). The identity comes first. Of equal symmetries, as on a
        board one cell wide, only one is listed.
        """
        width, height = self.rules.width, self.rules.height
        board = np.arange(self.rules.cells, dtype=np.int32).reshape(height, width)
        views = [board, board[::-1], board[:, ::-1], board[::-1, ::-1]]
        if width == height:
            views += [view.T for view in views]
        distinct = {view.tobytes(): view.reshape(-1) for view in map(np.ascontiguousarray, views)}
        return np.stack(list(distinct.values()))

    @lazy
    def off_centre(self) -> NDArray[np.int64]:
        """Return what the function `off_centre` measures for each cell, int64, shape (cells,)."""
        return off_centre(self.rules, np.arange(self.rules.cells))

    def windows(self, stones: int) -> list[tuple[Direction, int]]:
        """Return each direction with completed lines, and the cells where they start."""
        if stones.bit_count() < self.rules.row_length:
            return []
        return [
            (direction, found)
            for direction in self.directions
            if (found := direction.lines_in(stones))
        ]

    def has_line(self, stones: int) -> bool:
        return bool(self.windows(stones))


def _strides(row_length: int) -> list[int]:
    """Return the distances by which runs are joined: a run doubles its length until it is a row."""
    strides, length = [], 1
    while length < row_length:
        strides.append(min(length, row_length - length))
        length += strides[-1]
    return strides


def off_centre(rules: Rules, cell: Cell) -> Cell:
    """Return the squared distance of cells from the centre of the board, in half cells."""
    row, column = divmod(cell, rules.width)
    right, down = 2 * column - rules.width + 1, 2 * row - rules.height + 1
    return right * right + down * down


def cells_of(bitboard: int, cells: int) -> NDArray[np.int32]:
    """Return the cells of a bitboard over `cells` cells, ascending, int32."""
    return np.flatnonzero(flags_of(bitboard, cells)).astype(np.int32)


def flags_of(bitboard: int, cells: int) -> NDArray[np.uint8]:
    """Return a bitboard as an array of 0 and 1, uint8, shape (cells,)."""
    octets = np.frombuffer(bitboard.to_bytes(cells // 8 + 1, "little"), np.uint8)
    return np.unpackbits(octets, count=cells, bitorder="little")


_kept: LruCache[Rules, Geometry] = LruCache(MOST_KEPT)


def geometry(rules: Rules) -> Geometry:
    """Return the geometry of the rules; the most recently used ones are kept."""
    found = _kept.get(rules)
    if found is None:
        _kept.put(rules, found := Geometry(rules))
    return found
