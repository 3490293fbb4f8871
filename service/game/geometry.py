"""The rules of one m,n,k-game and the geometry they imply: its lines and its symmetries.

A cell is an index, `row * width + column`. A set of cells is a bitboard: a Python integer whose
bit `cell` is set, so one representation serves every size of board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from service.game.lazy import lazy
from service.game.lru_cache import LruCache

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row and column step of a line: east, south, south-east, south-west."""

Cell = TypeVar("Cell", int, NDArray[np.int64])

MOST_KEPT = 32 << 20
"""Bytes. Dozens of boards of 50x50 take as much, or two of 2500x1 with long rows."""
OVERHEAD = 8192
"""Bytes that any of them takes, however small the board."""


class _Numbers(NamedTuple):
    width: int
    height: int
    row_length: int


class Rules(_Numbers):
    """An m,n,k-game: whoever first has `row_length` or more stones in a row wins.

    A tuple, for much is kept by rules, and hardly anything is hashed or compared so fast.
    """

    __slots__ = ()

    def __new__(cls, width: int, height: int, row_length: int) -> Rules:
        """Raises ValueError if any of them is below 1."""
        if width < 1 or height < 1 or row_length < 1:
            given = f"{width}, {height} and {row_length}"
            raise ValueError(f"width, height and row_length must be at least 1, got {given}")
        return super().__new__(cls, width, height, row_length)

    @property
    def cells(self) -> int:
        """Number of cells of the board."""
        return self.width * self.height


@dataclass(frozen=True, slots=True)
class Direction:
    """All lines of one direction: each starts in a bit of `starts` and advances by `step`."""

    step: int
    starts: int
    shifts: tuple[int, ...]
    """How far to shift what is left of some stones, again and again, until only lines are left."""

    def lines_in(self, stones: int) -> int:
        """The starts of the lines that `stones` hold."""
        for shift in self.shifts:
            # What wraps around the edge of the board begins in no start.
            stones &= stones >> shift
        return stones & self.starts


class Geometry:
    """What follows from the rules alone; derived lazily, shared through `geometry`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    def nbytes(self) -> int:
        """What it takes at most, in bytes."""
        lines = sum(direction.starts.bit_count() for direction in self.directions)
        # Four bytes for each cell of a line, and of eight images; as much for `uses`, and starts;
        # eight for each distance.
        return OVERHEAD + 8 * (lines * self.rules.row_length + 6 * self.rules.cells)

    @lazy
    def directions(self) -> tuple[Direction, ...]:
        """The directions that hold a line; a line of one cell counts in one direction only."""
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
        """Every line, shape (lines, row_length): the cells of each in order.

        Shape (0, 1) where a row is longer than the board, however long it is.
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
        """The lines through each cell, and where those of each begin, shape (cells + 1,)."""
        cells = self.lines.reshape(-1)
        # Up to 16 bits are sorted in linear time.
        order = np.argsort(cells.astype(np.min_scalar_type(self.rules.cells)), kind="stable")
        counts = np.bincount(cells, minlength=self.rules.cells)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return (order // self.lines.shape[1]).astype(np.int32), starts

    @lazy
    def symmetries(self) -> NDArray[np.int32]:
        """The board's symmetries, shape (1, 2, 4 or 8, cells): the image of each cell.

        The identity comes first. Maps that act alike (on a board one cell wide) appear once.
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
        """The distance of each cell to the middle, see `off_centre`; shape (cells,)."""
        return off_centre(self.rules, np.arange(self.rules.cells))

    def windows(self, stones: int) -> list[tuple[Direction, int]]:
        """Completed lines: per direction, the bitboard of their starting cells (if any)."""
        if stones.bit_count() < self.rules.row_length:
            return []
        return [
            (direction, found)
            for direction in self.directions
            if (found := direction.lines_in(stones))
        ]

    def has_line(self, stones: int) -> bool:
        """Whether `stones` hold `row_length` or more in a row."""
        return bool(self.windows(stones))


def _strides(row_length: int) -> list[int]:
    """By doubling: what is a run of so many stones becomes one of as many more, up to a row."""
    strides, length = [], 1
    while length < row_length:
        strides.append(min(length, row_length - length))
        length += strides[-1]
    return strides


def off_centre(rules: Rules, cell: Cell) -> Cell:
    """The squared distance of a cell, or of each, to the middle of the board, in half cells."""
    row, column = divmod(cell, rules.width)
    right, down = 2 * column - rules.width + 1, 2 * row - rules.height + 1
    return right * right + down * down


def cells_of(bitboard: int, cells: int) -> NDArray[np.int32]:
    """The set bits of a bitboard over `cells` cells, ascending."""
    return np.flatnonzero(flags_of(bitboard, cells)).astype(np.int32)


def flags_of(bitboard: int, cells: int) -> NDArray[np.uint8]:
    """A bitboard as an array of 0 and 1, shape (cells,)."""
    octets = np.frombuffer(bitboard.to_bytes(cells // 8 + 1, "little"), np.uint8)
    return np.unpackbits(octets, count=cells, bitorder="little")


_kept: LruCache[Rules, Geometry] = LruCache(MOST_KEPT)


def geometry(rules: Rules) -> Geometry:
    """The geometry of rules; the most recently used ones are kept."""
    found = _kept.get(rules)
    if found is None:
        _kept.put(rules, found := Geometry(rules))
    return found
