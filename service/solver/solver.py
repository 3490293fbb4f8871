"""The door: everything provable about a position within a budget."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from service.game import Board, Rules, parse
from service.solver.analysis import Analysis, Budget, Cost, Proof
from service.solver.assessments import assess_finished
from service.solver.certificates import certify
from service.solver.conclusion import after_search, without_search
from service.solver.crew import Crew
from service.solver.engines import new_search
from service.solver.memo import Memo
from service.solver.meter import Meter
from service.solver.options import outset
from service.solver.progress import Observer, look
from service.solver.store import Store
from service.solver.transposition import TranspositionTable

SLICE_SECONDS = 0.001
"""How long the search may go without looking at the clock."""
ALONE_SECONDS = 0.01
"""How long a search goes on before it is given helpers."""
FOR_VARIATION = 0.1
"""The share of the budget that is kept for the principal variation."""


class Solver:
    """Analyses positions. Any number of threads may use one solver at once."""

    def __init__(
        self, table_mebibytes: int = 128, threads: int = 1, store: Store | None = None
    ) -> None:
        """Reserve a transposition table of at most `table_mebibytes`.

        A search that takes long, and has no limit of nodes, works in up to `threads` threads; all
        searches together have `threads - 1` helpers. What others have kept in the `store` is not
        worked out again.
        """
        self._threads = threads
        self._crew = Crew(threads - 1)
        self.table = TranspositionTable(table_mebibytes)
        self._memo = Memo()
        self._store = store
        self.ready = False

    def warm_up(self) -> None:
        """Compile every kernel, or load it from the cache, by using it."""
        # A small board, the empty cells of a larger one, a large one, draw proofs, pairs and tiles.
        for board in (
            Board(Rules(3, 3, 3)),
            parse(["XOXOXOXOX", *["." * 9] * 7], 4),
            Board(Rules(9, 9, 5)),
            Board(Rules(5, 4, 4)),
            Board(Rules(5, 5, 5)),
            Board(Rules(14, 14, 8)),
            parse(["X........", ".........", "...OO....", *["........."] * 5, "........X"], 4),
        ):
            # What is known already would compile nothing.
            self._search(board, Budget(nodes=10_000), None)
        self.ready = True

    def forget(self) -> None:
        """Forget all that was learnt, as if nothing had been asked yet."""
        self.table.clear()
        self._memo.clear()

    def analyse(self, board: Board, budget: Budget, observer: Observer | None = None) -> Analysis:
        """Value every option of `board` as far as the budget goes; see `Analysis`.

        An `observer` sees how far the search has come, and may stop it; see `progress.Observer`.
        """
        if board.status != "in_progress":
            cost = Cost(True, None, 0, 0, 0, budget.spent)
            return Analysis(board, assess_finished(board), [], [], Proof("game_over"), cost)
        if budget.seed is not None:
            return self._search(board, budget, observer)
        key = (board, budget.best_only)
        kept = self._memo.recall(key)
        if kept is None and self._store is not None:
            kept = self._store.recall(*key)
            if kept is not None:
                self._memo.keep(key, kept)
        if kept is not None:
            cost = replace(kept.search, nodes=0, table_hits=1, seconds=budget.spent)
            return replace(kept, search=cost)
        analysis = self._search(board, budget, observer)
        self._memo.keep(key, analysis)
        if self._store is not None:
            self._store.keep(*key, analysis)
        return analysis

    def _search(self, board: Board, budget: Budget, observer: Observer | None) -> Analysis:
        """Analyse a game that is not over."""
        options = outset(board)
        certificate = certify(board, options.contents, budget.seconds)
        if certificate.proof is not None and certificate.settles:
            return without_search(options, certificate.proof, budget)
        threads = self._threads if budget.nodes is None else 1
        empty, cells = options.empty, options.cells
        search = new_search(board, empty, cells, self.table, budget.best_only, threads)
        certificate.tighten(cells, options.classes, search.lower, search.upper)
        glance = partial(look, search, cells, budget)
        meter = Meter(budget, search, observer and partial(observer, glance))
        helpers = None
        try:
            for limit in meter.limits(SLICE_SECONDS, FOR_VARIATION):
                if search.advance(limit):
                    break
                if helpers is None and threads > 1 and budget.spent > ALONE_SECONDS:
                    helpers = self._crew.call(search)
        finally:
            # Whatever an observer or a signal raises: helpers would work on for ever.
            self._crew.dismiss(search, helpers or [])
        return after_search(options, certificate, search, meter, budget)
