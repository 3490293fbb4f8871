"""Published facts, as files in `tests/data` list them."""

import csv
from collections.abc import Iterator

from tests.support.project import ROOT

DATA = ROOT / "tests" / "data"


def facts(name: str) -> Iterator[list[str]]:
    """Yield the rows of a file of published facts without comments and heading."""
    with (DATA / name).open() as file:
        lines = csv.reader(line for line in file if not line.startswith("#"))
        next(lines)
        yield from lines


def solved_games() -> dict[tuple[int, int, int], tuple[int, int | None]]:
    """Return the value for the first player, and plies where they are known, by shape."""
    return {
        (int(width), int(height), int(row_length)): (int(value), int(plies) if plies else None)
        for width, height, row_length, value, plies, *_ in facts("solved_games.csv")
    }
