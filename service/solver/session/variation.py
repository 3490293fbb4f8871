"""The principal variation: the line of play in which both sides play their best."""

from collections.abc import Iterator
from functools import partial

from service.solver.analysis import UNLIMITED, Extension
from service.solver.lines import OPPONENT, ROOT, WIN
from service.solver.proof_number import ProofNumberEngine
from service.solver.session.portfolio import Portfolio
from service.solver.session.slice_timer import MOST_STEADY, SliceTimer
from service.solver.session.time_manager import TimeManager
from service.solver.threats import Threats

SLICE_SECONDS = 0.016
"""The time after which the search for replies looks at the clock."""
LEAST_NODES = 1 << 13
"""Nodes that it may take on a large board, even if the proof took fewer."""


class Variation:
    """A line of play that is extended from where it was left, until it ends with the game.

    Both sides play their best in it, unless a win by threats may not be the fastest, or its longest
    resistance is too hard to find: then the loser plays what the proof takes longest to refute.
    Without such a proof it stops early when the budget ends or, on a large board, when the replies
    have taken as many nodes as the proof.
    """

    def __init__(
        self,
        line: list[int],
        portfolio: Portfolio,
        time_manager: TimeManager,
        bounds: tuple[int, int] | None = None,
    ) -> None:
        """Begin with a `line` that reaches what `bounds` prove of its first move.

        Without bounds it stays as it is. No `advance` of the portfolio may follow.
        """
        self._line = line
        self._portfolio, self._time_manager = portfolio, time_manager
        # Two kinds of proof may share a portion, so that the cuts matter: where nodes are limited,
        # they do not depend on the clock.
        self._timer = SliceTimer(None if time_manager.counts_nodes else SLICE_SECONDS)
        spent = portfolio.nodes
        self._most = UNLIMITED
        if portfolio.engines.large:
            self._most = max(2 * spent, spent + LEAST_NODES)
        self._fallback: list[int] = []
        self._ways: list[Extension] = []
        if bounds is not None:
            lower, upper = bounds
            score, threats = min(bounds, key=abs), portfolio.all_of(Threats)
            win = threats[0].win(line[0], score) if threats else None
            self._fallback = win.line if win else []
            if win is None or not (win.forced or lower != upper):
                self._ways += _ways(portfolio, score, self._fallback, exact=lower == upper)

    @property
    def line(self) -> list[int]:
        """Return the line as far as it is known."""
        return self._fallback or self._line

    def extend(self, most_nodes: int) -> bool:
        """Extend the line by about so many nodes; return whether more would be of no use.

        The last portion may exceed them, by no more nodes than all before it and those of a first
        slice.
        """
        portfolio, begun = self._portfolio, self._portfolio.nodes
        for limit in self._time_manager.limits() if self._ways else ():
            before = portfolio.nodes
            self._spend(min(before + min(self._timer.begin(), MOST_STEADY), limit, self._most))
            self._timer.end(portfolio.nodes - before)
            if not self._ways:
                return True
            if portfolio.nodes >= self._most:
                self._time_manager.stop_early()
                return True
            if portfolio.nodes - begun >= most_nodes:
                return False
        return True

    def _spend(self, limit: int) -> None:
        """Extend the line until it has ended, or so many nodes are spent in all."""
        while self._ways and (left := limit - self._portfolio.nodes) > 0:
            if self._ways[0](self._line, left):
                self._ways, self._fallback = [], []
            elif self._portfolio.nodes < limit:
                del self._ways[0]


def _ways(
    portfolio: Portfolio, score: int, proven: list[int], *, exact: bool
) -> Iterator[Extension]:
    """Yield the ways to extend a line of play from the root, which has this score.

    `exact` says that the score has the exact plies.
    """
    engines = portfolio.engines
    deepening, play = engines.deepening, engines.proven_play
    if play is not None:
        searched = any(proofs.nodes for proofs in portfolio.all_of(ProofNumberEngine))
        if score == 0 and (searched or portfolio.resumed):
            yield play.draw
        elif score != 0 and not exact and WIN - abs(score) > deepening.depth + 1:
            yield partial(play.win, ROOT if score > 0 else OPPONENT)
    yield partial(deepening.extend_line, score, proven)
    if (heuristic := portfolio.heuristic) is not None:
        yield partial(heuristic.extend_line, score)
