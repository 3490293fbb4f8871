"""Numbers, durations and bounds in a form for people."""

from datetime import timedelta

from service.api.schemas import OUTCOMES
from service.solver import Bounds


def bounds_in_words(bounds: Bounds) -> str:
    """Return the possible outcomes for the side to move, such as "win or draw"."""
    if (bounds.lower, bounds.upper) == (-1, 1):
        return "unknown"
    named = [OUTCOMES[value] for value in sorted({bounds.lower, bounds.upper})]
    return " or ".join(named)


def short(number: float) -> str:
    """Write a number that is not negative with about three digits."""
    for unit in ("", " k", " M"):
        if number < 1000:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:,.1f} G"


def duration(seconds: float) -> str:
    """Write seconds as hours, minutes and whole seconds."""
    return str(timedelta(seconds=int(seconds)))
