"""The principal variation: the line of play in which both sides play their best."""

from collections.abc import Generator, Iterator, Sequence

from service.solver.analysis import UNLIMITED, Extension
from service.solver.lines import OPPONENT, ROOT, WIN
from service.solver.session.portfolio import Portfolio
from service.solver.session.slice_timer import MOST_STEADY, SliceTimer
from service.solver.session.time_manager import TimeManager

SLICE_SECONDS = 0.016
"""The time after which the search for replies looks at the clock."""
LEAST_NODES = 1 << 13
"""Nodes that it may take on a large board, even if the proof took fewer."""


def principal_variation(
    cell: int, bounds: tuple[int, int], portfolio: Portfolio, time_manager: TimeManager
) -> Generator[int, bool, list[int]]:
    """Return the line of play that begins with `cell` and reaches the value that `bounds` prove.

    It is complete if it ends with the game. Both sides play their best in it, unless a win by
    threats may not be the fastest, or its longest resistance is too hard to find: then the loser
    plays what the proof takes longest to refute. Without such a proof it stops early when the
    budget ends or, on a large board, when the replies have taken as many nodes as the proof.

    It yields the nodes of each portion that is spent, and stops early once it is sent True.
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
    extension = _extend_line(portfolio, score, line, proven, exact=lower == upper)
    portions = _portions(portfolio, time_manager, most)
    ended = yield from _spend(extension, portions, portfolio, time_manager)
    return line if ended or win is None else win.line


def _spend(
    extension: Extension,
    portions: Iterator[int],
    portfolio: Portfolio,
    time_manager: TimeManager,
) -> Generator[int, bool, bool]:
    """Have a line extended until the game has ended, which it returns, or the portions are spent.

    It yields the nodes of each portion that is spent, and stops early once it is sent True.
    """
    try:
        next(extension)
        for nodes in portions:
            before = portfolio.nodes
            extension.send(nodes)
            # A step counts, whatever it has taken, so that their number is bounded, too.
            if (yield max(portfolio.nodes - before, 1)):
                time_manager.stop_early()
                break
    except StopIteration as end:
        return bool(end.value)
    return False


def _portions(portfolio: Portfolio, time_manager: TimeManager, most: int) -> Iterator[int]:
    """Yield the nodes that may be spent next, until the budget or `most` nodes are spent."""
    # Two kinds of proof may share a portion, so that the cuts matter: where nodes are limited, they
    # do not depend on the clock.
    timer = SliceTimer(None if time_manager.counts_nodes else SLICE_SECONDS)
    for limit in time_manager.limits():
        before = portfolio.nodes
        end = min(before + min(timer.begin(), MOST_STEADY), limit, most)
        while portfolio.nodes < end:
            yield end - portfolio.nodes
        timer.end(portfolio.nodes - before)
        if portfolio.nodes >= most:
            return


def _extend_line(
    portfolio: Portfolio, score: int, line: list[int], proven: Sequence[int], *, exact: bool
) -> Extension:
    """Extend a line of play from the root, which has this score, by best replies.

    `exact` says that the score has the exact plies. No `advance` may follow.
    """
    engines = portfolio.engines
    deepening, play = engines.deepening, engines.proven_play
    if play is not None:
        if score == 0:
            searched = any(proofs.nodes for proofs in engines.others.proofs)
            if (searched or portfolio.resumed) and (yield from play.draw(line)):
                return True
        elif not exact and WIN - abs(score) > deepening.depth + 1:
            return (yield from play.win(ROOT if score > 0 else OPPONENT, line))
    if (yield from deepening.extend_line(score, line, proven)):
        return True
    heuristic = portfolio.heuristic
    return heuristic is not None and (yield from heuristic.extend_line(score, line))
