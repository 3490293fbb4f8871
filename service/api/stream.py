"""The answer of `POST /move` as it gets better, as server-sent events.

The search runs in the thread of the request and is watched between its slices, so that nothing is
left running when the request ends, however it ends.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Response
from pydantic_core import to_json

from service.api.accept import EVENT_STREAM
from service.api.connection import Connection
from service.api.errors import describe
from service.api.schemas import MoveProgress, MoveResponse
from service.solver import Look, Observer, Progress

SECONDS_BETWEEN_LOOKS = 0.02
"""How long it may take to see that the search has come further, or that the client has gone."""
MOST_SILENT_SECONDS = 1.0
"""After that a comment shows clients and proxies that the connection lives."""
KEEP_ALIVE = b": keep-alive\n\n"

Write = Callable[[bytes], object]


class EventStream(Response):
    """A response that is written while its answer is worked out."""

    automatically_set_content_length = False

    def __init__(self, think: Callable[[Observer], MoveResponse], width: int) -> None:
        """`think` finds the answer on a board of this width, and is called once."""
        # Proxies are to pass the events on as they come.
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(headers=headers, content_type=EVENT_STREAM)
        self._think = think
        self._width = width

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Write everything, by WSGI's own means for what cannot be iterated over."""
        write = start_response(self.status, self.get_wsgi_headers(environ).to_wsgi_list())
        try:
            write(KEEP_ALIVE)
            answer = self._think(Reporter(write, Connection(environ), self._width))
            write(_event("result", answer))
        except OSError:
            raise  # The client has gone; the server knows what to do.
        except Exception as error:
            write(_event("error", describe(error)))
        finally:
            self.close()
        return []


class Reporter:
    """An observer that tells a client how the search gets on, as long as the client is there."""

    def __init__(self, write: Write, connection: Connection, width: int) -> None:
        self._write, self._connection, self._width = write, connection, width
        self._looked = -math.inf
        self._written = time.monotonic()
        self._told: tuple[object, ...] = ()

    def __call__(self, look: Look) -> bool:
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return False
        self._looked = now
        # The search waits for nobody: a slow client misses what is out of date by now.
        if self._connection.takes_more():
            self._tell(look(), now)
        return False

    def _tell(self, progress: Progress, now: float) -> None:
        news = (progress.depth, progress.bounds, progress.best, progress.settled)
        if news != self._told:
            self._write(_event("progress", _shape(progress, self._width)))
        elif now - self._written >= MOST_SILENT_SECONDS:
            self._write(KEEP_ALIVE)
        else:
            return
        self._told, self._written = news, now


def _shape(progress: Progress, width: int) -> MoveProgress:
    row, column = divmod(progress.best, width)
    return {
        "depth": progress.depth,
        "nodes": progress.nodes,
        "best_move": {"row": row, "column": column},
        "bounds": {"lower": progress.bounds.lower, "upper": progress.bounds.upper},
        "settled_options": progress.settled,
        "distinct_options": progress.options,
        "time_ms": round(progress.seconds * 1000, 3),
    }


def _event(name: str, data: Any) -> bytes:
    """One event; JSON has no line breaks of its own."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), to_json(data))
