"""One analysis of a game that is not over, from the quick probe to the conclusion."""

import math
import time
from functools import partial

import numpy as np

from service.solver.analysis import UNLIMITED, Analysis, Budget
from service.solver.lines import CELLS
from service.solver.memory import TranspositionTable
from service.solver.proven_options import ProvenOptions
from service.solver.root import RootMoves, told_bounds
from service.solver.session.conclusion import Conclusion
from service.solver.session.engines import engines_for
from service.solver.session.opening import Opening
from service.solver.session.portfolio import Portfolio
from service.solver.session.progress import Observer, look
from service.solver.session.slice_timer import slice_seconds_of
from service.solver.session.threads import ThreadPool
from service.solver.session.time_manager import TimeManager
from service.solver.static_proofs import StaticProof, find_static_proof

ALONE_SECONDS = 0.01
"""The time after which a search gets helper threads."""
RESERVED = 0.1
"""The share of the budget that is reserved for what is computed after the search."""
QUICK_PROBE_SECONDS = 0.005
"""Processor time, enough for small boards, forced moves and what the table knows."""
TURN_NODES = 1 << 13
"""Nodes of a conclusion in the turn of a question, which nobody observes: most small boards need
fewer. A node of a larger board takes longer, so that it gets fewer nodes, see `_turn_nodes`."""


class Session:
    """The analysis of one position. One thread at a time may use it."""

    def __init__(
        self,
        root: RootMoves,
        budget: Budget,
        observer: Observer | None,
        table: TranspositionTable,
        pool: ThreadPool,
        proven: ProvenOptions,
        opening: Opening | None = None,
    ) -> None:
        """Prepare the analysis; nothing is searched yet.

        An `observer` watches the full search; threads of the `pool` help if nodes are not limited.
        The search begins with what is `proven`, and with what the book says of an `opening`; what
        it proves it adds to `proven`.
        """
        self._root, self._budget = root, budget
        self._pool = pool if budget.nodes is None else None
        self._static_proof = StaticProof()
        self._static_seconds = -1.0
        threads = 1 + pool.helpers if self._pool else 1
        self._opening, known = opening, False
        if opening is not None:
            proven.tighten(opening.proven)
            known = opening.settles(best_only=budget.best_only)
        engines = engines_for(
            root.board, root.empty, root.cells, table, best_only=budget.best_only, threads=threads
        )
        self._portfolio = Portfolio(engines, proven, slice_seconds_of(budget), known=known)
        self._observer = observer
        self._time_manager = TimeManager(budget, self._portfolio)
        self._limits = self._time_manager.limits(RESERVED)
        self._conclusion: Conclusion | None = None

    def quick_probe(self) -> Analysis | None:
        """Return the analysis if a few milliseconds of this thread's time are enough; else None."""
        end = time.thread_time() + QUICK_PROBE_SECONDS
        self._find_static_proof(QUICK_PROBE_SECONDS)
        for limit in self._limits:
            if self._portfolio.advance(limit):
                break
            if time.thread_time() >= end:
                return None
        conclusion = self._conclude()
        return conclusion.analysis() if conclusion.extend_line(self._turn_nodes) else None

    def full_search(self) -> Analysis:
        """Search until everything is proven or the budget is spent; return the analysis."""
        if self._observer:
            progress = partial(look, self._portfolio, self._budget)
            self._time_manager.interrupted = partial(self._observer, progress)
        if self._conclusion is None:
            self._search()
        conclusion = self._conclude()
        conclusion.extend_line(UNLIMITED)
        return conclusion.analysis()

    def glance(self) -> Analysis:
        """Return the analysis before any search: which options win at once."""
        return self._conclude_briefly()

    def takes_over(self, analysis: Analysis) -> bool:
        """Take over what another analysis proves of the position.

        Returns whether it says all that is proven of the options.
        """
        root, proven = self._root, self._portfolio.proven
        by_cell = {option.cell: option.assessment for option in analysis.options}
        assessments = [by_cell[cell] for cell in root.cells.tolist()]
        bounds = np.array([told_bounds(assessment) for assessment in assessments]).T.copy()
        # No option is better than the best.
        _, most = told_bounds(analysis.assessment)
        np.minimum(bounds[1], most, out=bounds[1])
        proven.tighten(ProvenOptions(root.board, root.cells, bounds))
        scores = np.array([assessment.score for assessment in assessments])
        return root.assess_options(proven.snapshot(), scores) == assessments

    def give_up(self) -> Analysis:
        """Return the analysis as it stands, since there is no time to go on."""
        self._time_manager.stopped_by = "time"
        return self._conclude_briefly()

    def _search(self) -> None:
        """Search until everything is proven or the budget is spent, with the helper threads."""
        self._find_static_proof(self._budget.left)
        helpers = None
        try:
            for limit in self._limits:
                if self._portfolio.advance(limit):
                    break
                if helpers is None and self._pool and self._budget.spent > ALONE_SECONDS:
                    helpers = self._pool.help(self._portfolio)
        finally:
            # Also if an observer or a signal raises: the helpers would work on for ever.
            ThreadPool.join(self._portfolio, helpers or [])

    @property
    def _turn_nodes(self) -> int:
        """Return the nodes that a conclusion may take in the turn of a question."""
        return TURN_NODES * CELLS // max(self._root.board.rules.cells, CELLS)

    def _conclude_briefly(self) -> Analysis:
        """Return the analysis, with no more than the nodes of a turn for what is still to do."""
        conclusion = self._conclude()
        if not conclusion.extend_line(self._turn_nodes):
            self._time_manager.stop_early()
        return conclusion.analysis()

    def _conclude(self) -> Conclusion:
        """Return the conclusion, which may have begun already."""
        if self._conclusion is None:
            self._conclusion = Conclusion(
                self._root,
                self._static_proof,
                self._opening,
                self._portfolio,
                self._time_manager,
                self._budget,
            )
        return self._conclusion

    def _find_static_proof(self, seconds: float | None) -> None:
        """Look for what needs no search, unless as much time has been given to that before.

        Nor is it looked for where the book says all that is asked for.
        """
        if self._portfolio.known:
            return
        if seconds is None or seconds > self._static_seconds:
            self._static_seconds = math.inf if seconds is None else seconds
            root = self._root
            self._static_proof = find_static_proof(root.board, root.contents, seconds)
            self._portfolio.proven.tighten(self._static_proof.proven(root))
