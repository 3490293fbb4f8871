"""The middle, the corners and the sides of a board of any size.

The middle holds the cells that are at most half as far from the centre of the board as its corners:
on 3x3 it is one cell. The corners are the four cells farthest out, and all other cells are sides.
A board with joined edges or walls has no such regions, and where stones fall they cannot be chosen.
"""

from functools import lru_cache

from service.game import Rules, off_centre, union


def has_regions(rules: Rules) -> bool:
    """Return whether a player can choose between the middle, the corners and the sides."""
    return rules.is_flat and not rules.gravity and not rules.walls


def corners(rules: Rules) -> dict[int, int]:
    """Map each corner to the opposite one; a board of one row or column has two corners."""
    last_row, last = rules.cells - rules.width, rules.cells - 1
    return {cell: last - cell for cell in (0, rules.width - 1, last_row, last)}


def in_middle(rules: Rules, cell: int) -> bool:
    return 4 * off_centre(rules, cell) <= off_centre(rules, 0)


def is_central(rules: Rules, cell: int) -> bool:
    """Return whether no cell of the board is nearer to its centre."""
    return off_centre(rules, cell) == (rules.width - 1) % 2 + (rules.height - 1) % 2


def nearest_to_middle(rules: Rules, cells: list[int]) -> list[int]:
    """Return those of the `cells` that are nearest to the centre of the board."""
    least = min(off_centre(rules, cell) for cell in cells)
    return [cell for cell in cells if off_centre(rules, cell) == least]


@lru_cache(maxsize=1 << 10)
def neighbours(rules: Rules, cell: int) -> int:
    """Return the bitboard of the cells that touch a cell, also diagonally and over joined edges."""
    rows = _beside(cell // rules.width, rules.height, is_joined=rules.joins_rows)
    columns = _beside(cell % rules.width, rules.width, is_joined=rules.joins_columns)
    return union(1 << row * rules.width + column for row in rows for column in columns) & ~(
        1 << cell
    )


def _beside(index: int, size: int, *, is_joined: bool) -> list[int]:
    """Return a row or column and those next to it."""
    around = range(index - 1, index + 2)
    return [place % size for place in around if is_joined or 0 <= place < size]
