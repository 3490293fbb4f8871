"""The book as the map writes it: what took long."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.cli.map.record import Record

LEAST_SECONDS = 1.0
"""Processor time of a proof that is not to be taken again: what a question has by default."""


def takes_long(record: Record) -> bool:
    """Whether the book is to have a game."""
    return record.bounds.value is not None and record.seconds >= LEAST_SECONDS


def chapters(records: Iterable[Record]) -> list[dict[str, Any]]:
    """What `solver.book.written` wants of solved games."""
    return [
        {
            "game": each.name,
            "weak_draw": each.weak_draw,
            "options": "" if each.weak_draw else each.options or "",
            "line": each.line or "",
            "certificate": each.certificate,
        }
        for each in filter(takes_long, records)
    ]
