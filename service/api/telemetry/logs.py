"""The log: one line of JSON for each event, be it of the service, of gunicorn or of a library.

Every line of a request carries its id, which is bound to the thread that serves the request.
"""

import json
import logging
import os
import sys
import threading
import time
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import QueueHandler
from queue import SimpleQueue
from typing import Any, Literal, get_args

from gunicorn import glogging

from service.settings import Settings

Level = Literal["debug", "info", "warning", "error"]
REST_SECONDS = 0.02
"""How long the thread rests when no line waits: to wake it for each costs as much as the line."""
FLUSH_SECONDS = 1.0
"""How long the process waits at its end for the last lines to be written."""

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that this thread serves."""

_encoder = json.JSONEncoder(default=repr)
"""It escapes lone surrogates, as a name of a file may hold."""
_traceback = logging.Formatter().formatException


class Log(QueueHandler):
    """The handler of all lines of this process, which puts them into a queue.

    A thread writes them to the standard error stream, which may be a full pipe or a slow disk, so
    nobody waits for it. Each count has one writer: who logs, and holds the lock, or the thread.
    """

    most_lines = 10_000
    """How many lines may wait to be written; more are dropped."""
    told: tuple[str, ...] = ()
    """The levels of the events that are told. A program that only uses the application has a log of
    its own, and is told nothing of requests."""
    as_text = False

    def __init__(self) -> None:
        super().__init__(SimpleQueue())
        self._begin()
        # A thread does not survive a fork, and what waits is written by the parent.
        os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        # What interrupts a thread, as the end of an object does, may log; so a thread may have the
        # lock twice, and the queue is one that may be interrupted.
        self._lock = threading.RLock()
        self.queue: SimpleQueue[str] = SimpleQueue()
        self._put = self._taken = self._dropped = 0

    def tell(self, level: Level, event: str, **fields: Any) -> None:
        """Log an event of the service that has more than a text.

        It makes no record of Python's logging, for there is a line for each request, and a record
        takes longer than that.
        """
        if level in self.told:
            self.enqueue(self._line(time.time(), level, event, fields))

    def prepare(self, record: logging.LogRecord) -> str:
        """Return the line of a record, which waits as that: it tells what is so now."""
        fields = {"logger": record.name}
        if record.exc_info:
            fields["exception"] = _traceback(record.exc_info)
        return self._line(record.created, record.levelname.lower(), record.getMessage(), fields)

    def _line(self, seconds: float, level: str, event: str, fields: dict[str, Any]) -> str:
        """Return the line of an event, which was so many seconds after the epoch."""
        moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
        bound = fields.pop("request_id", None) or request_id.get()
        line = {
            "timestamp": moment.replace("+00:00", "Z"),
            "level": level,
            "event": event,
            **({"request_id": bound} if bound else {}),
            **fields,
        }
        return _text(line) if self.as_text else _encoder.encode(line)

    def enqueue(self, record: Any) -> None:
        """Have a line written, unless too many wait already."""
        with self._lock:
            if self._put - self._taken >= self.most_lines:
                self._dropped += 1
                return
            self._put += 1
            if self._put == 1:
                threading.Thread(target=self._write, name="log", daemon=True).start()
        self.queue.put(record + "\n")

    def _write(self) -> None:
        """Write the lines as they come, and tell how many were dropped."""
        lost = told = 0
        while True:
            line = self.queue.get().encode(errors="backslashreplace")
            is_written = _write(line) == len(line)
            lost += not is_written
            self._taken += 1
            dropped = self._dropped + lost - told
            # A line about lines that are lost would be lost, too.
            if dropped and is_written and self._put - self._taken < self.most_lines // 2:
                told += dropped
                self.tell("warning", "log lines dropped", count=dropped)
            if self.queue.empty():
                time.sleep(REST_SECONDS)

    def flush(self) -> None:
        """Wait until all lines have been written, without a lock and no longer than a second.

        Python's logging has this done when the process ends.
        """
        end = time.monotonic() + FLUSH_SECONDS
        while self._taken < self._put and time.monotonic() < end:
            time.sleep(0.001)


log = Log()


class ServerLogger(glogging.Logger):  # type: ignore[misc]
    """The logger of gunicorn."""

    def setup(self, cfg: Any) -> None:
        """Configure the log, also when the configuration is loaded anew."""
        super().setup(cfg)
        configure_logging(Settings())

    @property
    def access_log_enabled(self) -> bool:
        """False, for `access_log` logs requests and knows more of them."""
        return False


def configure_logging(settings: Settings) -> None:
    """Send every line of this process to the standard error stream."""
    kind, level = settings.log_format, settings.log_level.upper()
    log.as_text = sys.stderr.isatty() if kind == "auto" else kind == "text"
    levels = get_args(Level)
    log.told = levels[levels.index(settings.log_level) :]
    logging.basicConfig(handlers=[log], level=level, force=True)
    server = logging.getLogger("gunicorn.error")
    server.handlers.clear()
    server.propagate = True
    threading.excepthook = _log_failure
    # Its lines for debugging repeat addresses, which may hold secrets.
    server.setLevel("INFO" if level == "DEBUG" else level)
    # It tells every step of its compiler.
    logging.getLogger("numba").setLevel("WARNING")


def _log_failure(failure: threading.ExceptHookArgs) -> None:
    """Log what has ended a thread; Python itself would write a traceback of many lines."""
    name = failure.thread and failure.thread.name
    raised = _traceback(failure[:3])  # type: ignore[arg-type]
    log.tell("error", "a thread failed", thread=name, exception=raised)


def _text(line: dict[str, Any]) -> str:
    """Return a line for people."""
    exception = line.pop("exception", "")
    moment, level, event, *_ = line.values()
    fields = " ".join(f"{name}={value}" for name, value in [*line.items()][3:])
    return f"{moment} [{level:<9}] {event:<30} {fields}\n{exception}".rstrip()


def _write(data: bytes) -> int:
    """Write to the standard error stream; return how many bytes it has taken."""
    written = 0
    # Not by way of `sys.stderr`: its lock would be held when the process ends.
    with suppress(OSError, ValueError):
        stream = sys.stderr.fileno()
        while written < len(data):
            try:
                written += os.write(stream, data[written:])
            except BlockingIOError:
                # Another process has made the pipe so; it is waited for like any other.
                time.sleep(REST_SECONDS)
    return written
