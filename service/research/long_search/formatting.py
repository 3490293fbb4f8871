"""Numbers and durations in a form for people."""

from datetime import timedelta


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
