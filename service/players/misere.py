"""The reasons for moves where the player who makes a row loses."""

from service.players import reasons
from service.players.choice import Reason
from service.players.rows import open_rows_through
from service.players.view import View, without


def explain(view: View, cell: int) -> Reason:
    """Return the first reason that holds for a legal move."""
    board = view.board
    if cell in view.losing:
        return reasons.makes_row(board, cell, without(view.legal, view.losing))
    if len(view.legal) == 1:
        return reasons.only_cell(board, cell)
    if view.losing:
        return reasons.makes_no_row(board, cell, view.losing)
    return reasons.stays_out(board, cell, open_rows_through(board, board.to_move, cell))
