"""Rows through one cell: what a stone there completes, stops or threatens."""

from __future__ import annotations

from service.game import Board
from service.game.geometry import DIRECTIONS


def row_through(board: Board, stones: int, cell: int) -> list[int]:
    """The cells of the first winning row that `stones` and a stone on `cell` form; else empty."""
    if stones.bit_count() < board.rules.row_length - 1:
        return []
    for down, right in DIRECTIONS:
        before = _run(board, stones, cell, -down, -right)
        row = [*reversed(before), cell, *_run(board, stones, cell, down, right)]
        if len(row) >= board.rules.row_length:
            return row
    return []


def threats_through(board: Board, stones: int, cell: int) -> list[int]:
    """Empty cells that would complete a row through `cell`, were it played by `stones`."""
    played = stones | 1 << cell
    free = board.empty & ~played
    found = set()
    for down, right in DIRECTIONS:
        for sign in (1, -1):
            run = _run(board, played, cell, sign * down, sign * right)
            gap = _step(board, run[-1] if run else cell, sign * down, sign * right)
            if gap is not None and free >> gap & 1 and row_through(board, played, gap):
                found.add(gap)
    return sorted(found)


def _run(board: Board, stones: int, cell: int, down: int, right: int) -> list[int]:
    """The stones that follow `cell` without a gap, nearest first."""
    run: list[int] = []
    width, height = board.rules.width, board.rules.height
    row, column = divmod(cell, width)
    row, column = row + down, column + right
    while 0 <= row < height and 0 <= column < width and stones >> row * width + column & 1:
        run.append(row * width + column)
        row, column = row + down, column + right
    return run


def _step(board: Board, cell: int, down: int, right: int) -> int | None:
    """The neighbour of `cell` in a direction; None beyond the edge."""
    row, column = divmod(cell, board.rules.width)
    row, column = row + down, column + right
    if 0 <= row < board.rules.height and 0 <= column < board.rules.width:
        return row * board.rules.width + column
    return None
