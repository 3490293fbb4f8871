"""The log: one line of JSON for each event, be it of the service, of gunicorn or of a library.

Every line of a request carries its id, which is bound to the thread that serves the request.
"""

import json
import logging
import sys
import threading
from typing import Any

import structlog
from gunicorn import glogging
from structlog.dev import plain_traceback
from structlog.typing import EventDict, Processor, WrappedLogger

from service.api.telemetry.log_queue import LineHandler
from service.settings import Settings

FIRST = ("timestamp", "level", "event", "request_id")
"""The keys at the beginning of a line."""

# A program that only uses the application has a log of its own, and is told nothing of requests.
structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))

_encoder = json.JSONEncoder(default=repr)
"""It escapes lone surrogates, as a name of a file may hold."""

log = structlog.get_logger()
"""The logger for lines that have more than a text."""
handler = LineHandler(lambda count: log.warning("log lines dropped", count=count))
"""The handler of all lines of this process."""


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


class Lines:
    """The logger to which structlog gives its lines, which are formatted already."""

    def write(self, line: str) -> None:
        """Have a line written."""
        handler.enqueue(line + "\n")

    debug = info = warning = error = write


def configure_logging(settings: Settings) -> None:
    """Send every line of this process to the standard error stream.

    structlog's own loggers write directly, for there is a line for each request, and the way
    through Python's logging takes longer.
    """
    terminal = sys.stderr.isatty()
    as_text = terminal if settings.log_format == "auto" else settings.log_format == "text"
    level = settings.log_level.upper()
    steps: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    render: list[Processor] = (
        [structlog.dev.ConsoleRenderer(colors=terminal, exception_formatter=plain_traceback)]
        if as_text
        else [structlog.processors.format_exc_info, _sort, _dump]
    )
    structlog.configure(
        processors=[*steps, *render],
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        logger_factory=Lines,
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*steps, structlog.stdlib.add_logger_name, structlog.stdlib.ExtraAdder()],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
    )
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level, force=True)
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
    raised = (failure.exc_type, failure.exc_value, failure.exc_traceback)
    log.error("a thread failed", thread=failure.thread and failure.thread.name, exc_info=raised)


def _sort(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    return {**{key: line[key] for key in FIRST if key in line}, **line}


def _dump(_: WrappedLogger, __: str, line: EventDict) -> str:
    return _encoder.encode(line)
