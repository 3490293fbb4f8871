"""The geometry that the rules of a game imply: its lines and its symmetries."""

from functools import lru_cache
from threading import Lock
from typing import TypeVar

import numpy as np
from cachetools import LRUCache, cached
from numpy.typing import NDArray

from service.game.directions import Direction, directions_of
from service.game.lazy import lazy
from service.game.rules import Rules

Cell = TypeVar("Cell", int, NDArray[np.int64])

MOST_KEPT = 32 << 20
"""How many bytes all kept geometries may take: dozens of boards of 50x50, or two of 2500x1."""
OVERHEAD = 8192
"""How many bytes a geometry takes at least, however small the board is."""
MOST_IMAGES = 1 << 20
"""The most images of cells that symmetries over joined edges may have; larger boards go without."""
MOST_LINE_CELLS = 1 << 21
"""The most cells that all lines together may have if they are listed. Boards without joined edges
have less, up to 2500 cells; of rows of hundreds of cells round a torus there would be many times as
many."""


class Geometry:
    """The geometry of a game, computed on demand; `geometry` keeps and shares the objects."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.directions: tuple[Direction, ...] = directions_of(rules)
        """The directions in which a row fits."""

    @lazy
    def line_cells(self) -> int:
        """Return how many cells all lines have together, each counted on each of its lines."""
        lines = sum(direction.starts.bit_count() for direction in self.directions)
        return lines * self.rules.row_length

    @property
    def lists_lines(self) -> bool:
        """Return whether there are few enough lines for `lines`, `flanks` and `uses`.

        Where there are not, these must not be read, and nothing is known of single lines but what
        bitboards and sums tell, such as that a row is complete.
        """
        return self.line_cells <= MOST_LINE_CELLS

    @property
    def nbytes(self) -> int:
        """Return how many bytes the object takes at most, with all of its lazy attributes."""
        listed = self.line_cells if self.lists_lines else 0
        # A cell of a line takes four bytes in `lines` and four in `uses`, and a line, which has one
        # at least, eight in `flanks`. A cell of the board takes 32 bytes in eight symmetries, eight
        # in the starts of `uses`, and eight in `off_centre`.
        flanks = listed // min(self.rules.row_length, MOST_LINE_CELLS)
        size = OVERHEAD + 8 * (listed + flanks + 6 * self.rules.cells)
        return size if self.rules.is_flat else size + 4 * MOST_IMAGES

    @lazy
    def _windows(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return `lines` and `flanks`."""
        assert self.lists_lines, "lines have too many cells to be listed"
        if not self.directions:
            return np.empty((0, 1), np.int32), np.empty((0, 2), np.int32)
        reach = np.arange(self.rules.row_length, dtype=np.int32)
        lines, flanks = [], []
        for direction in self.directions:
            starts = cells_of(direction.starts, self.rules.cells)
            lines.append(direction.walk(starts, reach))
            flanks.append(direction.flanks(starts))
        cells, beside = np.concatenate(lines), np.concatenate(flanks)
        if self.rules.is_flat:
            return cells, beside
        # Over a joined edge cells are not ascending.
        return np.sort(cells, axis=1), np.sort(beside, axis=1)

    @property
    def lines(self) -> NDArray[np.int32]:
        """Return every line as its cells, ascending, int32, shape (lines, row_length).

        A line is a window of `row_length` neighbouring cells without a wall. The shape is (0, 1) if
        none fits, however long a row is.
        """
        return self._windows[0]

    @property
    def flanks(self) -> NDArray[np.int32]:
        """Return the cells beside each line, before and after it, int32, shape (lines, 2).

        A line is no row of a player who also has one of them. They are -1 where there is no such
        cell, and everywhere without `exact`.
        """
        return self._windows[1]

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
        """Return the symmetries of the rules as the image of each cell.

        The shape is (symmetries, cells). The identity comes first, and translations, which joined
        edges allow, come last; very large boards go without these. Of equal symmetries, as on a
        board one cell wide, only one is listed. Where stones fall, down stays down. Where rows do
        not lie alike, there is the identity alone.
        """
        rules = self.rules
        board = np.arange(rules.cells, dtype=np.int32).reshape(rules.height, rules.width)
        if not rules.rows_lie_alike:
            return board.reshape(1, -1)
        views = [board, board[:, ::-1]]
        if not rules.gravity:
            views = [board, board[::-1], board[:, ::-1], board[::-1, ::-1]]
            if rules.width == rules.height and rules.joins_rows == rules.joins_columns:
                views += [view.T for view in views]
        down = rules.height if rules.joins_rows and not rules.gravity else 1
        right = rules.width if rules.joins_columns else 1
        if len(views) * down * right * rules.cells <= MOST_IMAGES:
            moves = [(row, column) for row in range(down) for column in range(right)]
            views = [np.roll(view, move, (0, 1)) for move in moves for view in views]
        distinct = {view.tobytes(): view.reshape(-1) for view in map(np.ascontiguousarray, views)}
        images = np.stack(list(distinct.values()))
        if not rules.walls:
            return images
        walls = flags_of(rules.walls, rules.cells)
        return np.compress((walls[images] == walls).all(axis=1), images, axis=0)

    @lazy
    def off_centre(self) -> NDArray[np.int64]:
        """Return what the function `off_centre` measures for each cell, int64, shape (cells,)."""
        return off_centre(self.rules, np.arange(self.rules.cells))

    def windows(self, stones: int) -> list[tuple[Direction, int]]:
        """Return each direction with rows of a player with these `stones`, and where they start."""
        if stones.bit_count() < self.rules.row_length:
            return []
        return [
            (direction, starts)
            for direction in self.directions
            if (starts := direction.windows_in(stones))
        ]

    def has_line(self, stones: int) -> bool:
        """Return whether a player with these `stones` has a row."""
        return bool(self.windows(stones))


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


def _room(geometry: Geometry) -> int:
    """Return how much of the cache a geometry takes: the last one is kept, however large it is."""
    return min(geometry.nbytes, MOST_KEPT)


KEPT: LRUCache[Rules, Geometry] = LRUCache(MOST_KEPT, _room)
"""The geometries that were used last."""


@lru_cache(maxsize=1)  # The cache below takes longer than much that asks for a geometry.
@cached(KEPT, key=lambda rules: rules, lock=Lock())
def geometry(rules: Rules) -> Geometry:
    """Return the geometry of the rules; the most recently used ones are kept."""
    return Geometry(rules)
