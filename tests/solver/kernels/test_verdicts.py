"""What is seen of contests without a search, and the zones that it rests on."""

from __future__ import annotations

from collections import Counter

import pytest

from service.solver.kernels import hypergraph
from service.solver.kernels.contest import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
)
from service.solver.kernels.hypergraph import UNIT
from service.solver.kernels.verdicts import examine, judge, new_sight
from service.solver.kernels.zones import UNKNOWN
from tests.contests import SIDES, attacker_wins, random_pairs
from tests.maker_breaker import Cells, from_words, random_systems
from tests.reference import lines_of
from tests.solver.kernels.asking import VERDICTS, minimal, placed, rests_on, sets_at

SYSTEMS = [
    (4, (1, 2)), (6, (1, 3)), (7, (2, 3)), (8, (2, 4)), (8, (2, 3)), (9, (3, 3)), (9, (2, 4)),
]  # fmt: skip


@pytest.mark.parametrize("weak", [True, False], ids=["weak", "strong"])
@pytest.mark.parametrize(("most_cells", "sizes"), SYSTEMS, ids=str)
def test_what_is_seen_at_once_is_true(most_cells: int, sizes: tuple[int, int], weak: bool) -> None:
    verdicts: Counter[tuple[int, int]] = Counter()
    zones: Counter[tuple[int, int]] = Counter()
    sight = new_sight()
    for mine, hers in random_pairs(800, most_cells, sizes, seed=3):
        left = minimal(mine), [] if weak else minimal(hers)
        row = placed(*left)
        for mover, side in enumerate(SIDES):
            verdict, _, zone = judge(row, 0, mover, sight)
            verdicts[mover, int(verdict)] += 1
            if verdict != OPEN:
                expected = attacker_wins(*left, side)
                assert VERDICTS[int(verdict)] == expected, (left, side)
            if zone != UNKNOWN:
                assert rests_on(left[0], verdict, side, zone), (left, side, zone)
                zones[mover, int(verdict)] += 1
            assert verdict != OPEN or zone == UNKNOWN
            assert zone != UNKNOWN or verdict == OPEN or not weak
            own, opposing = left if mover == ATTACKER else left[::-1]
            completions = {each for each in own if len(each) == 1}
            blocks = {each for each in opposing if len(each) == 1}
            if completions:
                assert verdict == (ATTACKER_WINS if mover == ATTACKER else DEFENDER_HOLDS)
            elif len(blocks) > 1:
                assert verdict == (DEFENDER_HOLDS if mover == ATTACKER else ATTACKER_WINS)
        assert sets_at(row, 0) == left, "the sets are as they were"
    for mover in (ATTACKER, DEFENDER):
        assert verdicts[mover, DEFENDER_HOLDS] >= 60, verdicts
        assert zones[mover, DEFENDER_HOLDS] >= 50, zones
    assert verdicts[ATTACKER, ATTACKER_WINS] >= 60 or sizes[0] > 2, verdicts
    if sizes[0] == 1:
        assert verdicts[DEFENDER, ATTACKER_WINS] >= 20, verdicts


FORK = [frozenset({0, 1}), frozenset({0, 2})]


@pytest.mark.parametrize(
    ("mine", "hers", "mover", "verdict"),
    [
        (FORK, [], ATTACKER, ATTACKER_WINS),
        (FORK, [{5, 6}], ATTACKER, ATTACKER_WINS),
        (FORK, [{3}], ATTACKER, OPEN),
        (FORK, [{3}, {4}], ATTACKER, DEFENDER_HOLDS),
        (FORK, [{3}], DEFENDER, DEFENDER_HOLDS),
        ([*FORK, {3}], [{3}, {4}], ATTACKER, ATTACKER_WINS),
        ([{3}, {4}], [{5}], DEFENDER, DEFENDER_HOLDS),
        ([{3}, {4}], [{5, 6}], DEFENDER, ATTACKER_WINS),
        ([{3}, {0, 1}, {0, 2}, {1, 2}], [{5, 6}], DEFENDER, OPEN),
        ([{0, 1}], [], ATTACKER, DEFENDER_HOLDS),
        ([{0, 1, 2}, {0, 3, 4}], [], ATTACKER, DEFENDER_HOLDS),
        (lines_of(3, 3, 3), [], ATTACKER, OPEN),
        (lines_of(3, 3, 3), [], DEFENDER, DEFENDER_HOLDS),
        ([{0, 1, 2}, {1, 2, 3}, {2, 3, 0}, {0, 1, 3}], [], ATTACKER, DEFENDER_HOLDS),
        ([{0, 1, 2}, {1, 2, 3}, {2, 3, 0}, {0, 1, 3}], [], DEFENDER, DEFENDER_HOLDS),
    ],
)  # fmt: skip
def test_what_is_seen_at_once_in_a_few_cases(
    mine: list[Cells], hers: list[Cells], mover: int, verdict: int
) -> None:
    row = placed(mine, hers)
    assert judge(row, 0, mover, new_sight())[0] == verdict


def test_potentials_are_those_of_erdos_and_selfridge() -> None:
    """Of the attacker's sets that are not private, whoever's sets the defender has."""
    seen: Counter[bool] = Counter()
    sight = new_sight()
    for mine, hers in random_pairs(1500, 9, (2, 4), seed=4):
        left = minimal(mine)
        row = placed(left, hers)
        words = placed(left, []).sets[0, 0]
        size, _ = hypergraph.drop_private(words, len(left))
        exact = sum(2.0 ** -len(each) for each in from_words(words[:size].tolist()))
        for mover in (ATTACKER, DEFENDER):
            verdict, lacking, _ = judge(row, 0, mover, sight)
            below = exact < (0.5 if mover == ATTACKER else 1.0)
            if below:
                assert verdict == DEFENDER_HOLDS, (left, hers, mover)
            if verdict == OPEN:
                assert (0.5 if mover == ATTACKER else 1) * UNIT <= lacking <= exact * UNIT
            seen[below] += 1
    assert min(seen.values()) >= 200


@pytest.mark.parametrize(("most_cells", "sizes"), [*SYSTEMS[2:], (10, (3, 4))], ids=str)
def test_a_second_look_is_true(most_cells: int, sizes: tuple[int, int]) -> None:
    """The defender holds within the zone, also where only a pass of the attacker is refuted."""
    sight, held, passes = new_sight(), 0, 0
    for system in random_systems(800, most_cells, sizes, seed=6):
        sets = minimal(system)
        row = placed(sets, [])
        for mover, side in enumerate(SIDES):
            verdict, _, _ = judge(row, 0, mover, sight)
            if verdict == ATTACKER_WINS:
                continue
            zone, passed = examine(row, 0, mover, sight)
            assert sets_at(row, 0) == (sets, [])
            if zone != UNKNOWN:
                assert rests_on(sets, DEFENDER_HOLDS, side, zone), (sets, side, zone)
                held += 1
            elif passed != UNKNOWN:
                assert rests_on(sets, DEFENDER_HOLDS, "defender", passed), (sets, side, passed)
                passes += 1
    assert held >= 100
    assert passes >= 20 or sizes == (2, 4), passes
