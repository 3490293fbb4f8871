"""Heavy work takes turns, so that quick work finds at most one thread of it in its way.

Python runs in one thread of a process at a time, and who wants to be next waits for a switch
interval for each thread that was before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock, local
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.http.problems import ProblemError
from service.api.telemetry import metrics
from service.api.telemetry.request_stats import current_stats


class Turns:
    """One thread of the process has its turn; the others wait in line for theirs."""

    def __init__(self, most: int) -> None:
        """When so many are in line, whoever has no turn yet is refused."""
        self._most = most
        self._line: deque[Lock] = deque()
        """What each in line waits for; the first one has its turn."""
        self._mutex, self._mine = Lock(), local()

    @contextmanager
    def one(self) -> Iterator[None]:
        """Within, this thread has a turn, as it may have had before."""
        if self.has_one:
            yield
            return
        self._take()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Within, this thread lets others have their turns."""
        if not self.has_one:
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._take()

    def refuse_crowd(self) -> None:
        """Raise `ProblemError` if this thread would have to wait and too many do so already."""
        if len(self._line) >= self._most and not self.has_one:
            metrics.rejected.labels("heavy_full").inc()
            detail = f"{self._most} questions about large boards wait, which is the limit."
            raise ProblemError("overloaded", f"{detail} Try again shortly.")

    @property
    def has_one(self) -> bool:
        """Whether this thread has a turn."""
        return getattr(self._mine, "turn", False)

    def _take(self) -> None:
        call = Lock()
        call.acquire()
        with self._mutex:
            self._line.append(call)
            if self._line[0] is call:
                call.release()
        with current_stats().timed("queue"):
            call.acquire()
        self._mine.turn = True

    def _leave(self) -> None:
        self._mine.turn = False
        with self._mutex:
            self._line.popleft()
            if self._line:
                self._line[0].release()


class TurnsMiddleware:
    """An application that answers in turns what the server knows to be heavy."""

    def __init__(self, application: WSGIApplication, turns: Turns) -> None:
        self._application, self._turns = application, turns

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Work the answer out; a body that is sent piece by piece is sent after the turn."""
        # Only our worker knows; see `ClientSocket`.
        if not getattr(environ.get("gunicorn.socket"), "heavy", False):
            return self._application(environ, start_response)
        with self._turns.one():
            return self._application(environ, start_response)
