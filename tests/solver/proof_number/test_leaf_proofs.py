"""What is seen of positional games without a search, and the zones that it rests on."""

from collections import Counter

import numpy as np
import pytest

from service.solver.proof_number.kernels.hypergraph import UNIT
from service.solver.proof_number.kernels.leaf_pairing import find_pairs, holding_zone, new_finder
from service.solver.proof_number.kernels.leaf_proofs import new_scratch, static_proof, static_zones
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
)
from service.solver.proof_number.kernels.zones import UNKNOWN
from tests.solver.checks import check_pairs
from tests.solver.proof_number.asking import RESULTS, minimal, placed, rests_on, sets_at
from tests.support.positional_games import (
    MOVERS,
    SIDES,
    Cells,
    attacker_wins,
    from_words,
    maker_wins,
    random_pairs,
    random_systems,
    to_words,
)
from tests.support.reference import lines_of
from tests.support.sampling import enough, samples

BLANK = "." * 64
SYSTEMS = [
    (4, (1, 2)), (6, (1, 3)), (7, (2, 3)), (8, (2, 4)), (8, (2, 3)), (9, (3, 3)), (9, (2, 4)),
]  # fmt: skip


@pytest.mark.parametrize("weak", [True, False], ids=["weak", "strong"])
@pytest.mark.parametrize(("most_cells", "sizes"), SYSTEMS, ids=str)
def test_what_is_seen_at_once_is_true(most_cells: int, sizes: tuple[int, int], weak: bool) -> None:
    results: Counter[tuple[int, int]] = Counter()
    zones: Counter[tuple[int, int]] = Counter()
    scratch = new_scratch()
    for mine, hers in random_pairs(800, most_cells, sizes, seed=3):
        left = minimal(mine), [] if weak else minimal(hers)
        row = placed(*left)
        # Of half of them much is tried, of the others little.
        promising = len(mine) % 2 == 0
        for mover, side in enumerate(SIDES):
            result, _, zone = static_proof(row, 0, mover, promising, scratch)
            results[mover, int(result)] += 1
            if result != OPEN:
                expected = attacker_wins(*left, side)
                assert RESULTS[int(result)] == expected, (left, side)
            if zone != UNKNOWN:
                assert rests_on(left[0], result, side, zone), (left, side, zone)
                zones[mover, int(result)] += 1
            assert result != OPEN or zone == UNKNOWN
            assert zone != UNKNOWN or result == OPEN or not weak
            own, opposing = left if mover == ATTACKER else left[::-1]
            completions = {each for each in own if len(each) == 1}
            blocks = {each for each in opposing if len(each) == 1}
            if completions:
                assert result == (ATTACKER_WINS if mover == ATTACKER else DEFENDER_HOLDS)
            elif len(blocks) > 1:
                assert result == (DEFENDER_HOLDS if mover == ATTACKER else ATTACKER_WINS)
        assert sets_at(row, 0) == left, "the sets are as they were"
    for mover in (ATTACKER, DEFENDER):
        assert results[mover, DEFENDER_HOLDS] >= enough(60), results
        assert zones[mover, DEFENDER_HOLDS] >= enough(50), zones
    assert results[ATTACKER, ATTACKER_WINS] >= enough(60) or sizes[0] > 2, results
    if sizes[0] == 1:
        assert results[DEFENDER, ATTACKER_WINS] >= enough(20), results


@pytest.mark.parametrize(("most_cells", "sizes"), [*SYSTEMS[2:], (10, (3, 4))], ids=str)
def test_a_second_look_is_true(most_cells: int, sizes: tuple[int, int]) -> None:
    """The defender holds within the zone, also where only a pass of the attacker is refuted."""
    scratch, held, passes = new_scratch(), 0, 0
    for system in random_systems(800, most_cells, sizes, seed=6):
        sets = minimal(system)
        row = placed(sets, [])
        for mover, side in enumerate(SIDES):
            result, _, _ = static_proof(row, 0, mover, True, scratch)
            if result == ATTACKER_WINS:
                continue
            zone, passed = static_zones(row, 0, mover, scratch)
            assert sets_at(row, 0) == (sets, [])
            if zone != UNKNOWN:
                assert rests_on(sets, DEFENDER_HOLDS, side, zone), (sets, side, zone)
                held += 1
            elif passed != UNKNOWN:
                assert rests_on(sets, DEFENDER_HOLDS, "defender", passed), (sets, side, passed)
                passes += 1
    assert held >= enough(100)
    assert passes >= enough(20) or sizes == (2, 4), passes


def pairing_of(sets: list[Cells]) -> list[tuple[int, int]] | None:
    """Return what the kernel finds where only pairs count."""
    words, finder = to_words(sets), new_finder()
    before = words.copy()
    paired, left, _ = find_pairs(words, np.int64(1), 200, finder)
    assert (words == before).all(), "the sets are as they were"
    if paired == UNKNOWN:
        return None
    assert left == 0
    found = from_words(sorted(set(finder.partners[finder.partners != 0].tolist())))
    return [(first, second) for first, second in found]


@pytest.mark.parametrize(
    ("count", "most_cells", "sizes", "least_found"),
    [(3000, 6, (2, 3), 800), (3000, 8, (2, 4), 800), (3000, 9, (1, 5), 300),
     (500, 10, (3, 6), 300)],
    ids=str,
)  # fmt: skip
def test_a_pairing_is_one_and_breaker_holds(
    count: int, most_cells: int, sizes: tuple[int, int], least_found: int
) -> None:
    found = 0
    for sets in random_systems(count, most_cells, sizes, seed=1):
        pairs = pairing_of(sets)
        if pairs is not None:
            check_pairs(pairs, BLANK, list(map(tuple, sets)))
            found += 1
            for mover in MOVERS:
                assert not maker_wins(frozenset(sets), mover), (sets, mover)
    assert enough(least_found) <= found < samples(count)


@pytest.mark.parametrize(
    ("shape", "count"), [((5, 5, 5), 12), ((7, 7, 6), 36), ((9, 6, 6), 41)], ids=str
)
def test_the_pairings_of_empty_boards(shape: tuple[int, int, int], count: int) -> None:
    lines = lines_of(*shape)
    assert len(lines) == count
    pairs = pairing_of(list(map(frozenset, lines)))
    assert pairs is not None
    check_pairs(pairs, BLANK, lines)


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
