"""The log: one line of JSON for each event, from us, from gunicorn and from libraries alike.

Everything goes through Python's logging; structlog writes the lines. Every line of a request
carries its id, which is bound to the thread that serves it.
"""

from __future__ import annotations

import sys
from logging.config import dictConfig
from typing import Any

import structlog
from gunicorn import glogging
from structlog.typing import EventDict, Processor, WrappedLogger

from service.settings import Settings

FIRST = ("timestamp", "level", "event", "request_id")
"""Keys at the beginning of a line."""

REFUSED = "Invalid request from ip="


class ServerLogger(glogging.Logger):  # type: ignore[misc]
    """What gunicorn logs with."""

    def setup(self, cfg: Any) -> None:
        """Also called again when the configuration is loaded anew."""
        super().setup(cfg)
        configure_logging(Settings())

    @property
    def access_log_enabled(self) -> bool:
        """No: requests are logged by `watch`, which knows more of them."""
        return False

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Not of requests that cannot be read: they are logged without what they say."""
        if not msg.startswith(REFUSED):
            super().warning(msg, *args, **kwargs)


def configure_logging(settings: Settings) -> None:
    """Send every line of this process to the standard error stream."""
    terminal = sys.stderr.isatty()
    as_text = terminal if settings.log_format == "auto" else settings.log_format == "text"
    level = settings.log_level.upper()
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(_text(terminal) if as_text else _json()),
        ],
    }
    dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": formatter},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": level},
            "loggers": {
                "gunicorn.error": {"level": level, "propagate": True},
                # It tells every step of its compiler.
                "numba": {"level": "WARNING"},
            },
        }
    )


def _json() -> list[Processor]:
    return [structlog.processors.format_exc_info, _sort, structlog.processors.JSONRenderer()]


def _text(colors: bool) -> list[Processor]:
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]


def _sort(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    return {**{key: line[key] for key in FIRST if key in line}, **line}
