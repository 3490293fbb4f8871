"""The reasons for moves where the player who makes a row loses."""

import numpy as np

from service.players import reasons
from service.players.choice import Reason
from service.players.rows import open_rows_through
from service.players.view import View, without
from service.solver.static_proofs import answers_opposite


def explain(view: View, cell: int) -> Reason:
    """Return the first reason that holds for a legal move."""
    board = view.board
    if cell in view.losing:
        return reasons.makes_row(board, cell, without(view.legal, view.losing))
    if len(view.legal) == 1:
        return reasons.only_cell(board, cell)
    rows = open_rows_through(board, board.to_move, cell)
    if rows and not board.rules.gravity and answers_opposite(board.play(cell)):
        return reasons.ANSWERS_OPPOSITE.of(board, cell)
    if view.losing:
        return reasons.MAKES_NO_ROW.of(board, cell, view.losing, cells=view.losing)
    if not rows:
        return reasons.STAYS_OUT.of(board, cell)
    counts = np.bincount(view.own.lines.reshape(-1), minlength=board.rules.cells)
    if board.geometry.lists_lines and counts[cell] == counts[view.legal].min():
        return reasons.IS_ON_FEWEST_LINES.of_rows(board, cell, rows)
    return reasons.IS_ON_LINES.of_rows(board, cell, rows)
