"""The book as the map writes it: what took long."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.research.map.record import Record

LEAST_SECONDS = 0.5
"""Processor time of what is not to be proven again, all first moves included: half of what a
question has by default, since other machines are slower."""


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
        for each in records
        if each.bounds.value is not None
        and each.seconds + each.first_moves_seconds >= LEAST_SECONDS
    ]
