"""The rows through one cell, and what a stone there completes or threatens."""

from __future__ import annotations

from functools import lru_cache

from service.game import Board, Rules, bits
from service.game.geometry import DIRECTIONS

Direction = tuple[int, int]
Rows = dict[Direction, list[int]]

MOST_KEPT = 400
"""The rows of boards of up to so many cells are cached; on the largest, a cell takes 0.5 MB."""


def rows_through(rules: Rules, cell: int) -> Rows:
    """The rows through a cell by direction, each the bitboard of its `row_length` cells.

    Rows of one direction are in order along the line; directions without a row are left out.
    """
    return (_kept if rules.cells <= MOST_KEPT else _all_rows)(rules, cell)


def _all_rows(rules: Rules, cell: int) -> Rows:
    found = {each: _rows(rules, cell, each) for each in DIRECTIONS}
    return {direction: rows for direction, rows in found.items() if rows}


_kept = lru_cache(maxsize=256)(_all_rows)


def row_through(board: Board, stones: int, cell: int) -> list[int]:
    """The cells of the first row that a stone on `cell` completes with `stones`; else empty."""
    played = stones | 1 << cell
    for direction, rows in rows_through(board.rules, cell).items():
        for row in rows:
            if not row & ~played:
                down, right = direction
                before = _run(board, stones, cell, -down, -right)
                return [*reversed(before), cell, *_run(board, stones, cell, down, right)]
    return []


def threats_through(board: Board, stones: int, cell: int) -> list[int]:
    """The empty cells that would complete a row through `cell` once `stones` has a stone there."""
    played, threats = stones | 1 << cell, 0
    for rows in rows_through(board.rules, cell).values():
        for row in rows:
            missing = row & ~played
            if not missing & missing - 1:
                threats |= missing
    return bits(threats & board.empty)


def _rows(rules: Rules, cell: int, direction: Direction) -> list[int]:
    """The rows through a cell in one direction, each a bitboard, in order along the line."""
    (row, column), (down, right) = divmod(cell, rules.width), direction
    length, step = rules.row_length, down * rules.width + right
    before, after = (_room(rules, row, column, sign * down, sign * right) for sign in (-1, 1))
    starts = range(-min(before, length - 1), min(after, length - 1) - length + 2)
    if not starts:
        return []
    first = sum(1 << each * step for each in range(length))
    return [first << cell + start * step for start in starts]


def _room(rules: Rules, row: int, column: int, down: int, right: int) -> int:
    """How many steps down and right, or against that, are possible from a cell."""
    rows = rules.height - 1 - row if down > 0 else row if down else rules.cells
    columns = rules.width - 1 - column if right > 0 else column if right else rules.cells
    return min(rows, columns)


def _run(board: Board, stones: int, cell: int, down: int, right: int) -> list[int]:
    """The cells of the stones that follow `cell` without a gap, the nearest first."""
    step = down * board.rules.width + right
    room = _room(board.rules, *divmod(cell, board.rules.width), down, right)
    run: list[int] = []
    while len(run) < room and stones >> (cell := cell + step) & 1:
        run.append(cell)
    return run
