"""One analysis of a game that is not over, from the first glance to the conclusion."""

from __future__ import annotations

import time
from functools import partial

from service.game import Board
from service.solver.analysis import Analysis, Budget
from service.solver.certificates import Certificate, certify
from service.solver.conclusion import after_search, without_search
from service.solver.crew import Crew
from service.solver.engines import new_search
from service.solver.meter import Meter
from service.solver.options import outset
from service.solver.progress import Observer, look
from service.solver.transposition import TranspositionTable

SLICE_SECONDS = 0.001
"""How long the search may go without looking at the clock."""
ALONE_SECONDS = 0.01
"""How long a search goes on before it is given helpers."""
FOR_VARIATION = 0.1
"""The share of the budget that is kept for the principal variation."""
GLANCE_SECONDS = 0.005
"""Processor time of a glance: enough for small boards, forced moves and what the table knows."""


class Investigation:
    """What is known of a position so far. One thread at a time may use it."""

    def __init__(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None,
        table: TranspositionTable,
        crew: Crew,
    ) -> None:
        """An `observer` watches a pursuit; a `crew` helps there if nodes are not limited."""
        self._board, self._budget = board, budget
        self._crew = crew if budget.nodes is None else None
        self._outset = outset(board)
        self._certificate = Certificate()
        self._search = new_search(
            board,
            self._outset.empty,
            self._outset.cells,
            table,
            budget.best_only,
            1 + self._crew.helpers if self._crew else 1,
        )
        self._observer = observer
        self._meter = Meter(budget, self._search)
        self._limits = self._meter.limits(SLICE_SECONDS, FOR_VARIATION)

    def glance(self) -> Analysis | None:
        """The analysis, if a few milliseconds of this thread's own time are enough for it."""
        end = time.thread_time() + GLANCE_SECONDS
        if self._certify(GLANCE_SECONDS):
            return self._conclude()
        for limit in self._limits:
            if self._search.advance(limit):
                break
            if time.thread_time() >= end:
                return None
        return self._conclude()

    def pursue(self) -> Analysis:
        """The analysis when everything is proven or the budget is spent."""
        if self._certify(self._budget.left):
            return self._conclude()
        if self._observer:
            eye = partial(look, self._search, self._outset.cells, self._budget)
            self._meter.interrupted = partial(self._observer, eye)
        helpers = None
        try:
            for limit in self._limits:
                if self._search.advance(limit):
                    break
                if helpers is None and self._crew and self._budget.spent > ALONE_SECONDS:
                    helpers = self._crew.call(self._search)
        finally:
            # Whatever an observer or a signal raises: helpers would work on for ever.
            Crew.dismiss(self._search, helpers or [])
        return self._conclude()

    def give_up(self) -> Analysis:
        """The analysis as it stands, for want of time to go on."""
        self._meter.stopped_by = "time"
        return self._conclude()

    def _conclude(self) -> Analysis:
        certificate, budget = self._certificate, self._budget
        if certificate.proof is not None and certificate.settles:
            return without_search(self._outset, certificate.proof, budget)
        return after_search(self._outset, certificate, self._search, self._meter, budget)

    def _certify(self, seconds: float | None) -> bool:
        """Look for what is seen without a search; whether that settles all."""
        self._certificate = certify(self._board, self._outset.contents, seconds)
        self._certificate.tighten(
            self._outset.cells, self._outset.classes, self._search.lower, self._search.upper
        )
        return self._certificate.settles
