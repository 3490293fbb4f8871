"""What a stone makes of the lines through its cell: the stones that rows there lack, open or not.

Whether a row is open is read from the table of patterns. There is none for rows longer than seven:
nobody can force such a row, and none of them is called open.
"""

from __future__ import annotations

from typing import NamedTuple

from service.game import Board, Player, bits, other, union
from service.players.rows import Direction, rows_through
from service.solver.heuristic import has_patterns
from service.solver.lines import open_classes, pattern_classes

EMPTY, OWN, BLOCKED = range(3)
"""What a cell of a line is to a player, as contents of patterns have it."""


class Shape(NamedTuple):
    """The best that a stone makes on one line."""

    direction: Direction
    lacking: int
    """Stones that a row through the cell lacks at least; 0 completes one."""
    is_open: bool
    """Whether with one stone lacking there are, or can be, two cells to complete it on."""
    area: int
    """The cells of all rows through the cell that lack so few; a bitboard."""

    @property
    def cells(self) -> list[int]:
        """Those of the area, ascending."""
        return bits(self.area)


def shapes(board: Board, player: Player, cell: int) -> list[Shape]:
    """What a player's stone on an empty cell makes, on each line where a row is possible."""
    own, rival = board.stones(player) | 1 << cell, board.stones(other(player))
    found = []
    for direction, rows in rows_through(board.rules, cell).items():
        free = [row for row in rows if not row & rival]
        if not free:
            continue
        counts = [(row & own).bit_count() for row in free]
        most = max(counts)
        area = union(row for row, count in zip(free, counts, strict=True) if count == most)
        # Two cells to complete a row on are in two rows.
        is_open = len(free) > 1 and _is_open(board, own, rival, cell, direction)
        lacking = board.rules.row_length - most
        found.append(Shape(direction, lacking, is_open, area))
    return found


def kept_from_opening(board: Board, cell: int, direction: Direction) -> list[int]:
    """Where the rival could make a row on this line that two cells complete, but for the move.

    The cells, ascending; on those but `cell` he can make none after it, on any line.
    """
    if not has_patterns(board.rules) or board.rules.row_length >= max(
        board.rules.width, board.rules.height
    ):
        return []  # Two cells complete a row only where there is room for more than one.
    rival, after = other(board.to_move), board.play(cell)
    line = union(rows_through(board.rules, cell)[direction])
    return [
        place
        for place in bits(line & board.empty)
        if direction in _opened(board, rival, place)
        and (place == cell or not _opened(after, rival, place))
    ]


def _opened(board: Board, player: Player, cell: int) -> list[Direction]:
    """The lines on which a stone there makes a row that two cells of the line complete."""
    return [
        shape.direction
        for shape in shapes(board, player, cell)
        if shape.lacking == 1 and shape.is_open
    ]


def _is_open(board: Board, own: int, rival: int, cell: int, direction: Direction) -> bool:
    """What the table of patterns says of the cells around, as far as a row reaches."""
    if not has_patterns(board.rules):
        return False
    step = direction[0] * board.rules.width + direction[1]
    line = union(rows_through(board.rules, cell)[direction])
    reach, content = board.rules.row_length - 1, 0
    for distance in range(-reach, reach + 1):
        place = cell + distance * step
        if distance:
            mark = EMPTY
            if place < 0 or not line >> place & 1 or rival >> place & 1:
                mark = BLOCKED
            elif own >> place & 1:
                mark = OWN
            content = 3 * content + mark
    return bool(open_classes()[pattern_classes(board.rules.row_length)[content]])
