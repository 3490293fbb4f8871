"""Proving one game of the map."""

from __future__ import annotations

import re
import time
from hashlib import sha256

import numpy as np

from service import __version__
from service.game import Board, Rules, name_cell
from service.research.certificates import NoCertificateError, by_search, certificate
from service.research.long_search.provenance import processor_name
from service.research.long_search.search_observer import SearchObserver
from service.research.map.record import Record
from service.solver import Analysis, Budget, Look, Solver
from service.solver.book import Entry, read_bounds, written_bounds
from service.solver.lines import OPPONENT, ROOT, WIN, whole_board
from service.solver.memory import ProvenOptions
from service.solver.proof_number import ProofSearch, fits

QUICK_SECONDS = 1.0
"""What most games take less than, and the others get before the weak game is asked about alone."""
WEAK_METHODS = ("pairing", "tiling", "potential", "no_open_lines")
"""Methods of proof that are true of the weak game, too."""
SLICE = 1 << 10
"""Nodes of that question between two looks at the clock."""
NOT_WEAK = re.compile(r"^(row|threats) ", re.MULTILINE)
"""A line of a certificate that is not true of the weak game."""
WIN_WITHIN = re.compile(
    r"^claim X wins within (\d+)$.*^move (\d+) \S+$\nqed", re.DOTALL | re.MULTILINE
)
"""The claim of a certificate and the first move of its proof."""


class Proof:
    """One game, an empty board, to be proven within some processor time of this process."""

    def __init__(
        self,
        rules: Rules,
        solver: Solver,
        seconds: float,
        observer: SearchObserver,
        promising: int | None = None,
        known: Record | None = None,
    ) -> None:
        """The solver has no book and one thread; the observer is told of signals.

        `promising` is the cell of a first move that may well win, if one is known. What the record
        has `known` of first moves goes into the new one, and helps no proof.
        """
        solver.forget()
        self._board, self._solver, self._observer = Board(rules), solver, observer
        self._seconds, self._begun, self._promising = seconds, time.process_time(), promising
        self._proven, self._game = ProvenOptions(self._board), whole_board(rules)
        self._known = known or Record(*rules, lower=-1, upper=1)
        self._nodes = 0
        self._costs: dict[bool, tuple[float, int]] = {}
        """Seconds and nodes until the value was known, and until how soon the game is won was."""
        self._weak_draw = False
        self.certificate: str | None = None
        """What anyone can check the value by, once it is recorded; None where there is none."""

    def quick(self) -> Record | None:
        """What comes of it at once; None if the value is still unknown then."""
        analysis = self._analyse(min(self._seconds, QUICK_SECONDS))
        return None if analysis.assessment.value is None else self._record(analysis)

    def record(self) -> Record:
        """What comes of it in the end."""
        if fits(self._game):
            if self._promising is None:
                self._ask_weak_game(self._seconds / 2)
            else:
                # A weak draw would be one on the narrower board, too, where this move wins.
                self._ask_promising(self._promising, self._seconds / 2)
            if not self._costs:
                self._ask_strong_game(3 * self._seconds / 4)
        return self._record(self._analyse(self._end))

    @property
    def _spent(self) -> float:
        return time.process_time() - self._begun

    @property
    def _end(self) -> float:
        """Until so many seconds are spent it is analysed; how soon it is won gets a quarter."""
        return min(self._seconds, self._spent + self._seconds / 4) if self._costs else self._seconds

    def _analyse(self, seconds: float) -> Analysis:
        """The analysis of the best move, after so many seconds in all."""

        def over(look: Look) -> bool:
            if not self._costs:
                seen = look()
                if seen.bounds.value is not None:
                    self._note_cost(nodes=seen.nodes)
            return self._observer(look) or self._spent >= seconds

        budget = Budget(best_only=True)
        analysis = self._solver.analyse(self._board, budget, over, proven=self._proven)
        self._nodes += analysis.search.nodes
        if analysis.assessment.value is not None:
            self._note_cost()
            if analysis.assessment.value == 1 and analysis.search.complete:
                self._note_cost(how_soon=True)
        return analysis

    def _note_cost(self, how_soon: bool = False, nodes: int = 0) -> None:
        """The value is known by now, or even how soon it is won; so many nodes are under way."""
        self._costs.setdefault(how_soon, (self._spent, self._nodes + nodes))

    def _ask_weak_game(self, seconds: float) -> None:
        """Whether the second player holds in the weak game; until so many seconds are spent in all.

        If so, every first move draws; see `service.solver.book.Entry`.
        """
        question = self._ask(seconds, weak=True)
        if question is not None and question.holds:
            self._weak_draw = True
            self._proven.lower.fill(0)
            self._proven.upper.fill(0)
            self._note_cost()

    def _ask_strong_game(self, seconds: float) -> None:
        """Whether the first player wins, whatever the plies; until so many seconds are spent."""
        question = self._ask(seconds, weak=False)
        if question is not None and question.holds:
            np.minimum(self._proven.upper, 0, out=self._proven.upper)
            self._note_cost()
        elif question is not None and question.winning_move >= 0:
            self._won_by(question.winning_move, self._board.rules.cells)

    def _ask_promising(self, cell: int, seconds: float) -> None:
        """Whether the first player wins by this move; until so many seconds are spent."""
        question = self._ask(seconds, weak=False, after=cell)
        if question is not None and question.lost:
            self._won_by(cell, self._board.rules.cells)

    def _ask(self, seconds: float, weak: bool, after: int | None = None) -> ProofSearch | None:
        """The question whether the first player wins, or wins `after` a first move, if it is
        answered in time."""
        question = ProofSearch(self._game, self._solver.table, weak)
        stones, mover = (0, ROOT) if after is None else (1 << after, OPPONENT)
        question.ask(ROOT, [stones, 0], mover)
        answered = False
        while not answered and self._spent < seconds and not self._observer.stopped:
            answered = question.search(question.nodes + SLICE)
        self._nodes += question.nodes
        return question if answered else None

    def _won_by(self, cell: int, within: int) -> None:
        """Take in that a first move wins within so many plies."""
        proven = self._proven
        won = proven.cells == self._board.classes[cell]
        # The first player completes rows at odd plies.
        proven.lower[won] = np.maximum(proven.lower[won], WIN - within + (within & 1 ^ 1))
        self._note_cost()

    def _record(self, analysis: Analysis) -> Record:
        """What is known in the end, which may be more than the analysis of a quick look."""
        if analysis.assessment.value is not None and not analysis.whole:
            analysis = self._analyse(self._end)
        spent = self._costs.get(False, (self._spent, self._nodes))
        seconds, nodes = self._costs.get(True, spent)
        method = None if analysis.proof is None else analysis.proof.method
        self._weak_draw |= method in WEAK_METHODS
        self.certificate = text = self._certify(analysis)
        if analysis.assessment.value == 0 and not self._weak_draw and fits(self._game):
            self._ask_weak_game(self._spent + self._seconds / 2)
        board, known, proven = self._board, analysis.assessment, self._proven
        options = self._known.options
        if proven.cells.size:
            said = Entry(board.rules, read_bounds(board.rules, options or ""), ())
            said.tighten(proven.cells, proven.lower, proven.upper)
            bounds = zip(proven.lower.tolist(), proven.upper.tolist(), strict=True)
            options = written_bounds(board.rules, proven.cells.tolist(), bounds)
        plies, exact, line = known.plies_to_end, known.shortest, analysis.principal_variation
        if known.value == 1 and not exact and plies:
            # The certificate may tell of fewer, and of another move.
            plies = min(plies, WIN - int(proven.lower.max()))
            best = int(proven.cells[proven.lower.argmax()])
            if board.classes[line[0]] != best:
                line = [best]
        return Record(
            *board.rules,
            *known.bounds,
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
            line=" ".join(name_cell(board, cell) for cell in line if known.value is not None),
        )

    def _certify(self, analysis: Analysis) -> str | None:
        """The certificate, if it is found within the seconds; take in what it says."""
        end = time.process_time() + self._seconds

        def going_on() -> None:
            if self._observer.stopped or time.process_time() >= end:
                raise NoCertificateError("the time is over")

        try:
            text = certificate(analysis, by_search(self._solver.table), going_on)
        except NoCertificateError:
            return None
        win = WIN_WITHIN.search(text)
        if win is not None:
            within, cell = map(int, win.groups())
            self._won_by(cell, within)
        elif not NOT_WEAK.search(text):
            self._weak_draw = True
        return text
