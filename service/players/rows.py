"""The rows through one cell, and what a stone there completes or threatens."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

import numpy as np

from service.game import Board, Direction, Player, Rules, bits, geometry, other, union

Rows = dict[Direction, list[int]]

MOST_CACHED = 400
"""The rows of boards of up to so many cells are cached; on the largest, a cell takes 0.5 MB."""


def rows_through(rules: Rules, cell: int) -> Rows:
    """Return the rows through a cell by direction, each the bitboard of its `row_length` cells.

    Rows of one direction are in order along the line; directions without a row are left out.
    """
    return (_cached_rows if rules.cells <= MOST_CACHED else _all_rows)(rules, cell)


def _all_rows(rules: Rules, cell: int) -> Rows:
    directions = geometry(rules).directions
    by_direction = {direction: list(_starts_of_rows(direction, cell)) for direction in directions}
    return {direction: rows for direction, rows in by_direction.items() if rows}


_cached_rows = lru_cache(maxsize=256)(_all_rows)


def _starts_of_rows(direction: Direction, cell: int) -> dict[int, int]:
    """Map the rows of a direction through a cell to the cells where they start."""
    length = direction.rules.row_length
    around = direction.walk(np.array([cell]), np.arange(1 - length, length))[0].tolist()
    places = [1 << place if place >= 0 else 0 for place in around]
    # A ring of `row_length` cells is one row, wherever it starts.
    rows, row = {}, union(places[:length])
    for start, place, entering in zip(around, places, [*places[length:], 0], strict=False):
        if direction.starts & place:
            rows[row] = start
        row ^= place ^ entering
    return rows


@lru_cache(maxsize=64)
def _flanks_of_rows(direction: Direction, cell: int) -> dict[int, int]:
    """Map the rows of a direction through a cell to the bitboards of their flanks."""
    starts = _starts_of_rows(direction, cell)
    flanks = direction.flanks(np.array(list(starts.values()), np.int64)).tolist()
    pairs = zip(starts, flanks, strict=True)
    return {row: union(1 << flank for flank in pair if flank >= 0) for row, pair in pairs}


def _without_longer(direction: Direction, rows: list[int], cell: int, stones: int) -> list[int]:
    """Return the rows through `cell` that are no part of a longer run of a player's `stones`."""
    flanks = _flanks_of_rows(direction, cell)
    return [row for row in rows if not flanks[row] & stones]


def closed_to(board: Board, player: Player) -> int:
    """Return the bitboard of the cells on which `player` cannot have a stone any more."""
    closed = board.stones(other(player))
    # Where stones fall, nothing gets below a wall.
    return closed | board.empty & ~board.reachable if board.rules.gravity else closed


def open_rows(board: Board, player: Player, cell: int) -> list[tuple[Direction, list[int]]]:
    """Return the rows through an empty cell that `player` can still complete, by direction."""
    closed, by_direction = closed_to(board, player), []
    for direction, rows in rows_through(board.rules, cell).items():
        unblocked = [row for row in rows if not row & closed]
        if unblocked and board.rules.exact:
            unblocked = _without_longer(direction, unblocked, cell, board.stones(player))
        if unblocked:
            by_direction.append((direction, unblocked))
    return by_direction


def open_rows_through(board: Board, player: Player, cell: int) -> list[int]:
    """Return the rows through a cell that `player` can still complete, each as its bitboard."""
    if board.rules.exact:
        return [row for _, rows in open_rows(board, player, cell) for row in rows]
    closed = closed_to(board, player)
    rows = chain.from_iterable(rows_through(board.rules, cell).values())
    return [row for row in rows if not row & closed]


def row_through(board: Board, stones: int, cell: int) -> list[int]:
    """Return the cells of the first row that a stone on `cell` completes; none if there is no row.

    Before that stone `stones` hold no row, so that the rows through the cell are the whole run.
    """
    played = stones | 1 << cell
    for direction, rows in rows_through(board.rules, cell).items():
        complete = [row for row in rows if not row & ~played]
        if complete and board.rules.exact:
            complete = _without_longer(direction, complete, cell, played)
        if complete:
            return bits(union(complete))
    return []


def threats_through(board: Board, stones: int, cell: int) -> list[int]:
    """Return the cells where a stone completes a row next once `stones` has `cell`, ascending.

    They are empty, and the row goes through `cell` or, where stones fall, through that on top.
    """
    played, threats = stones | 1 << cell, 0
    for direction, rows in rows_through(board.rules, cell).items():
        is_exact = board.rules.exact
        single = _without_longer(direction, rows, cell, played) if is_exact else rows
        threats |= lacking_one(single, played)
    if not board.rules.gravity:
        return bits(threats & board.empty)
    playable = board.rules.playable_cells(board.occupied | 1 << cell)
    top = cell - board.rules.width
    if top >= 0 and playable >> top & 1 and row_through(board, played, top):
        threats |= 1 << top
    return bits(threats & playable)


def lacking_one(rows: Iterable[int], stones: int) -> int:
    """Return the bitboard of the cells on which one more stone completes one of the `rows`."""
    return union(missing for row in rows if not (missing := row & ~stones) & missing - 1)
