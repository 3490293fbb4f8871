"""The chapters of the book: the games of the map that took long to prove."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.research.map.record import Record

LEAST_SECONDS = 0.5
"""The processor time, first moves included, from which a game gets into the book. It is half of the
default time limit of a question, because other machines may be slower."""


def chapters(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Return the solved games in the form that `solver.book.written` takes."""
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
