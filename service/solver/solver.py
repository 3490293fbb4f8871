"""The door: everything provable about a position within a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from service.game import Board
from service.game.lru_cache import LruCache
from service.solver import endgame
from service.solver.analysis import Analysis, Budget, Cost, Proof
from service.solver.book import Book
from service.solver.memory import ProvenOptions, TranspositionTable
from service.solver.ports import Admission, Store
from service.solver.root import assess_finished
from service.solver.session import Observer, Opening, Session, ThreadPool
from service.solver.warm_up import compile_kernels, kernels_compiled, load_kernels

MOST_KEPT = 16 << 20
"""Bytes of whole analyses; thousands of small boards, and dozens of 50x50."""


class Solver:
    """Analyses positions. Any number of threads may use one solver at once."""

    def __init__(
        self,
        table_mebibytes: int = 128,
        threads: int = 1,
        store: Store | None = None,
        book: Book | None = None,
    ) -> None:
        """Reserve a transposition table of at most `table_mebibytes`.

        A search that takes long, and has no limit of nodes, works in up to `threads` threads; all
        searches together have `threads - 1` helpers. Where searches need admission, a `store` is
        asked first, and keeps what they prove. What a `book` knows is not proven again.
        """
        self._pool = ThreadPool(threads - 1)
        self.table = TranspositionTable(table_mebibytes)
        self._whole: LruCache[tuple[Board, bool], Analysis] = LruCache(MOST_KEPT)
        """Whole analyses by their position and whether only its best option was asked for. The
        table keeps bounds of positions; here are options in their order, and lines of play."""
        self._store, self._book = store, book
        self.ready = False

    @staticmethod
    def compiled() -> bool:
        """Return whether the kernels are compiled, but for those that are compiled last."""
        return kernels_compiled()

    def warm_up(self, *, wide_words: bool = True) -> None:
        """Load every kernel, having it compiled before where it is not yet.

        That takes a minute, once on a machine. Without `wide_words`, what proves who wins on boards
        of more than 64 cells is loaded only if it is compiled; till then searches do without it.
        The memory of this solver stays untouched.
        """
        compile_kernels(wide_words=wide_words)
        load_kernels(wide_words=wide_words)
        self.ready = True

    def forget(self) -> None:
        """Forget all that was learnt, as if nothing had been asked yet."""
        self.table.clear()
        self._whole.clear()

    def analyse(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None = None,
        admission: Admission | None = None,
        proven: ProvenOptions | None = None,
    ) -> Analysis:
        """Value every option of `board` as far as the budget goes; see `Analysis`.

        An `observer` sees how far the search has come, and may stop it; see `progress.Observer`.
        With an `admission`, what a quick probe of a few milliseconds does not settle needs it, and
        is valued by that probe alone if it is not admitted in time. The probe is not observed.
        What is `proven` by an earlier search need not be again; this one adds to it.
        """
        found = self.at_once(board, budget)
        if found is not None:
            return found
        begin = partial(self._session, board, budget, observer, proven)
        if admission is None:
            analysis = begin().full_search()
        else:
            analysis = self._admitted(begin, board, budget, admission)
        self._keep(board, budget, analysis)
        return analysis

    def at_once(self, board: Board, budget: Budget) -> Analysis | None:
        """The analysis, if it takes no search worth the name: what is over, known or nearly over.

        Else None; then a few milliseconds may have been spent in vain.
        """
        if board.status != "in_progress":
            cost = Cost(True, None, 0, 0, 0, budget.spent)
            return Analysis(board, assess_finished(board), [], [], Proof("game_over"), cost)
        if budget.seed is None:
            kept = self._whole.get((board, budget.best_only))
            if kept is not None:
                return _recalled(kept, budget)
        opening = self._opening(board)
        analysis = opening.answer(budget) if opening else None
        if analysis is not None:
            return analysis
        analysis = endgame.analyse(board, budget, self.table)
        if analysis is not None:
            self._keep(board, budget, analysis)
        return analysis

    def glance(self, board: Board, budget: Budget) -> Analysis:
        """What can be said of `board` without a search: what is known, nearly over, or won at once.

        The rest is unknown, with first estimates for scores.
        """
        return self.at_once(board, budget) or self._session(board, budget).glance()

    def _opening(self, board: Board) -> Opening | None:
        """What the book says of a position, if there is a book and it does."""
        entry = self._book.find(board) if self._book else None
        return None if entry is None else Opening(board, entry)

    def _keep(self, board: Board, budget: Budget, analysis: Analysis) -> None:
        """Keep an analysis that will be the same whenever it is asked for."""
        if budget.seed is None and analysis.whole:
            self._whole.put((board, budget.best_only), analysis)

    def _session(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None = None,
        proven: ProvenOptions | None = None,
    ) -> Session:
        """A session that works the analysis out."""
        opening = self._opening(board)
        return Session(board, budget, observer, self.table, self._pool, proven, opening)

    def _admitted(
        self,
        begin: Callable[[], Session],
        board: Board,
        budget: Budget,
        admission: Admission,
    ) -> Analysis:
        """The analysis by a quick probe, else one that another process has kept, or by a search."""
        session, seen = admission.briefly(partial(_probe, begin))
        if seen is not None:
            return seen
        # With a seed another of equally good options may come first, whose line of play takes a
        # search of its own.
        store = self._store if budget.seed is None else None
        known = store.recall(board, budget.best_only) if store else None
        if known is not None:
            return _recalled(known, budget)
        analysis = admission.search(session.full_search, budget.deadline)
        if analysis is None:
            return admission.briefly(session.give_up)
        if store and analysis.whole:
            store.keep(board, budget.best_only, analysis)
        return analysis


def _probe(begin: Callable[[], Session]) -> tuple[Session, Analysis | None]:
    """A session, and the analysis if a few milliseconds are enough for it."""
    session = begin()
    return session, session.quick_probe()


def _recalled(known: Analysis, budget: Budget) -> Analysis:
    """An analysis that was worked out before, at the cost of looking it up."""
    return replace(known, search=replace(known.search, nodes=0, table_hits=1, seconds=budget.spent))
