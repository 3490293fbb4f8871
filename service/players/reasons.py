"""Why a move is the choice, said so that it is always true and a child understands it.

A reason rests only on the stones and on proven values; the first that holds is given.
"""

from __future__ import annotations

from service.game import name_cell, other
from service.players.choice import Reason
from service.players.threats import row_through, threats_through
from service.solver import Analysis, Option


def explain(analysis: Analysis, option: Option) -> Reason:
    """The reason for playing `option`, one of the best in `analysis`."""
    return _by_stones(analysis, option) or _by_value(analysis, option)


def _by_stones(analysis: Analysis, option: Option) -> Reason | None:
    """What the stones show at a glance: a win, a block or a fork."""
    board, cell, value = analysis.board, option.cell, option.assessment.value
    mover, rival = board.to_move, other(board.to_move)
    if row := row_through(board, board.own, cell):
        return Reason("win", row, f"{mover} wins with {len(row)} in a row.")
    if len(analysis.options) == 1:
        return Reason("only_move", [cell], "It is the only empty cell.")
    if value != -1 and (row := row_through(board, board.opponent, cell)):
        text = f"This stops {rival} from making {len(row)} in a row."
        return Reason("block", row, text)
    # Two threats do not help when the rival completes a row first: the value knows.
    if value == 1 and len(threats := threats_through(board, board.own, cell)) > 1:
        places = " and ".join(name_cell(board, threat) for threat in threats)
        text = f"{mover} can win next at {places}, and {rival} can stop only one of them."
        return Reason("fork", threats, text)
    return None


def _by_value(analysis: Analysis, option: Option) -> Reason:
    """What the search has proven."""
    cell, bounds = option.cell, option.assessment.bounds
    mover, rival = analysis.mover, other(analysis.mover)
    if bounds.lower == 1:
        text = f"After this {mover} can win, whatever {rival} does."
        return Reason("forced_win", [cell], text)
    lost = [each.assessment.value == -1 for each in analysis.options if each.cell != cell]
    if bounds.upper == -1:
        if all(lost) and option is analysis.options[0]:
            text = f"{rival} can win against every move, and no other is known to last longer."
        else:
            text = f"{rival} can win against this move."
        return Reason("delays_loss", [cell], text)
    if all(lost):
        return Reason("only_move", [cell], f"After every other move {rival} can win.")
    if bounds.lower == 0:
        text = f"After this {mover} can at least draw, whatever {rival} does."
        return Reason("holds_draw", [cell], text)
    return Reason(
        "best_estimate", [cell], "This could not be worked out to the end; it looks best."
    )
