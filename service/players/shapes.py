"""Shapes: what a stone makes on the lines through its cell, such as a four or an open three.

Whether a row is open is read from the solver's table of patterns. There is no table for row lengths
above seven; as such rows cannot be forced, none of them is called open. Neither is any row where
stones fall, where a row loses, or where joined sides are so short that a line comes back to its
cells: the table is of one line of cells that both players can choose freely.
"""

from typing import NamedTuple

import numpy as np

from service.game import Board, Direction, Player, bits, other, union
from service.players.rows import open_rows, rows_through
from service.solver.heuristic import has_patterns
from service.solver.lines import content_reach, open_classes, pattern_classes

EMPTY, OWN, BLOCKED = range(3)
"""The state of a cell of a line for a player; patterns are indexed by these digits in base 3."""


class Shape(NamedTuple):
    """The best that a stone makes on one line."""

    direction: Direction
    lacking: int
    """How many stones the row through the cell lacks that lacks fewest; 0 if it is complete."""
    is_open: bool
    """Whether the row can be, or can become, one that lacks one stone on either of two cells."""
    area: int
    """The bitboard of the cells of all rows through the cell that lack that many stones."""

    @property
    def cells(self) -> list[int]:
        """Return the cells of the area, ascending."""
        return bits(self.area)


def shapes(board: Board, player: Player, cell: int) -> list[Shape]:
    """Return what a stone of `player` on an empty cell makes, for each line with room for a row."""
    own, opponent = board.stones(player) | 1 << cell, board.stones(other(player))
    by_line = []
    for direction, free in open_rows(board, player, cell):
        counts = [(row & own).bit_count() for row in free]
        fullest = max(counts)
        area = union(row for row, count in zip(free, counts, strict=True) if count == fullest)
        # Each of two completing cells belongs to a row of its own.
        is_open = len(free) > 1 and _is_open(board, own, opponent, cell, direction)
        by_line.append(Shape(direction, board.rules.row_length - fullest, is_open, area))
    return by_line


def kept_from_opening(board: Board, cell: int, direction: Direction) -> list[int]:
    """Return the cells of a line where the move on `cell` keeps the opponent from an open row.

    An open row here lacks one stone and can be completed on two cells. On the cells, ascending, the
    opponent could make one on this line before the move, and on no line after it.
    """
    if not has_patterns(board.rules) or board.rules.row_length >= max(
        board.rules.width, board.rules.height
    ):
        return []  # Two cells can complete a row only if a line has room for two rows.
    opponent, after = other(board.to_move), board.play(cell)
    line = union(rows_through(board.rules, cell)[direction])
    return [
        place
        for place in bits(line & board.empty)
        if direction in _opened(board, opponent, place)
        and (place == cell or not _opened(after, opponent, place))
    ]


def _opened(board: Board, player: Player, cell: int) -> list[Direction]:
    """Return the directions in which a stone makes a row that either of two cells completes."""
    return [
        shape.direction
        for shape in shapes(board, player, cell)
        if shape.lacking == 1 and shape.is_open
    ]


def _is_open(board: Board, own: int, opponent: int, cell: int, direction: Direction) -> bool:
    """Return whether the table of patterns calls the row through `cell` open.

    The bitboard `own` has a stone on `cell`.
    """
    if not has_patterns(board.rules):
        return False
    rules, reach, content = board.rules, content_reach(board.rules), 0
    blocked = opponent | rules.walls
    for place in direction.walk(np.array([cell]), np.arange(-reach, reach + 1))[0].tolist():
        if place != cell:
            mark = EMPTY
            if place < 0 or blocked >> place & 1:
                mark = BLOCKED
            elif own >> place & 1:
                mark = OWN
            content = 3 * content + mark
    return bool(open_classes()[pattern_classes(rules.row_length, rules.exact)[content]])
