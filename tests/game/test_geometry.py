"""Lines and symmetries of boards of many shapes, against brute force."""

import tracemalloc
from itertools import product

import numpy as np
import pytest

from service.game import (
    MOST_LINE_CELLS,
    Geometry,
    Rules,
    Wrap,
    cells_of,
    flags_of,
    geometry,
    off_centre,
)
from service.game.geometry import KEPT, MOST_KEPT
from tests.support.reference import WRAPS, lines_of, symmetries_of
from tests.support.sampling import chance_of, samples

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


@pytest.mark.parametrize("wrap", [wrap for wrap in WRAPS if wrap != "none"])
@pytest.mark.parametrize("exact", [False, True])
def test_lines_over_joined_edges_are_those_found_by_walking(wrap: Wrap, *, exact: bool) -> None:
    """On narrow boards two directions may have the same lines, and a line may be a whole ring."""
    chance = chance_of(f"joined {wrap} {exact}")
    shapes = [(width, height) for width in range(1, 6) for height in range(1, 8)]
    for width, height in shapes:
        for row_length in range(1, width * height + 2):
            walls = chance.choice([0, 0, chance.getrandbits(width * height)])
            rules = Rules(width, height, row_length, wrap=wrap, exact=exact, walls=walls)
            found = Geometry(rules)
            windows = zip(found.lines.tolist(), map(sorted, found.flanks.tolist()), strict=True)
            listed = [(tuple(cells), tuple(beside)) for cells, beside in windows]
            assert sorted(listed) == sorted(windows_of(rules))
            assert found.line_cells == found.lines.size


def windows_of(rules: Rules) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the cells of each line and those beside it, both sorted, by walking from each cell."""

    def cell_at(row: int, column: int) -> int:
        row = row % rules.height if rules.joins_rows else row
        column = column % rules.width if rules.joins_columns else column
        inside = 0 <= row < rules.height and 0 <= column < rules.width
        return row * rules.width + column if inside else -1

    found, length = set(), rules.row_length
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in product(range(rules.height), range(rules.width)):
            walked = [cell_at(row + down * step, column + right * step) for step in range(length)]
            cells = set(walked)
            if -1 in cells or len(cells) < length or any(rules.walls >> cell & 1 for cell in cells):
                continue
            ends = (-1, length)
            beside = [cell_at(row + down * step, column + right * step) for step in ends]
            if not rules.exact or cells & set(beside):
                beside = [-1, -1]
            found.add((tuple(sorted(cells)), tuple(sorted(beside))))
        if length == 1 and not rules.exact:
            break
    return found


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
