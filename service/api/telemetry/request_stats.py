"""What is noted of the request being served, for its log line, its metrics and `Server-Timing`.

Each part of the service finds the stats of the request of its thread by `current_stats`.
"""

import time
from contextvars import ContextVar
from dataclasses import dataclass, field

from service.api.telemetry.progress import QUEUE, Progress, current_progress
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
    progress: Progress = field(default_factory=current_progress)
    """What the watchdog sees of the request, its present span among it."""
    changed: float = 0.0
    """The time of the monotonic clock at which the present span began, or went on."""

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

    def timed(self, span: str) -> "Span":
        """Have the seconds of a context count towards a span, but those of spans within it."""
        return Span(self, span)

    def change_span(self, span: str | None) -> str | None:
        """Have the seconds from now on count towards a span, or none; return the one before."""
        now, before = time.monotonic(), self.progress.span
        if before is not None:
            self.spans[before] = self.spans.get(before, 0.0) + now - self.changed
        self.changed, self.progress.span = now, span
        return before

    def note_known_answer(self, outcome: Outcome) -> None:
        """Note that the complete answer to a question was recalled."""
        self.outcomes[outcome] += 1
        self.table_hits += 1
        self.recalled += 1


@dataclass(slots=True)
class Span:
    """A context whose seconds are counted; a generator would take longer than most of them."""

    stats: RequestStats
    name: str
    outer: str | None = None

    def __enter__(self) -> None:
        self.outer = self.stats.change_span(self.name)

    def __exit__(self, *error: object) -> None:
        self.stats.change_span(self.outer)


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
