"""The book as the map writes it: what took long."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from service.cli.map.record import Record

LEAST_SECONDS = 1.0
"""Processor time of a proof that is not to be taken again: what a question has by default."""


def chapters(records: Iterable[Record], certificates: Path) -> list[dict[str, Any]]:
    """What `solver.book.written` wants of solved games; `certificates` is the folder of theirs."""
    return [
        {
            "game": each.name,
            "weak_draw": each.weak_draw,
            "options": "" if each.weak_draw else each.options or "",
            "line": each.line or "",
            "certificate": name if (certificates / (name := f"{each.name}.txt")).exists() else None,
        }
        for each in records
        if each.bounds.value is not None and each.seconds >= LEAST_SECONDS
    ]
