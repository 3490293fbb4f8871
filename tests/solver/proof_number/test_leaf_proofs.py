"""What is seen of positional games without a search, and the zones that it rests on."""

from collections import Counter

import pytest

from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels.hypergraph import UNIT
from service.solver.proof_number.kernels.leaf_proofs import new_scratch, static_proof, static_zones
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
)
from service.solver.proof_number.kernels.zones import UNKNOWN
from tests.solver.proof_number.asking import RESULTS, minimal, placed, rests_on, sets_at
from tests.support.maker_breaker import from_words, random_systems
from tests.support.positional_games import SIDES, attacker_wins, random_pairs
from tests.support.sampling import enough

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


def test_potentials_are_those_of_erdos_and_selfridge() -> None:
    """Of the attacker's sets that are not private, whoever's sets the defender has."""
    seen: Counter[bool] = Counter()
    scratch = new_scratch()
    for mine, hers in random_pairs(1500, 9, (2, 4), seed=4):
        left = minimal(mine)
        row = placed(left, hers)
        words = placed(left, []).sets[0, 0]
        size, _ = hypergraph.drop_private_pairs(words[: len(left)])
        exact = sum(2.0 ** -len(each) for each in from_words(words[:size].tolist()))
        for mover in (ATTACKER, DEFENDER):
            result, residual, _ = static_proof(row, 0, mover, True, scratch)
            below = exact < (0.5 if mover == ATTACKER else 1.0)
            if below:
                assert result == DEFENDER_HOLDS, (left, hers, mover)
            if result == OPEN:
                assert (0.5 if mover == ATTACKER else 1) * UNIT <= residual <= exact * UNIT
            seen[below] += 1
    assert min(seen.values()) >= enough(200)


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
