"""Pairings: what the finder returns is one, and where there is one Breaker holds."""

import numpy as np
import pytest

from service.solver.proof_number.kernels.hypergraph import UNIT
from service.solver.proof_number.kernels.leaf_pairing import find_pairs, holding_zone, new_finder
from service.solver.proof_number.kernels.positional_game import DEFENDER_HOLDS
from service.solver.proof_number.kernels.zones import UNKNOWN
from tests.solver.proof_number.asking import rests_on
from tests.support.maker_breaker import (
    MOVERS,
    Cells,
    from_words,
    maker_wins,
    random_systems,
    to_words,
)
from tests.support.positional_games import SIDES
from tests.support.reference import lines_of
from tests.support.sampling import enough, samples


def pairing_of(sets: list[Cells]) -> list[Cells] | None:
    """Return what the kernel finds where only pairs count."""
    words, finder = to_words(sets), new_finder()
    before = words.copy()
    paired, left, _ = find_pairs(words, np.int64(1), 200, finder)
    assert (words == before).all(), "the sets are as they were"
    if paired == UNKNOWN:
        return None
    assert left == 0
    return from_words(sorted(set(finder.partners[finder.partners != 0].tolist())))


def check_pairing(sets: list[Cells], pairs: list[Cells]) -> None:
    """Check that the pairs are disjoint, and that every set contains one."""
    assert all(len(pair) == 2 for pair in pairs), pairs
    assert len(frozenset().union(*pairs)) == 2 * len(pairs), pairs
    for each in sets:
        assert any(pair <= each for pair in pairs), (each, pairs)


@pytest.mark.parametrize(
    ("count", "most_cells", "sizes", "least_found"),
    [
        (3000, 6, (2, 3), 800),
        (3000, 8, (2, 4), 800),
        (3000, 9, (1, 5), 300),
        (500, 10, (3, 6), 300),
    ],
    ids=str,
)
def test_a_pairing_is_one_and_breaker_holds(
    count: int, most_cells: int, sizes: tuple[int, int], least_found: int
) -> None:
    found = 0
    for sets in random_systems(count, most_cells, sizes, seed=1):
        pairs = pairing_of(sets)
        if pairs is not None:
            check_pairing(sets, pairs)
            found += 1
            for mover in MOVERS:
                assert not maker_wins(frozenset(sets), mover), (sets, mover)
    assert enough(least_found) <= found < samples(count)


@pytest.mark.parametrize(("most_cells", "sizes"), [(12, (2, 4)), (30, (3, 5)), (64, (4, 6))])
def test_pairs_that_begin_with_those_of_another_system(
    most_cells: int, sizes: tuple[int, int]
) -> None:
    """Disjoint pairs, and little potential of the sets without one, on the cells in none."""
    finder, found = new_finder(), 0
    for sets in random_systems(1000, most_cells, sizes, seed=5):
        paired, left, _ = find_pairs(to_words(sets), UNIT // 2, 50, finder)
        if paired == UNKNOWN:
            continue
        found += 1
        cells = from_words([int(paired)])[0]
        pairs = from_words(sorted(set(finder.partners[sorted(cells)].tolist())))
        assert sum(map(len, pairs)) == len(cells) == len(cells.union(*pairs)), pairs
        unserved = [each - cells for each in sets if not any(pair <= each for pair in pairs)]
        assert sorted(map(sorted, unserved)) == sorted(
            map(sorted, from_words(finder.left[:left].tolist()))
        )
        assert sum(2.0 ** -len(each) for each in unserved) < 0.5
    assert found >= enough(100), found


@pytest.mark.parametrize(
    ("shape", "count"), [((5, 5, 5), 12), ((7, 7, 6), 36), ((9, 6, 6), 41)], ids=str
)
def test_the_pairings_of_empty_boards(shape: tuple[int, int, int], count: int) -> None:
    sets = [frozenset(line) for line in lines_of(*shape)]
    assert len(sets) == count
    pairs = pairing_of(sets)
    assert pairs is not None
    check_pairing(sets, pairs)


def test_no_pairing_where_there_is_none() -> None:
    """No two lines of the board share a pair, and nine cells have no eight pairs."""
    assert pairing_of([frozenset(line) for line in lines_of(3, 3, 3)]) is None
    assert pairing_of([frozenset({0, 1}), frozenset({5})]) is None
    assert pairing_of([frozenset({0, 1}), frozenset({1, 2})]) is None


@pytest.mark.parametrize("steps", [0, 10, 200])
@pytest.mark.parametrize(
    ("most_cells", "sizes"), [(7, (2, 3)), (8, (2, 4)), (9, (3, 3)), (9, (3, 4)), (10, (3, 5))],
    ids=str,
)  # fmt: skip
def test_pairs_and_a_potential_together(
    most_cells: int, sizes: tuple[int, int], steps: int
) -> None:
    """Breaker holds, even where all outside the zone is Maker's; in many cases with both."""
    finder, both = new_finder(), 0
    for sets in random_systems(1500, most_cells, sizes, seed=3):
        words = to_words(sets)
        potential = sum(2.0 ** -len(each) for each in sets)
        for mover, limit in zip(SIDES, (0.5, 1.0), strict=True):
            units = np.int64(limit * UNIT)
            zone, least = holding_zone(words, units, steps, finder)
            assert (zone != UNKNOWN) == (least < limit * UNIT)
            assert least <= potential * UNIT
            if zone != UNKNOWN:
                assert rests_on(sets, DEFENDER_HOLDS, mover, zone), (sets, mover, zone)
                both += potential >= limit and pairing_of(sets) is None
    assert both >= enough(10) or steps == 0, both
