"""The solver: it proves as much about a position as a budget allows."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from service.game import Board
from service.solver import endgame
from service.solver.analysis import Analysis, Budget, Cost, Proof
from service.solver.book import Book
from service.solver.lines import MOST_BOARD_CELLS
from service.solver.memory import KeptAnalyses, TranspositionTable
from service.solver.ports import Admission, Store
from service.solver.proven_options import ProvenOptions
from service.solver.root import assess_finished, look_at_root
from service.solver.session import Observer, Opening, Session, ThreadPool
from service.solver.warm_up import compile_kernels, kernels_compiled, load_kernels


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

        A long search without a limit of nodes works in up to `threads` threads; all searches
        together have `threads - 1` helper threads. Before a search that needs admission, its
        analysis is looked up in the `store`, which also keeps what such searches prove. What a
        `book` knows is not proven again.
        """
        self._pool = ThreadPool(threads - 1)
        self.table = TranspositionTable(table_mebibytes)
        self._kept = KeptAnalyses()
        self._store, self.book = store, book
        self.ready = False
        """Whether `warm_up` has ended."""

    @staticmethod
    def compiled() -> bool:
        """Return whether all kernels are compiled but those for wide words."""
        return kernels_compiled()

    def warm_up(self, *, wide_words: bool = True) -> None:
        """Load every kernel, compiled first if it is not yet: a minute, once on a machine.

        Without `wide_words`, the proofs on boards of more than 64 cells are loaded only if they are
        compiled; until then searches do without them. The table of this solver stays untouched.
        """
        compile_kernels(wide_words=wide_words)
        load_kernels(wide_words=wide_words)
        self.ready = True

    def forget(self) -> None:
        """Forget everything that earlier analyses have left."""
        self.table.clear()
        self._kept.clear()

    def analyse(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None = None,
        admission: Admission | None = None,
        proven: ProvenOptions | None = None,
    ) -> Analysis:
        """Analyse every option of `board` as far as the budget goes; see `Analysis`.

        An `observer` sees the progress of the search, and may stop it; see `progress.Observer`.
        With an `admission`, what a quick probe of a few milliseconds does not settle is searched
        once it is admitted; if that is not in time, the probe alone is the analysis. The probe is
        not observed. The search begins with what is `proven`, and adds to it.
        """
        found = self.at_once(board, budget)
        if found is not None:
            return found
        begin = partial(self._session, board, budget, observer, proven)
        if admission is None:
            analysis = begin().full_search()
        else:
            analysis = self._admitted(begin, board, budget, admission)
        return self._kept.put(analysis, budget)

    def at_once(self, board: Board, budget: Budget) -> Analysis | None:
        """Return the analysis of a position that is over, known or nearly over; else None.

        In vain it takes a few milliseconds at most. Raise ValueError if the board is too large for
        any search, or no search knows its rules.
        """
        if board.rules.cells > MOST_BOARD_CELLS:
            raise ValueError(f"boards of more than {MOST_BOARD_CELLS} cells are not supported")
        if not board.rules.rows_decide:
            on = ", ".join(board.rules.switched_on)
            raise ValueError(f"no search knows what decides under {on}: see Rules.rows_decide")
        if board.status != "in_progress":
            cost = Cost(True, None, 0, 0, 0, budget.spent)
            return Analysis(board, assess_finished(board), [], [], Proof("game_over"), cost)
        known = self._kept.answer(board, budget)
        if known is not None:
            return _recalled(known, budget)
        if self.book and self.book.find(board):
            return None
        found = endgame.analyse(board, budget, self.table, self._kept.find(board))
        if found is None:
            return None
        analysis, proven = found
        self._kept.share(proven)
        return self._kept.put(analysis, budget)

    def glance(self, board: Board, budget: Budget) -> Analysis:
        """Return the analysis of `board` without a search beyond `at_once`.

        Of options only immediate wins are known, and what earlier analyses have proven; the scores
        of the others are first estimates.
        """
        found = self.at_once(board, budget)
        if found is None and (known := self._kept.answer(board, replace(budget, best_only=True))):
            # Of the best option all is known, but every option is asked for.
            recalled = _recalled(known, budget)
            return replace(recalled, search=replace(recalled.search, complete=False, depth=0))
        return found or self._session(board, budget).glance()

    def _opening(self, board: Board) -> Opening | None:
        """Return what the book says of a position; None if it says nothing."""
        entry = self.book.find(board) if self.book else None
        return None if entry is None else Opening(board, entry)

    def _session(
        self,
        board: Board,
        budget: Budget,
        observer: Observer | None = None,
        proven: ProvenOptions | None = None,
    ) -> Session:
        """Return a session that works the analysis out, beginning with what is proven."""
        opening = self._opening(board)
        root = opening.root if opening else look_at_root(board)
        proven = proven or self._kept.share(ProvenOptions(board, root.cells))
        return Session(root, budget, observer, self.table, self._pool, proven, opening)

    def _admitted(
        self,
        begin: Callable[[], Session],
        board: Board,
        budget: Budget,
        admission: Admission,
    ) -> Analysis:
        """Return the analysis by a quick probe, else one of the store, else one by a search."""
        session, seen = admission.briefly(partial(_probe, begin))
        if seen is not None:
            return seen
        # With a seed another of equally good options may come first, whose line of play has to be
        # searched.
        store = self._store if budget.seed is None else None
        known = store.recall(board, best_only=budget.best_only) if store else None
        if known is not None and session.takes_over(known):
            return _recalled(known, budget)
        analysis = admission.search(session.full_search, budget.deadline)
        if analysis is None:
            return admission.briefly(session.give_up)
        if store and analysis.whole:
            store.keep(board, analysis, best_only=budget.best_only)
        return analysis


def _probe(begin: Callable[[], Session]) -> tuple[Session, Analysis | None]:
    """Return a session, and the analysis if a few milliseconds are enough for it."""
    session = begin()
    return session, session.quick_probe()


def _recalled(known: Analysis, budget: Budget) -> Analysis:
    """Return an earlier analysis, at the cost of looking it up."""
    return replace(known, search=replace(known.search, nodes=0, table_hits=1, seconds=budget.spent))
