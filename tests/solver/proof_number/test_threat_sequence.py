"""Threat sequences of positional games, against a plain search."""

from collections import Counter

import numpy as np
import pytest

from service.solver.proof_number.kernels.hypergraph import NARROW
from service.solver.proof_number.kernels.leaf_proofs import new_scratch, static_proof
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
    completed,
    play,
)
from service.solver.proof_number.kernels.threat_sequence import forced_result, win_zone
from service.solver.proof_number.kernels.zones import UNKNOWN
from tests.solver.proof_number.asking import RESULTS, minimal, placed, sets_at
from tests.support.positional_games import SIDES, Cells, attacker_wins, random_pairs
from tests.support.sampling import enough

SYSTEMS = [(7, (2, 3)), (8, (2, 3)), (9, (2, 3)), (9, (2, 4))]


def new_cursors() -> np.ndarray:
    return np.zeros(NARROW.plies + 1, np.int64)


@pytest.mark.parametrize(("most_cells", "sizes"), SYSTEMS, ids=str)
def test_what_threats_force_is_true(most_cells: int, sizes: tuple[int, int]) -> None:
    """Also where the players have different sets, and where she counters."""
    results: Counter[int] = Counter()
    cursors, scratch = new_cursors(), new_scratch()
    for mine, hers in random_pairs(1500, most_cells, sizes, seed=21):
        left = minimal(mine), minimal(hers)
        row = placed(*left)
        for mover, side in enumerate(SIDES):
            result = int(forced_result(row, 0, mover, cursors)[0])
            if result != OPEN:
                assert RESULTS[result] == attacker_wins(*left, side), (left, side)
            if static_proof(row, 0, mover, True, scratch)[0] == OPEN:
                results[result] += 1
        assert sets_at(row, 0) == left, "the sets are as they were"
    assert min(results[ATTACKER_WINS], results[DEFENDER_HOLDS]) >= enough(5), results


@pytest.mark.parametrize(("most_cells", "sizes"), SYSTEMS, ids=str)
def test_a_sequence_refutes_every_move_of_hers_outside_its_zone(
    most_cells: int, sizes: tuple[int, int]
) -> None:
    """Both one against a pass and one against another move."""
    cursors, refuted = new_cursors(), Counter[bool]()
    for mine, hers in random_pairs(1500, most_cells, sizes, seed=22):
        left = minimal(mine), minimal(hers)
        cells = sorted(frozenset[int]().union(*left[0], *left[1]))
        row = placed(*left)
        zones = [(False, win_zone(row, 0, ATTACKER, cursors))]
        for cell in cells:
            play(row, 0, DEFENDER, np.uint64(1 << cell))
            if not completed(row, 1, DEFENDER):
                zones.append((True, forced_result(row, 1, ATTACKER, cursors)[1]))
        for by_move, zone in zones:
            for cell in cells:
                if not int(zone) >> cell & 1:
                    after = [each for each in left[0] if cell not in each]
                    assert attacker_wins(after, [each - {cell} for each in left[1]], "attacker")
                    refuted[by_move] += 1
    assert min(refuted[False], refuted[True]) >= enough(50), refuted


THREE = [{0, 1}, {0, 2, 3}, {2, 4}]
"""Won by 0, to which 1 is the only reply, and then by 2."""


@pytest.mark.parametrize(
    ("mine", "hers", "mover", "result"),
    [
        (THREE, [{5, 6}], ATTACKER, ATTACKER_WINS),
        (THREE, [{1, 5}, {4, 5}], ATTACKER, OPEN),
        (THREE, [{1, 2}], ATTACKER, ATTACKER_WINS),
        (THREE, [{7}], ATTACKER, OPEN),
        ([{0, 1}, {0, 2}, {0, 3, 4}], [{7}], ATTACKER, OPEN),
        ([{0, 1}, {0, 2}, {0, 3, 4}], [{0}], ATTACKER, ATTACKER_WINS),
        ([{5, 6}], THREE, DEFENDER, DEFENDER_HOLDS),
        ([{1, 5}, {4, 5}], THREE, DEFENDER, OPEN),
        ([*THREE, {8}], [{5, 6}], DEFENDER, ATTACKER_WINS),
        ([*THREE, {8}], [{8, 6}], DEFENDER, OPEN),
        ([*THREE, {8}], [{8, 0}], DEFENDER, ATTACKER_WINS),
    ],
)
def test_sequences_and_what_stops_them(
    mine: list[Cells], hers: list[Cells], mover: int, result: int
) -> None:
    """A reply that threatens has to be answered by the next threat; so has a threat before it."""
    assert forced_result(placed(mine, hers), 0, mover, new_cursors())[0] == result


def test_so_many_threats_that_a_search_gives_up() -> None:
    """They lead nowhere, in any of a vast number of orders."""
    quads = [range(4 * index, 4 * index + 4) for index in range(15)]
    mine = [frozenset(quad[:2]) for quad in quads] + [frozenset(quad[1:]) for quad in quads]
    row = placed(mine, [frozenset({61, 62, 63})])
    assert forced_result(row, 0, ATTACKER, new_cursors()) == (OPEN, UNKNOWN)
