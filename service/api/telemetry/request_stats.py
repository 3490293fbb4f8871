"""What is noted of the request being served, for its log line, its metrics and `Server-Timing`.

Each part of the service finds the stats of the request of its thread by `current_stats`.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial

from service.api.telemetry.progress import QUEUE, current_progress
from service.game import Board
from service.solver import Analysis

Outcome = tuple[int | None, str | None]
"""The value and the method of proof of an answer; both are None where nothing is proven."""


@dataclass(slots=True)
class RequestStats:
    """What is noted of one request; the counts are sums over all of its questions."""

    started: float = field(default_factory=time.monotonic)
    """The time of the monotonic clock at which the request arrived."""
    waited: float = 0.0
    """Seconds until a thread began with the request."""
    heavy: bool = False
    """Whether the server counts the request as heavy."""
    route: str | None = None
    """The route of the contract that answers the request; None if there is none."""
    status: int = 500
    """The status of the answer; the server answers 500 should the application fail altogether."""
    spans: dict[str, float] = field(default_factory=dict)
    """Seconds by the name of what they were spent for, in the order of its first use."""
    batch: int | None = None
    """The number of questions, if the request is a batch."""
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

    @property
    def seconds(self) -> float:
        """Seconds since the request arrived."""
        return time.monotonic() - self.started

    @property
    def proven(self) -> bool:
        """Whether every answer has a proven value."""
        return all(value is not None for value, _ in self.outcomes)

    @property
    def queued(self) -> float:
        """Seconds spent waiting, for a thread and for a slot."""
        return self.waited + self.spans.get(QUEUE, 0.0)

    @contextmanager
    def timed(self, span: str) -> Iterator[None]:
        """Have the seconds of a context count towards a span, but those of spans within it."""
        progress = current_progress()
        outer, progress.span = progress.span, span
        # What spans within are going to add is taken off again.
        begun = time.monotonic() - sum(self.spans.values())
        try:
            yield
        finally:
            progress.span = outer
            seconds = time.monotonic() - sum(self.spans.values()) - begun
            self.spans[span] = self.spans.get(span, 0.0) + seconds

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

    def note_known_answer(self, outcome: Outcome) -> None:
        """Note that the complete answer to a question was recalled."""
        self.outcomes[outcome] += 1
        self.table_hits += 1
        self.recalled += 1


_current: ContextVar[RequestStats | None] = ContextVar("request_stats", default=None)


def open_stats(arrived: float | None, *, heavy: bool) -> RequestStats:
    """Return new stats, from now on those of this thread, of a request that `arrived` earlier.

    Where the server does not tell when it arrived, it arrives now.
    """
    stats = RequestStats(heavy=heavy)
    if arrived is not None:
        stats.waited = stats.started - arrived
        stats.started = arrived
    _current.set(stats)
    return stats


def current_stats() -> RequestStats:
    """Return the stats of the request of this thread, or new ones that nobody reads."""
    return _current.get() or RequestStats()
