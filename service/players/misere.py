"""The reasons for moves where the player who makes a row loses."""

import numpy as np

from service.game import Board
from service.players import reasons
from service.players.choice import Reason
from service.players.rows import open_rows_through, rows_through
from service.players.view import View, without


def explain(view: View, cell: int) -> Reason:
    """Return the first reason that holds for a legal move."""
    board = view.board
    if cell in view.losing:
        return reasons.makes_row(board, cell, without(view.legal, view.losing))
    if len(view.legal) == 1:
        return reasons.only_cell(board, cell)
    rows = open_rows_through(board, board.to_move, cell)
    if rows and _answers_opposite(board, cell):
        return reasons.answers_opposite(board, cell)
    if view.losing:
        return reasons.makes_no_row(board, cell, view.losing)
    if not rows:
        return reasons.stays_out(board, cell)
    counts = np.bincount(view.own.lines.reshape(-1), minlength=board.rules.cells)
    if counts[cell] == counts[view.legal].min():
        return reasons.is_on_fewest_lines(board, cell, rows)
    return reasons.is_on_lines(board, cell, rows)


def _answers_opposite(board: Board, cell: int) -> bool:
    """Return whether the mover can answer each move on the cell opposite, and then is safe.

    The opponent's stones have to be opposite to those of the mover, but for one in the middle. Each
    row that the mover would complete with an answer is then opposite to one that the opponent has
    completed with the move, unless it goes through the middle: a row there has to contain
    cells that are opposite to each other, which are never of one player.
    """
    rules, own = board.rules, board.own | 1 << cell
    middle = 1 << rules.cells // 2 if rules.cells % 2 else 0
    if rules.gravity or _opposite(board, rules.walls) != rules.walls:
        return False
    if own & ~middle != _opposite(board, board.opponent) or middle & board.empty & ~own:
        return False
    return not own & middle or all(
        row & _opposite(board, row) & ~middle
        for rows in rows_through(rules, rules.cells // 2).values()
        for row in rows
    )


def _opposite(board: Board, cells: int) -> int:
    """Return the bitboard of the cells on the other side of the middle."""
    return int(f"{cells:0{board.rules.cells}b}"[::-1], 2)
