"""The principal variation: the line of play in which both sides play their best."""

from collections.abc import Iterator, Sequence

from service.solver.analysis import UNLIMITED
from service.solver.lines import OPPONENT, ROOT, WIN
from service.solver.session.portfolio import Portfolio
from service.solver.session.time_manager import TimeManager

SLICE_SECONDS = 0.016
"""The time after which the search for replies looks at the clock."""
LEAST_NODES = 1 << 13
"""Nodes that it may take on a large board, even if the proof took fewer."""


def principal_variation(
    cell: int, bounds: tuple[int, int], portfolio: Portfolio, time_manager: TimeManager
) -> list[int]:
    """Return the line of play that begins with `cell` and reaches the value that `bounds` prove.

    It is complete if it ends with the game. Both sides play their best in it, unless a win by
    threats may not be the fastest, or its longest resistance is too hard to find: then the loser
    plays what the proof takes longest to refute. Without such a proof it stops early when the
    budget ends or, on a large board, when the replies have taken as many nodes as the proof.
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
    ended = _extend_line(portfolio, score, line, portions, proven, exact=lower == upper)
    return line if ended or win is None else win.line


def _portions(portfolio: Portfolio, time_manager: TimeManager, most: int) -> Iterator[int]:
    """Yield the nodes that may be spent next, until the budget or `most` nodes are spent."""
    # Two kinds of proof may share a portion, so that the cuts matter.
    for limit in time_manager.limits(SLICE_SECONDS, steady=True):
        while portfolio.nodes < min(limit, most):
            yield min(limit, most) - portfolio.nodes
        if portfolio.nodes >= most:
            return


def _extend_line(
    portfolio: Portfolio,
    score: int,
    line: list[int],
    portions: Iterator[int],
    proven: Sequence[int],
    *,
    exact: bool,
) -> bool:
    """Extend a line of play from the root, which has this score, by best replies.

    `exact` says that the score has the exact plies. Returns whether the game has ended; if not,
    the portions are spent. No `advance` may follow.
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
    if deepening.extend_line(score, line, portions, proven):
        return True
    heuristic = portfolio.heuristic
    return heuristic is not None and heuristic.extend_line(score, line, portions)
