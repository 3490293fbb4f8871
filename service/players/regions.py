"""The middle, the corners and the sides of a board of any size.

The middle holds the cells that are at most half as far from the centre of the board as its corners:
on 3x3 it is one cell. The corners are the four cells farthest out, and all other cells are sides.
"""

from functools import lru_cache

from service.game import Rules, off_centre


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
    """Return the bitboard of the cells that touch a cell, also diagonally."""
    row, column = divmod(cell, rules.width)
    rows = range(max(row - 1, 0), min(row + 2, rules.height))
    columns = range(max(column - 1, 0), min(column + 2, rules.width))
    return sum(1 << each * rules.width + at for each in rows for at in columns) ^ 1 << cell
