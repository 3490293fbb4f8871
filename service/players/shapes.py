"""What a stone makes of the lines through its cell: the stones that rows there lack, open or not.

Whether a row is open is read from the table of patterns. There is none for rows longer than seven:
nobody can force such a row, and none of them is called open.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from service.game import Board, Player, Rules, other
from service.game.geometry import DIRECTIONS
from service.solver.heuristic import has_patterns
from service.solver.lines import open_classes, pattern_classes

EMPTY, OWN, BLOCKED = range(3)
"""What a cell of a line is to a player, as contents of patterns have it."""

Direction = tuple[int, int]


class Shape(NamedTuple):
    """The best that a stone makes on one line."""

    direction: Direction
    lacking: int
    """Stones that a row through the cell lacks at least; 0 completes one."""
    is_open: bool
    """Whether with one stone lacking there are, or can be, two cells to complete it on."""
    cells: list[int]
    """Those of all rows through the cell that lack so few, ascending."""


def shapes(board: Board, player: Player, cell: int) -> list[Shape]:
    """What a player's stone on an empty cell makes, on each line where a row is possible."""
    if board.rules.row_length > max(board.rules.width, board.rules.height):
        return []
    found = (_shape(board, player, cell, direction) for direction in DIRECTIONS)
    return [shape for shape in found if shape is not None]


def kept_from_opening(board: Board, cell: int, direction: Direction) -> list[int]:
    """Where the rival could make a row on this line that two cells complete, but for the move.

    The cells, ascending; on those but `cell` he can make none after it, on any line.
    """
    rival, after = other(board.to_move), board.play(cell)
    found = []
    for place in _line(board.rules, cell, direction):
        if place is None or not board.empty >> place & 1:
            continue
        before = _shape(board, rival, place, direction)
        if before is None or not (before.lacking == 1 and before.is_open):
            continue
        if place == cell or not makes_open_row(after, rival, place):
            found.append(place)
    return sorted(found)


def makes_open_row(board: Board, player: Player, cell: int) -> bool:
    """Whether a stone there makes a row that two cells of a line complete."""
    return any(shape.lacking == 1 and shape.is_open for shape in shapes(board, player, cell))


def _shape(board: Board, player: Player, cell: int, direction: Direction) -> Shape | None:
    """What the stone makes on one line; None where it can become no row."""
    row_length = board.rules.row_length
    line = _line(board.rules, cell, direction)
    if sum(place is not None for place in line) < row_length:
        return None
    own, empty = board.stones(player) | 1 << cell, board.empty
    marks = [
        BLOCKED
        if place is None
        else OWN
        if own >> place & 1
        else BLOCKED - 2 * (empty >> place & 1)
        for place in line
    ]
    stones = [0, *accumulate(mark == OWN for mark in marks)]
    blocked = [0, *accumulate(mark == BLOCKED for mark in marks)]
    free = [start for start in range(row_length) if blocked[start] == blocked[start + row_length]]
    if not free:
        return None
    counts = {start: stones[start + row_length] - stones[start] for start in free}
    most = max(counts.values())
    cells = {
        place
        for start, count in counts.items()
        if count == most
        for place in line[start : start + row_length]
        if place is not None
    }
    lacking = row_length - most
    return Shape(direction, lacking, _is_open(board, marks), sorted(cells))


def _is_open(board: Board, marks: list[int]) -> bool:
    if not has_patterns(board.rules):
        return False
    content = 0
    for place, mark in enumerate(marks):
        if place != board.rules.row_length - 1:
            content = 3 * content + mark
    return bool(open_classes()[pattern_classes(board.rules.row_length)[content]])


@lru_cache(maxsize=1 << 12)
def _line(rules: Rules, cell: int, direction: Direction) -> list[int | None]:
    """The cells of a line as far as a row reaches both ways; None beyond the edge."""
    width, height, reach = rules.width, rules.height, rules.row_length - 1
    (row, column), (down, right) = divmod(cell, width), direction
    places = (
        (row + distance * down, column + distance * right) for distance in range(-reach, reach + 1)
    )
    return [
        there * width + at if 0 <= there < height and 0 <= at < width else None
        for there, at in places
    ]
