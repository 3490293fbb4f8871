"""Numbers and bounds as people read them."""

from __future__ import annotations

from datetime import timedelta

from service.api.schemas import OUTCOMES
from service.solver import Bounds


def bounds_in_words(bounds: Bounds) -> str:
    """What is proven of a value, for the side to move."""
    if (bounds.lower, bounds.upper) == (-1, 1):
        return "unknown"
    named = [OUTCOMES[value] for value in sorted({bounds.lower, bounds.upper})]
    return " or ".join(named)


def short(number: float) -> str:
    """A number that is not negative, in three digits or so."""
    for unit in ("", " k", " M"):
        if number < 1000:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:,.1f} G"


def duration(seconds: float) -> str:
    """Whole seconds, as hours, minutes and seconds."""
    return str(timedelta(seconds=int(seconds)))
