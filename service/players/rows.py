"""The rows through one cell, and what a stone there completes or threatens."""

from functools import lru_cache
from itertools import chain

import numpy as np

from service.game import Board, Direction, Player, Rules, bits, geometry, other, union

Rows = dict[Direction, list[int]]

MOST_KEPT = 400
"""The rows of boards of up to so many cells are cached; on the largest, a cell takes 0.5 MB."""


def rows_through(rules: Rules, cell: int) -> Rows:
    """Return the rows through a cell by direction, each the bitboard of its `row_length` cells.

    Rows of one direction are in order along the line; directions without a row are left out.
    """
    return (_kept if rules.cells <= MOST_KEPT else _all_rows)(rules, cell)


def _all_rows(rules: Rules, cell: int) -> Rows:
    length, found = rules.row_length, {}
    for direction in geometry(rules).directions:
        around = direction.walk(np.array([cell]), np.arange(1 - length, length))[0].tolist()
        # A ring of `row_length` cells is one row, wherever it starts.
        rows = dict.fromkeys(
            union(1 << each for each in around[first : first + length])
            for first in range(length)
            if around[first] >= 0 and direction.starts >> around[first] & 1
        )
        if rows:
            found[direction] = list(rows)
    return found


_kept = lru_cache(maxsize=256)(_all_rows)


def open_rows_through(board: Board, player: Player, cell: int) -> list[int]:
    """Return the rows through a cell that `player` can still complete, each as its bitboard."""
    opponent = board.stones(other(player))
    rows = chain.from_iterable(rows_through(board.rules, cell).values())
    return [row for row in rows if not row & opponent]


def row_through(board: Board, stones: int, cell: int) -> list[int]:
    """Return the cells of the first row that a stone on `cell` completes; none if there is no row.

    Before that stone `stones` hold no row, so that the rows through the cell are the whole run.
    """
    played = stones | 1 << cell
    for rows in rows_through(board.rules, cell).values():
        complete = [row for row in rows if not row & ~played]
        if complete:
            return bits(union(complete))
    return []


def threats_through(board: Board, stones: int, cell: int) -> list[int]:
    """Return the empty cells that complete a row through `cell` once `stones` has it, ascending."""
    played, threats = stones | 1 << cell, 0
    for rows in rows_through(board.rules, cell).values():
        for row in rows:
            missing = row & ~played
            if not missing & missing - 1:
                threats |= missing
    return bits(threats & board.empty)
