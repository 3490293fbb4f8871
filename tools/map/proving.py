"""The proof of one game of the map."""

import re
import time
from hashlib import sha256

import numpy as np

from service import __version__
from service.game import Board, Rules, lazy, name_cell
from service.research.certificates import NoCertificateError, certificate
from service.research.long_search.provenance import processor_name
from service.research.long_search.search_observer import SearchObserver
from service.solver import Analysis, Budget, Look, Solver
from service.solver.book import Entry, read_bounds, written_bounds
from service.solver.lines import OPPONENT, ROOT, WIN, whole_board
from service.solver.lines.kernels.line_game import LineGame
from service.solver.proof_number import ProofSearch, fits
from service.solver.proven_options import ProvenOptions
from service.solver.root import look_at_root
from tools.map.record import Record, switch_of

QUICK_SECONDS = 1.0
"""The time for a first analysis, within which most games are proven."""
WEAK_METHODS = ("pairing", "tiling", "potential", "no_open_lines")
"""Methods whose proofs hold in the weak game, too."""
SLICE = 1 << 10
"""How many nodes are searched before looking at the clock."""
NOT_WEAK = re.compile(r"^(row|threats) ", re.MULTILINE)
"""A line of a certificate that does not hold in the weak game."""
WIN_WITHIN = re.compile(
    r"^claim X wins within (\d+)$.*^move (\d+) \S+$\nqed", re.DOTALL | re.MULTILINE
)
"""The claim of a certificate and the first move of its proof."""


class Proof:
    """The proof of a game from the empty board, within some processor time of this process."""

    def __init__(
        self,
        rules: Rules,
        solver: Solver,
        seconds: float,
        observer: SearchObserver,
        promising: int | None = None,
        known: Record | None = None,
    ) -> None:
        """The solver has no book and one thread; the observer says when to stop.

        `promising` is the cell of a first move that is likely to win. The new record keeps what the
        record `known` has about first moves; the proof does not use it.
        """
        solver.forget()
        self._board, self._solver, self._observer = Board(rules), solver, observer
        self._seconds, self._begun, self._promising = seconds, time.process_time(), promising
        self._proven = ProvenOptions(self._board, look_at_root(self._board).cells)
        self._known = known or Record(*rules.shape, lower=-1, upper=1, switch=switch_of(rules))
        self._weak_helps = rules.stones_never_hurt
        """Whether proofs of the weak game and strategy stealing hold."""
        self._nodes = 0
        self._costs: dict[bool, tuple[float, int]] = {}
        """Seconds and nodes until the value was known (False) and until its plies were (True)."""
        self._weak_draw = False
        self.certificate: str | None = None
        """The certificate of the value, once it is recorded; None if there is none."""

    @lazy
    def _game(self) -> LineGame:
        """Return the game that proofs of who wins search."""
        return whole_board(self._board.rules)

    def quick(self) -> Record | None:
        """Return the record after a short analysis; None if that does not find the value."""
        analysis = self._analyse(min(self._seconds, QUICK_SECONDS))
        return None if analysis.assessment.value is None else self._record(analysis)

    def record(self) -> Record:
        if self._weak_helps and fits(self._game):
            if self._promising is None:
                self._ask_weak_game(self._seconds / 2)
            else:
                # The narrower board, where the move wins, is no weak draw, so this one is none.
                self._ask_promising(self._promising, self._seconds / 2)
            if not self._costs:
                self._ask_strong_game(3 * self._seconds / 4)
        return self._record(self._analyse(self._end))

    @property
    def _spent(self) -> float:
        """Return the seconds of processor time that the proof has taken."""
        return time.process_time() - self._begun

    @property
    def _end(self) -> float:
        """Return when the last analysis ends; plies of a known win get a quarter of the time."""
        return min(self._seconds, self._spent + self._seconds / 4) if self._costs else self._seconds

    def _analyse(self, seconds: float) -> Analysis:
        """Analyse the best move until so many seconds are spent in all."""

        def over(look: Look) -> bool:
            if not self._costs:
                progress = look()
                if progress.bounds.value is not None:
                    self._note_cost(nodes=progress.nodes)
            return self._observer(look) or self._spent >= seconds

        budget = Budget(best_only=True)
        analysis = self._solver.analyse(self._board, budget, over, proven=self._proven)
        self._nodes += analysis.search.nodes
        if analysis.assessment.value is not None:
            self._note_cost()
            if analysis.assessment.value != 0 and analysis.search.complete:
                self._note_cost(exact=True)
        return analysis

    def _note_cost(self, *, exact: bool = False, nodes: int = 0) -> None:
        """Note the cost until now for the value or, if `exact`, for the plies of a win.

        `nodes` are those of the search under way.
        """
        self._costs.setdefault(exact, (self._spent, self._nodes + nodes))

    def _ask_weak_game(self, seconds: float) -> None:
        """Search, until so many seconds are spent in all, whether the game is a weak draw.

        If so, every first move draws; see `service.solver.book.Entry`.
        """
        question = self._ask(seconds, weak=True)
        if question is not None and question.holds:
            self._weak_draw = True
            self._proven.lower.fill(0)
            self._proven.upper.fill(0)
            self._note_cost()

    def _ask_strong_game(self, seconds: float) -> None:
        """Search, until so many seconds are spent in all, whether the first player wins."""
        question = self._ask(seconds, weak=False)
        if question is not None and question.holds:
            np.minimum(self._proven.upper, 0, out=self._proven.upper)
            self._note_cost()
        elif question is not None and question.winning_move >= 0:
            self._won_by(question.winning_move, self._board.rules.cells)

    def _ask_promising(self, cell: int, seconds: float) -> None:
        """Search, until so many seconds are spent in all, whether a first move wins."""
        question = self._ask(seconds, weak=False, after=cell)
        if question is not None and question.lost:
            self._won_by(cell, self._board.rules.cells)

    def _ask(self, seconds: float, *, weak: bool, after: int | None = None) -> ProofSearch | None:
        """Search whether the first player wins, if given `after` a first move.

        The result is None if so many seconds are spent in all before there is an answer.
        """
        question = ProofSearch(self._game, self._solver.table, weak=weak)
        stones, mover = (0, ROOT) if after is None else (1 << after, OPPONENT)
        question.ask(ROOT, [stones, 0], mover)
        answered = False
        while not answered and self._spent < seconds and not self._observer.stopped:
            answered = question.search(question.nodes + SLICE)
        self._nodes += question.nodes
        return question if answered else None

    def _won_by(self, cell: int, within: int) -> None:
        """Note that a first move is proven to win within so many plies."""
        proven = self._proven
        won = proven.cells == self._board.classes[cell]
        # The first player completes a row at an odd ply.
        proven.lower[won] = np.maximum(proven.lower[won], WIN - within + (within & 1 ^ 1))
        self._note_cost()

    def _record(self, analysis: Analysis) -> Record:
        """Return the record of what is known; go on with an analysis that found only the value."""
        if analysis.assessment.value is not None and not analysis.whole:
            analysis = self._analyse(self._end)
        spent = self._costs.get(False, (self._spent, self._nodes))
        seconds, nodes = self._costs.get(True, spent)
        method = None if analysis.proof is None else analysis.proof.method
        self._weak_draw |= self._weak_helps and method in WEAK_METHODS
        self.certificate = text = self._certify(analysis)
        drawn = analysis.assessment.value == 0
        if drawn and not self._weak_draw and self._weak_helps and fits(self._game):
            self._ask_weak_game(self._spent + self._seconds / 2)
        board, assessment, proven = self._board, analysis.assessment, self._proven
        entry = Entry(board, read_bounds(board.rules, self._known.options or ""), ())
        proven.tighten(entry.proven(proven.cells))
        bounds = zip(proven.lower.tolist(), proven.upper.tolist(), strict=True)
        options = written_bounds(board.rules, proven.cells.tolist(), bounds)
        plies, exact = assessment.plies_to_end, assessment.shortest
        line = analysis.principal_variation
        if assessment.value == 1 and not exact and plies:
            # The certificate may prove fewer plies, and by another move.
            plies = min(plies, WIN - int(proven.lower.max()))
            best = int(proven.cells[proven.lower.argmax()])
            if board.classes[line[0]] != best:
                line = [best]
        return Record(
            *board.rules.shape,
            *assessment.bounds,
            switch=self._known.switch,
            plies=plies,
            exact=exact,
            weak_draw=self._weak_draw,
            method=method,
            seconds=round(seconds, 3),
            nodes=nodes,
            certificate_bytes=None if text is None else len(text),
            certificate_sha256=None if text is None else sha256(text.encode()).hexdigest(),
            budget_seconds=self._seconds,
            first_moves_seconds=self._known.first_moves_seconds,
            machine=processor_name(),
            version=__version__,
            options=options,
            line=" ".join(name_cell(board, cell) for cell in line if assessment.value is not None),
        )

    def _certify(self, analysis: Analysis) -> str | None:
        """Find the certificate within the time and note what it proves; None if none is found.

        Certificates are of plain games.
        """
        if not self._board.rules.is_plain:
            return None
        end = time.process_time() + self._seconds

        def going_on() -> None:
            if self._observer.stopped or time.process_time() >= end:
                raise NoCertificateError("the time is over")

        try:
            text = certificate(analysis, self._solver.table, going_on)
        except NoCertificateError:
            return None
        win = WIN_WITHIN.search(text)
        if win is not None:
            within, cell = map(int, win.groups())
            self._won_by(cell, within)
        elif not NOT_WEAK.search(text):
            self._weak_draw = True
        return text
