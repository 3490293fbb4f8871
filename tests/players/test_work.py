"""What is prepared before and after a search is bounded, on every board that the limits allow.

The measure is counted: all bytes by which memory grows from one call or return of a function to the
next. With one node to search nearly all of them are lines, symmetries, engines, proofs and reasons.
"""

import random
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from service import Budget, PositionError, Solver, Turn, parse
from service.players import LEVELS
from service.settings import Settings
from tests.support.reference import WRAPS
from tests.support.sampling import chance_of, samples

CELLS = Settings.model_fields["max_cells"].default
MOST_BYTES = 256 << 20
"""More than the question that takes most. A question that took minutes took ten times as many."""


class TooMuchError(Exception):
    """The work has exceeded its bound."""


def bytes_of(work: Callable[[], object]) -> int:
    """Return how many bytes some work has taken in all; `TooMuchError` if they are too many."""
    grown = last = 0

    def look(_frame: FrameType, _event: str, _argument: Any) -> None:
        nonlocal grown, last
        now, _ = tracemalloc.get_traced_memory()
        grown, last = grown + max(now - last, 0), now
        if grown > MOST_BYTES:
            sys.setprofile(None)
            raise TooMuchError

    tracemalloc.start()
    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
        tracemalloc.stop()
    return grown


def answer(solver: Solver, rows: list[str], row_length: int, level: str, **rules: Any) -> None:
    """Do what the service does for a question whose search may visit one node."""
    board = parse(rows, row_length, **rules)
    if board.status == "in_progress":
        analysis = solver.analyse(board, Budget(nodes=1))
        LEVELS[level].choose(Turn.analysed(analysis, seed=1))


@pytest.mark.parametrize(
    ("width", "height", "row_length", "rules", "level"),
    [
        (3, 833, 1250, {"wrap": "both", "misere": True}, "master"),
        (2500, 1, 1250, {"wrap": "horizontal"}, "rules"),
        (49, 51, 49, {"wrap": "both", "misere": True}, "master"),
        (1, 2500, 800, {"wrap": "both", "exact": True}, "lines"),
        (50, 49, 2400, {"wrap": "both", "gravity": True}, "lines"),
        (2, 856, 423, {}, "master"),
    ],
)
def test_long_rows_over_joined_edges(
    solver: Solver, width: int, height: int, row_length: int, rules: dict[str, Any], level: str
) -> None:
    rows = ["." * width] * height
    assert bytes_of(lambda: answer(solver, rows, row_length, level, **rules)) < MOST_BYTES


def test_a_run_of_many_rows(solver: Solver) -> None:
    """Each of the rows is one that the last stone has to be in."""
    row = "X" * 1700 + "." * 100 + "X" * 700

    def work() -> None:
        with pytest.raises(PositionError, match="no single last stone"):
            answer(solver, [row], 600, "master", to_move="O", any_position=True)

    assert bytes_of(work) < MOST_BYTES


@pytest.mark.parametrize("number", range(samples(60)))
def test_rules_drawn_from_all_that_the_limits_allow(solver: Solver, number: int) -> None:
    chance = chance_of(f"work {number}")
    width, height = drawn_sides(chance)
    row_length = drawn_length(chance, width, height)
    rules = {
        "gravity": chance.random() < 0.4,
        "wrap": chance.choice(WRAPS),
        "exact": chance.random() < 0.4,
        "misere": chance.random() < 0.5,
    }
    rows = drawn_rows(chance, width, height, bool(rules["gravity"]))
    any_position, level = chance.random() < 0.5, chance.choice(sorted(LEVELS))

    def work() -> None:
        with suppress(PositionError):
            answer(solver, rows, row_length, level, to_move="X", any_position=any_position, **rules)

    assert bytes_of(work) < MOST_BYTES, (width, height, row_length, rules, level)


def drawn_sides(chance: random.Random) -> tuple[int, int]:
    """Return the sides of a board, mostly of one as large as may be."""
    one = chance.choice([chance.randint(1, CELLS), chance.randint(1, 60), 1, 2, 3, 50])
    most = CELLS // one
    other = most if chance.random() < 0.8 else chance.randint(1, most)
    return (one, other) if chance.random() < 0.5 else (other, one)


def drawn_length(chance: random.Random, width: int, height: int) -> int:
    """Return any length of a row, often about that of a side or of half a board."""
    cells = width * height
    near = [width, height, width // 2, height // 2, cells // 2, cells]
    near += [chance.randint(1, cells), chance.randint(1, min(cells, 12))]
    return max(1, chance.choice(near) + chance.choice([0, 0, 0, -1, 1]))


def drawn_rows(chance: random.Random, width: int, height: int, falls: bool) -> list[str]:
    """Return the rows of a board with some stones, as many of X as of O, and at times walls."""
    cells = ["."] * (width * height)
    order = list(range(len(cells)))[::-1]
    if not falls:
        chance.shuffle(order)
    stones = int(chance.choice([0, 0, 0.02, 0.3, 0.9]) * len(cells)) // 2 * 2
    for number, cell in enumerate(order[:stones]):
        cells[cell] = "XO"[number % 2]
    if not falls and chance.random() < 0.3:
        for cell in order[stones:][:: chance.randint(5, 50)]:
            cells[cell] = "#"
    return ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]
