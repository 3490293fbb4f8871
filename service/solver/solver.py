"""The door: everything provable about a position within a budget."""

from __future__ import annotations

from dataclasses import replace

from service.game import Board, Rules, parse
from service.solver.analysis import Analysis, Budget, Cost, Proof
from service.solver.assessments import assess_finished
from service.solver.crew import Crew
from service.solver.gate import Gate
from service.solver.investigation import Investigation
from service.solver.memo import Memo
from service.solver.progress import Observer
from service.solver.store import Store
from service.solver.transposition import TranspositionTable


class Solver:
    """Analyses positions. Any number of threads may use one solver at once."""

    def __init__(
        self, table_mebibytes: int = 128, threads: int = 1, store: Store | None = None
    ) -> None:
        """Reserve a transposition table of at most `table_mebibytes`.

        A search that takes long, and has no limit of nodes, works in up to `threads` threads; all
        searches together have `threads - 1` helpers. Behind a gate, what takes long is looked up
        in a `store` first, and kept there.
        """
        self._crew = Crew(threads - 1)
        self.table = TranspositionTable(table_mebibytes)
        self._memo = Memo()
        self._store = store
        self.ready = False

    def warm_up(self) -> None:
        """Compile every kernel, or load it from the cache, by using it.

        All that is learnt meanwhile is forgotten, and the memory of this solver stays untouched.
        """
        pupil = Solver(1)
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
            pupil.analyse(board, Budget(nodes=10_000))
        self.ready = True

    def forget(self) -> None:
        """Forget all that was learnt, as if nothing had been asked yet."""
        self.table.clear()
        self._memo.clear()

    def analyse(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None = None,
        gate: Gate | None = None,
    ) -> Analysis:
        """Value every option of `board` as far as the budget goes; see `Analysis`.

        An `observer` sees how far the search has come, and may stop it; see `progress.Observer`.
        With a `gate`, what a glance of a few milliseconds does not settle must pass it, and is
        valued by that glance alone if it is not let through in time. The glance is not observed.
        """
        if board.status != "in_progress":
            cost = Cost(True, None, 0, 0, 0, budget.spent)
            return Analysis(board, assess_finished(board), [], [], Proof("game_over"), cost)
        if budget.seed is not None:
            return self._investigate(board, budget, observer, gate, None)
        key = (board, budget.best_only)
        kept = self._memo.recall(key)
        if kept is not None:
            return _recalled(kept, budget)
        analysis = self._investigate(board, budget, observer, gate, self._store)
        self._memo.keep(key, analysis)
        return analysis

    def _investigate(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None,
        gate: Gate | None,
        store: Store | None,
    ) -> Analysis:
        """Analyse a game that is not over and not known here."""
        investigation = Investigation(board, budget, observer, self.table, self._crew)
        if gate is None:
            return investigation.pursue()
        seen = investigation.glance()
        if seen is not None:
            return seen
        known = store.recall(board, budget.best_only) if store else None
        if known is not None:
            return _recalled(known, budget)
        analysis = gate(investigation.pursue, budget.deadline)
        if analysis is None:
            return investigation.give_up()
        if store and analysis.whole:
            store.keep(board, budget.best_only, analysis)
        return analysis


def _recalled(known: Analysis, budget: Budget) -> Analysis:
    """An analysis that was worked out before, at the cost of looking it up."""
    return replace(known, search=replace(known.search, nodes=0, table_hits=1, seconds=budget.spent))
