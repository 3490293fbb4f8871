"""What is noted of the request being served, for its log line, its metrics and `Server-Timing`.

Each part of the service finds the stats of the request of its thread by `current_stats`.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from service.api.telemetry.progress import QUEUE, current_progress
from service.questions.notes import Notes, Outcome


@dataclass(slots=True)
class RequestStats(Notes):
    """What is noted of one request and its questions."""

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
