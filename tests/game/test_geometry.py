"""Lines and symmetries of boards of many shapes, against brute force."""

import tracemalloc

import numpy as np
import pytest

from service.game import Geometry, Rules, cells_of, flags_of, geometry, off_centre
from service.game.geometry import KEPT, MOST_KEPT
from tests.support.reference import lines_of, symmetries_of

SHAPES = [
    (width, height, row_length)
    for width, height in (
        (1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 5), (3, 3), (4, 3), (3, 4), (5, 5), (1, 9),
        (9, 1), (7, 6), (8, 8), (9, 7), (13, 5), (10, 10), (19, 19),
    )
    for row_length in (1, 2, 3, 4, 5, 7, 19)
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_lines_are_those_found_by_walking(shape: tuple[int, int, int]) -> None:
    lines = geometry(Rules(*shape)).lines
    found = lines_of(*shape)
    assert lines.shape == (len(found), shape[2] if found else 1)
    assert sorted(map(tuple, map(sorted, lines.tolist()))) == sorted(
        tuple(sorted(line)) for line in lines_of(*shape)
    )


def test_a_row_length_beyond_measure_costs_nothing() -> None:
    assert len(geometry(Rules(3, 3, 10**30)).lines) == 0


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_symmetries_are_bijections_that_map_lines_to_lines(shape: tuple[int, int, int]) -> None:
    symmetries = geometry(Rules(*shape)).symmetries
    cells = list(range(shape[0] * shape[1]))
    assert symmetries[0].tolist() == cells
    assert sorted(map(tuple, symmetries.tolist())) == symmetries_of(shape[0], shape[1])
    lines = {frozenset(line) for line in lines_of(*shape)}
    for images in symmetries.tolist():
        assert sorted(images) == cells
        assert {frozenset(images[cell] for cell in line) for line in lines} == lines


@pytest.mark.parametrize("bitboard", [0, 1, 0b1011, 1 << 69, (1 << 70) - 1])
def test_bitboards_as_cells_and_flags(bitboard: int) -> None:
    expected = [cell for cell in range(70) if bitboard >> cell & 1]
    assert cells_of(bitboard, 70).tolist() == expected
    assert flags_of(bitboard, 70).tolist() == [bitboard >> cell & 1 for cell in range(70)]


@pytest.mark.parametrize("shape", [(0, 3, 3), (3, 0, 3), (3, 3, 0), (-1, 3, 3)])
def test_sizes_below_one_are_refused(shape: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Rules(*shape)


def test_geometry_is_shared() -> None:
    assert geometry(Rules(6, 5, 4)) is geometry(Rules(6, 5, 4))


def test_the_last_geometry_is_kept_however_large_it_is() -> None:
    small, large = Rules(6, 5, 4), Rules(200, 200, 100)
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


def test_the_distance_to_the_middle() -> None:
    rules = Rules(3, 2, 2)
    assert [off_centre(rules, cell) for cell in range(6)] == [5, 1, 5, 5, 1, 5]
    assert off_centre(rules, np.arange(6)).tolist() == [5, 1, 5, 5, 1, 5]
