"""What is noted of the request being served: for its log line, its metrics and `Server-Timing`.

Whoever serves a part of a request writes into the stats of its thread; nobody passes them on.
"""

from __future__ import annotations

import time
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field

from service.api.telemetry.progress import QUEUE, current_progress
from service.game import Board
from service.solver import Analysis

Outcome = tuple[int | None, str | None]
"""Value and method of proof of an answer; None where nothing is proven."""


@dataclass(slots=True)
class RequestStats:
    """What is noted of one request; of several questions, their sums."""

    started: float = field(default_factory=time.monotonic)
    """When the request came, on the monotonic clock."""
    waited: float = 0.0
    """Seconds until a thread had time for it."""
    heavy: bool = False
    """Whether it asks for much work."""
    route: str | None = None
    """The address that it was sent to, as the contract has it; None for all others."""
    spans: dict[str, float] = field(default_factory=dict)
    """Seconds spent, by what for, in the order of their first use."""
    batch: int | None = None
    """Questions of a batch."""
    board: Board | None = None
    """The position asked for last."""
    level: str | None = None
    strength: int | None = None
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    """How many answers have each."""
    nodes: int = 0
    table_hits: int = 0
    recalled: int = 0
    """Answers that were still known as a whole."""
    complete: bool = True
    tag: str | None = None
    """The name of the answer, if it may be kept."""
    is_open: bool = False
    """Whether asking again may get another answer: a move by chance, or a mistake seen by then."""

    @property
    def seconds(self) -> float:
        """Seconds since the request came."""
        return time.monotonic() - self.started

    @property
    def proven(self) -> bool:
        """Whether every answer has a proven value."""
        return all(value is not None for value, _ in self.outcomes)

    @property
    def queued(self) -> float:
        """Seconds spent waiting, for a thread and for a slot."""
        return self.waited + self.spans.get(QUEUE, 0.0)

    def timed(self, span: str) -> Timed:
        """A context whose time counts towards a span."""
        return Timed(self.spans, span)

    def note_question(self, board: Board, level: str | None, strength: int | None) -> None:
        """A position is to be analysed."""
        self.board, self.level, self.strength = board, level, strength

    def note_answer(self, analysis: Analysis, by_chance: bool) -> None:
        """It has been."""
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
        """The complete answer to a question is known."""
        self.outcomes[outcome] += 1
        self.table_hits += 1
        self.recalled += 1


class Timed:
    """Adds the seconds that a context takes to those of its span, but for those of spans within."""

    __slots__ = ("_begun", "_outer", "_progress", "_span", "_spans")

    def __init__(self, spans: dict[str, float], span: str) -> None:
        self._spans, self._span = spans, span
        self._progress = current_progress()

    def __enter__(self) -> None:
        self._outer, self._progress.span = self._progress.span, self._span
        # What spans within are going to add is taken off again.
        self._begun = time.monotonic() - sum(self._spans.values())

    def __exit__(self, *_: object) -> None:
        self._progress.span = self._outer
        seconds = time.monotonic() - sum(self._spans.values()) - self._begun
        self._spans[self._span] = self._spans.get(self._span, 0.0) + seconds


_current: ContextVar[RequestStats | None] = ContextVar("request_stats", default=None)


def open_stats(arrived: float | None, heavy: bool) -> RequestStats:
    """New stats, from now on those of this thread; the request may have arrived earlier."""
    stats = RequestStats(heavy=heavy)
    if arrived is not None:
        stats.waited = stats.started - arrived
        stats.started = arrived
    _current.set(stats)
    return stats


def current_stats() -> RequestStats:
    """Those of the request being served; outside of requests some that nobody reads."""
    return _current.get() or RequestStats()
