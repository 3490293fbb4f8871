"""What a geometry holds, how much it takes and how long it is kept; see also `tests/rules`."""

import tracemalloc

import numpy as np
import pytest

from service.game import (
    MOST_LINE_CELLS,
    Geometry,
    Rules,
    cells_of,
    flags_of,
    geometry,
    off_centre,
)
from service.game.geometry import KEPT, MOST_KEPT
from tests.support.reference import WRAPS
from tests.support.sampling import chance_of, samples


def test_a_row_length_beyond_measure_costs_nothing() -> None:
    assert len(geometry(Rules(3, 3, 10**30)).lines) == 0


@pytest.mark.parametrize("bitboard", [0, 1, 0b1011, 1 << 69, (1 << 70) - 1])
def test_bitboards_as_cells_and_flags(bitboard: int) -> None:
    expected = [cell for cell in range(70) if bitboard >> cell & 1]
    assert cells_of(bitboard, 70).tolist() == expected
    assert flags_of(bitboard, 70).tolist() == [bitboard >> cell & 1 for cell in range(70)]


@pytest.mark.parametrize("shape", [(0, 3, 3), (3, 0, 3), (3, 3, 0), (-1, 3, 3)])
def test_sizes_below_one_are_refused(shape: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Rules(*shape)


def test_the_last_geometry_is_kept_however_large_it_is() -> None:
    small, large = Rules(6, 5, 4), Rules(1000, 1000, 3)
    geometry(small)
    assert geometry(large).nbytes > MOST_KEPT
    assert list(KEPT) == [large]
    assert geometry(large) is geometry(large)
    geometry(small)
    assert list(KEPT) == [small]


def derive(found: Geometry) -> list[object]:
    """Return all that can be worked out of a geometry."""
    return [found.directions, found.lines, found.symmetries, found.uses, found.off_centre]


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 99), (3, 3, 3), (2, 9, 5), (50, 50, 17), (1, 2500, 1250), (2500, 1, 7)],
    ids=str,
)
def test_a_geometry_takes_no_more_than_it_says(shape: tuple[int, int, int]) -> None:
    """Its size is measured by Python's allocator, and includes its place in the cache."""
    derive(Geometry(Rules(*shape)))
    geometry.cache_clear()
    tracemalloc.start()
    derive(geometry(Rules(*shape)))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < taken <= KEPT.currsize <= MOST_KEPT


def test_the_sums_of_windows_are_those_of_their_cells() -> None:
    chance = chance_of("sums of windows")
    for _ in range(samples(300)):
        width, height = chance.randint(1, 9), chance.randint(1, 9)
        wrap, row_length = chance.choice(WRAPS), chance.randint(1, 12)
        rules = Rules(width, height, row_length, wrap=wrap)
        values = np.array([[chance.randint(-9, 9) for _ in range(rules.cells)] for _ in range(2)])
        for direction in geometry(rules).directions:
            starts = cells_of(direction.starts, rules.cells)
            windows = direction.walk(starts, np.arange(row_length))
            sums = direction.sums(values)[:, starts]
            assert sums.tolist() == values[:, windows].sum(axis=2).tolist()


def test_too_many_lines_are_not_listed() -> None:
    found = geometry(Rules(3, 833, 1250, wrap="both"))
    assert found.line_cells > MOST_LINE_CELLS
    assert not found.lists_lines
    with pytest.raises(AssertionError, match="too many cells"):
        _ = found.lines


def test_the_distance_to_the_middle() -> None:
    rules = Rules(3, 2, 2)
    assert [off_centre(rules, cell) for cell in range(6)] == [5, 1, 5, 5, 1, 5]
    assert off_centre(rules, np.arange(6)).tolist() == [5, 1, 5, 5, 1, 5]
