"""The four directions of rows, over the edges of the board where these are joined."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from math import lcm
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.game.rules import Rules

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The steps of a row in rows and columns: east, south, south-east, south-west."""

Cells = NDArray[np.int32] | NDArray[np.int64]
Shift = tuple[tuple[int, int, int], ...]
"""How a bitboard is moved against a direction, part by part: the cells that move alike as a
bitboard, the bits by which they move to the right, and to the left. Over a joined edge some cells
move otherwise than the rest."""


@dataclass(frozen=True, slots=True)
class Direction:
    """All windows of one direction: sets of `row_length` neighbouring cells without a wall.

    A window is called by the cell where it starts.
    """

    rules: Rules
    step: tuple[int, int]
    """The step from a cell to the next in rows and columns."""
    starts: int = field(compare=False)
    """The bitboard of the cells where a window starts; of a window that is a whole ring only the
    lowest, since it is one window wherever it starts."""
    shifts: tuple[Shift, ...] = field(compare=False)
    """The shifts that find windows: a run doubles its length until it is as long as a row."""
    beyond: tuple[Shift, ...] = field(compare=False)
    """With `exact`, the shifts to the cells before and after a window; none where a window is a
    whole ring."""

    def runs_in(self, stones: int) -> int:
        """Return the bitboard of the windows that are full of `stones`.

        That is so ever after, while a row of an exact length may become too long to be one.
        """
        run = stones
        for shift in self.shifts:
            run &= _shifted(run, shift)
        return run & self.starts

    def windows_in(self, stones: int) -> int:
        """Return the bitboard of the windows that are rows of a player with these `stones`."""
        windows = self.runs_in(stones)
        for shift in self.beyond if windows else ():
            windows &= ~_shifted(stones, shift)
        return windows

    def run_from(self, start: int, windows: int) -> list[int]:
        """Return the cells of the whole run of which `windows`, as `windows_in` has them, are part.

        One of the windows begins at `start`.
        """
        first, before = start, self.after(start, -1)
        while before is not None and windows >> before & 1 and before != start:
            first, before = before, self.after(before, -1)
        if before == start:
            first = start  # The run is a whole ring.
        run = self.cells_from(first, self.rules.row_length)
        while (window := self.after(first, 1)) is not None and windows >> window & 1:
            end = self.after(run[-1], 1)
            if end is None or end in run:
                break
            run.append(end)
            first = window
        return run

    def cells_from(self, start: int, count: int) -> list[int]:
        """Return `count` cells of the direction, the first one of them `start`."""
        return [self._reached(*divmod(start, self.rules.width), step)[0] for step in range(count)]

    def after(self, cell: int, steps: int) -> int | None:
        """Return the cell after so many steps from a cell; None where the board ends."""
        reached, inside = self._reached(*divmod(cell, self.rules.width), steps)
        return reached if inside else None

    def flanks(self, starts: Cells) -> NDArray[np.int32]:
        """Return the cells before and after each window that its owner must not have.

        The shape is (starts, 2); -1 stands for no such cell.
        """
        if not self.beyond:
            return np.full((len(starts), 2), -1, np.int32)
        return self.walk(starts, np.array([-1, self.rules.row_length]))

    def sums(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sums of values of the cells of each window, by the cell where it starts.

        Both have shape (..., cells), int64; what is said of a cell where no window starts is void.
        This takes some steps for each doubling of a run, where the windows have millions of cells.
        """
        found, covered, length = np.zeros_like(values), 0, self.rules.row_length
        for bit in range(length.bit_length()):
            if length >> bit & 1:
                found += values[..., self._all_after(covered)]
                covered += 1 << bit
            # From here on each value is that of a run of twice as many cells.
            values = values + values[..., self._all_after(1 << bit)]
        return found

    def _all_after(self, steps: int) -> NDArray[np.int32]:
        """Return the cell after so many steps from each cell, any cell where the board ends."""
        return self.walk(np.arange(self.rules.cells), np.array([steps]))[:, 0]

    def walk(self, starts: Cells, steps: Cells) -> NDArray[np.int32]:
        """Return the cells after each number of steps from each start, -1 where the board ends.

        The shape is (starts, steps), int32.
        """
        rows, columns = np.divmod(starts[:, None], self.rules.width)
        reached, inside = self._reached(rows, columns, steps)
        return np.where(inside, reached, -1).astype(np.int32)

    def _reached(self, row: Any, column: Any, steps: Any) -> tuple[Any, Any]:
        """Return the cell after so many steps, and whether the board goes on so far.

        The arguments are numbers or arrays, and so are the results.
        """
        rules, (down, right) = self.rules, self.step
        row, column = row + down * steps, column + right * steps
        if rules.joins_rows:
            row = row % rules.height
        if rules.joins_columns:
            column = column % rules.width
        inside = (row >= 0) & (row < rules.height) & (column >= 0) & (column < rules.width)
        return row * rules.width + column, inside


def directions_of(rules: Rules) -> tuple[Direction, ...]:
    """Return the directions in which a window fits; windows of one cell have only one.

    On narrow boards with joined edges two directions may have the same windows: one is left out.
    """
    is_single = rules.row_length == 1 and not rules.exact
    directions: list[Direction] = []
    for step in STEPS[:1] if is_single else STEPS:
        direction = _direction(rules, step)
        if direction.starts and (
            rules.is_flat or not any(_are_same(direction, other) for other in directions)
        ):
            directions.append(direction)
    if not rules.walls:
        return tuple(directions)
    # No run of free cells goes through a wall.
    free = [replace(each, starts=_within(each, ~rules.walls)) for each in directions]
    return tuple(direction for direction in free if direction.starts)


def _are_same(one: Direction, other: Direction) -> bool:
    """Return whether two directions have the same windows, beside the same cells.

    Without walls all windows of a direction are alike but for their place, so that one tells.
    """
    start = one.starts.bit_length() - 1
    cells = one.walk(np.array([start]), np.arange(one.rules.row_length))[0].tolist()
    same = _within(other, reduce(or_, [1 << cell for cell in cells]))
    if not same:
        return False
    flanks = [
        sorted(direction.flanks(np.array([first]))[0].tolist())
        for direction, first in ((one, start), (other, same.bit_length() - 1))
    ]
    return flanks[0] == flanks[1]


def _within(direction: Direction, cells: int) -> int:
    """Return the bitboard of the windows that lie in these cells, whatever is beside them."""
    return replace(direction, beyond=()).windows_in(cells)


def _direction(rules: Rules, step: tuple[int, int]) -> Direction:
    """Return a direction without regard to walls."""
    length, (down, right) = rules.row_length, step
    starts, shifts, beyond = _starts(rules, step), [], []
    if starts:
        for stride in _strides(length):
            by_rows, by_columns = down * stride, right * stride
            # On a flat board a run that goes over the edge begins at none of the starts.
            flat = ((-1, by_rows * rules.width + by_columns, 0),)
            shifts.append(flat if rules.is_flat else _shift(rules, by_rows, by_columns))
        if rules.exact and _ring(rules, step) != length:
            beyond = [_shift(rules, -down, -right), _shift(rules, down * length, right * length)]
    direction = Direction(rules, step, starts, tuple(shifts), tuple(beyond))
    if starts and _ring(rules, step) == length:
        return replace(direction, starts=_lowest_of_rings(direction))
    return direction


def _lowest_of_rings(direction: Direction) -> int:
    """Return the bitboard of the lowest cell of each ring of a direction that has nothing else."""
    lowest = seen = 0
    for cell in range(direction.rules.cells):
        if not seen >> cell & 1:
            lowest |= 1 << cell
            for other in direction.cells_from(cell, direction.rules.row_length):
                seen |= 1 << other
    return lowest


def _starts(rules: Rules, step: tuple[int, int]) -> int:
    """Return the bitboard of the cells where a window without regard to walls starts."""
    ring, reach, (down, right) = _ring(rules, step), rules.row_length - 1, step
    if ring is not None and ring < rules.row_length:
        return 0
    rows = rules.height if rules.joins_rows else rules.height - down * reach
    columns = rules.width if rules.joins_columns else rules.width - abs(right) * reach
    if rows < 1 or columns < 1:
        return 0
    row = ((1 << columns) - 1) << (rules.width - columns if right < 0 else 0)
    return row * _first_column(rules.width, rows)


def _ring(rules: Rules, step: tuple[int, int]) -> int | None:
    """Return how many steps lead from any cell back to it; None where an edge ends the way."""
    down, right = step
    if (down and not rules.joins_rows) or (right and not rules.joins_columns):
        return None
    return lcm(rules.height if down else 1, rules.width if right else 1)


def _strides(row_length: int) -> list[int]:
    """Return the distances by which runs are joined: a run doubles its length until it is a row."""
    strides, length = [], 1
    while length < row_length:
        strides.append(min(length, row_length - length))
        length += strides[-1]
    return strides


def _shift(rules: Rules, down: int, right: int) -> Shift:
    """Return the shift that moves the content of each cell to the one `down` and `right` before it.

    Contents that would leave the board are dropped.
    """
    parts = [
        (rows & columns, by_rows * rules.width + by_columns)
        for rows, by_rows in _moves(rules, down, along_rows=True)
        for columns, by_columns in _moves(rules, right, along_rows=False)
    ]
    return tuple((cells, max(distance, 0), max(-distance, 0)) for cells, distance in parts if cells)


def _moves(rules: Rules, distance: int, *, along_rows: bool) -> Iterable[tuple[int, int]]:
    """Yield the cells that move alike, as a bitboard, and by how many rows or columns they do."""
    size = rules.height if along_rows else rules.width
    joined = rules.joins_rows if along_rows else rules.joins_columns
    for moved in (distance % size, distance % size - size) if joined else (distance,):
        # Of a row or column at `index`, the content goes to `index - moved`.
        first, stop = max(moved, 0), min(size + moved, size)
        if first < stop:
            yield _band(rules, first, stop, along_rows=along_rows), moved


def _band(rules: Rules, first: int, stop: int, *, along_rows: bool) -> int:
    """Return the bitboard of the rows or columns from `first` to before `stop`."""
    if along_rows:
        return (1 << stop * rules.width) - (1 << first * rules.width)
    return ((1 << stop) - (1 << first)) * _first_column(rules.width, rules.height)


def _first_column(width: int, rows: int) -> int:
    """Return the bitboard of the first cell of each row, by which a row is repeated."""
    return ((1 << rows * width) - 1) // ((1 << width) - 1)


def _shifted(stones: int, shift: Shift) -> int:
    moved = 0
    for cells, right, left in shift:
        moved |= (stones & cells) >> right << left
    return moved
