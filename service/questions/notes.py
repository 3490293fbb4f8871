"""What is noted of questions while they are answered, for whoever asks: a log, metrics, a cache."""

from collections import defaultdict
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial

from service.game import Board
from service.solver import Analysis

Outcome = tuple[int | None, str | None]
"""The value and the method of proof of an answer; both are None where nothing is proven."""


@dataclass(slots=True)
class Notes:
    """What is noted of the questions that are asked together; the counts are sums over all."""

    board: Board | None = None
    """The position of the last question."""
    level: str | None = None
    strength: int | None = None
    outcomes: defaultdict[Outcome, int] = field(default_factory=partial(defaultdict, int))
    """The number of answers with each outcome."""
    nodes: int = 0
    table_hits: int = 0
    recalled: int = 0
    """The number of answers that were recalled as a whole."""
    complete: bool = True
    is_open: bool = False
    """Whether the question may get another answer later, by chance or because more is known."""

    def timed(self, span: str) -> AbstractContextManager[None]:
        """Have the seconds of a context count towards a span; here nobody counts them."""
        return nullcontext()

    def note_question(self, board: Board, level: str | None, strength: int | None) -> None:
        """Note that a position is to be analysed."""
        self.board, self.level, self.strength = board, level, strength

    def note_answer(self, analysis: Analysis, *, by_chance: bool) -> None:
        """Note the analysis of a question, after which the move is chosen `by_chance` or not."""
        search, proof = analysis.search, analysis.proof
        method = None if proof is None else proof.method
        self.outcomes[analysis.assessment.value, method] += 1
        self.nodes += search.nodes
        self.table_hits += search.table_hits
        # So an answer is marked that was kept as a whole, see the contract.
        self.recalled += search.nodes == 0 and search.table_hits == 1
        self.complete &= search.complete
        self.is_open |= by_chance
