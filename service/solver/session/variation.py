"""The principal variation: how the game goes on when both sides play their best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.solver.analysis import UNLIMITED
from service.solver.lines import OPPONENT, ROOT, WIN
from service.solver.session.portfolio import Portfolio
from service.solver.session.time_manager import TimeManager

SLICE_SECONDS = 0.016
"""How long the search for replies may go without looking at the clock."""
LEAST_NODES = 1 << 13
"""Nodes that it may take on a large board, if there are as many left and the proof took fewer."""


def principal_variation(
    cell: int, bounds: tuple[int, int], portfolio: Portfolio, time_manager: TimeManager
) -> list[int]:
    """The line of play that begins with `cell` and reaches the value its bounds prove.

    It is complete when it ends with the game. Both sides play their best in it, unless a win by
    threats may not be the fastest, or its longest resistance is too hard to find: then the loser
    plays what the proof takes longest to refute. Without such a proof it stops early where the
    budget does or, on a large board, where the replies have taken as much as the proof did.
    """
    lower, upper = bounds
    score = min(lower, upper, key=abs)
    threats = portfolio.engines.others.threats
    win = None if threats is None else threats.win(cell, score)
    if win is not None and (win.forced or lower != upper):
        return win.line
    line = [cell]
    proven = () if win is None else win.line
    spent = portfolio.nodes
    most = max(2 * spent, spent + LEAST_NODES) if portfolio.engines.large else UNLIMITED
    portions = _portions(portfolio, time_manager, most)
    ended = _extend_line(portfolio, score, lower == upper, line, portions, proven)
    return line if ended or win is None else win.line


def _portions(portfolio: Portfolio, time_manager: TimeManager, most: int) -> Iterator[int]:
    """Nodes that may be spent next, until the budget ends or the portfolio has spent `most`."""
    # Two kinds of proof may share a portion, so that the cuts matter.
    for limit in time_manager.limits(SLICE_SECONDS, steady=True):
        while portfolio.nodes < min(limit, most):
            yield min(limit, most) - portfolio.nodes
        if portfolio.nodes >= most:
            return


def _extend_line(
    portfolio: Portfolio,
    score: int,
    exact: bool,
    line: list[int],
    portions: Iterator[int],
    proven: Sequence[int],
) -> bool:
    """Extend a line of play from the root, which has this score, by best replies.

    Returns whether the game has ended; if not, the portions are spent. No `advance` after it.
    """
    engines = portfolio.engines
    deepening, play = engines.deepening, engines.proven_play
    if play is not None:
        if score == 0:
            searched = any(proofs.nodes for proofs in engines.others.proofs)
            if (searched or portfolio.resumed) and play.draw(line, portions):
                return True
        elif not exact and WIN - abs(score) > deepening.depth + 1:
            return play.win(ROOT if score > 0 else OPPONENT, line, portions)
    return deepening.extend_line(score, line, portions, proven)
