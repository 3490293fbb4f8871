"""Zones, and sequences of threats that make them, against a plain search."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from service.game import Rules
from service.solver.lines import encodings
from service.solver.memory.kernels import table as tt
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
from service.solver.proof_number.kernels.state import new_state
from service.solver.proof_number.kernels.threat_sequence import forced_result, win_zone
from service.solver.proof_number.kernels.zones import UNKNOWN, close
from tests.solver.proof_number.asking import (
    PLAYERS,
    RESULTS,
    ask,
    minimal,
    new_tables,
    placed,
    rests_on,
    sets_at,
    stones_of,
)
from tests.support.positional_games import (
    NOTHING,
    SIDES,
    Cells,
    Side,
    attacker_wins,
    breaker_takes,
    cells_of,
    from_words,
    lineless,
    maker_takes,
    random_pairs,
    random_systems,
    to_words,
)
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough

SYSTEMS = [(6, (1, 3)), (7, (2, 3)), (8, (2, 3)), (8, (2, 4)), (9, (2, 3))]


def small_zone(sets: list[Cells], result: int, mover: Side, chance: random.Random) -> np.uint64:
    """Return a zone that no cell can be left out of."""
    cells = sorted(cells_of(sets))
    zone = np.uint64(to_words([cells_of(sets)])[0])
    for cell in chance.sample(cells, len(cells)):
        less = zone & ~np.uint64(1 << cell)
        if rests_on(sets, result, mover, less):
            zone = less
    return zone


@pytest.mark.parametrize("mover", [0, 1], ids=SIDES)
@pytest.mark.parametrize(("most_cells", "sizes"), SYSTEMS, ids=str)
def test_zones_that_refute_every_move_make_one(
    most_cells: int, sizes: tuple[int, int], mover: int
) -> None:
    """Of the position in which the side to move loses."""
    chance, side, closed, smaller = chance_of(str(sizes)), SIDES[mover], 0, 0
    result = DEFENDER_HOLDS if mover == ATTACKER else ATTACKER_WINS
    for system in random_systems(400, most_cells, sizes, seed=1):
        sets = minimal(system)
        if attacker_wins(sets, NOTHING, side) != (result == ATTACKER_WINS):
            continue
        take = maker_takes if mover == ATTACKER else breaker_takes
        listed = sorted(cells_of(sets))
        zones: list[np.uint64] = []
        for cell in chance.sample(listed, len(listed)):
            if any(int(zone) >> cell & 1 == 0 for zone in zones):
                continue
            after = list(take(frozenset(sets), cell))
            zones.append(small_zone(after, result, SIDES[1 - mover], chance))
        words = np.array(zones, np.uint64)
        zone = close(words)
        assert zone != UNKNOWN
        assert rests_on(sets, result, side, zone), (sets, zones, zone)
        closed += 1
        smaller += from_words([int(zone)])[0] < cells_of(sets)
        if len(zones) > 1:
            assert close(words[:0]) == UNKNOWN
    assert closed >= enough(20 if mover == ATTACKER else 10)
    assert smaller >= enough(5), smaller


def test_a_zone_with_a_move_left_is_none() -> None:
    """Only the middle of three cells is refuted: 0 and 2 are within what refutes it."""
    assert close(to_words([frozenset({0, 2})])) == UNKNOWN


@pytest.mark.parametrize(
    ("shape", "empty", "count"),
    [((3, 3, 3), (5, 9), 100), ((4, 4, 3), (6, 10), 150), ((5, 3, 3), (6, 10), 150),
     ((5, 4, 4), (8, 11), 120), ((5, 5, 4), (8, 11), 60), ((6, 6, 4), (10, 13), 200)],
    ids=str,
)  # fmt: skip
def test_every_zone_in_the_table_is_true(
    shape: tuple[int, int, int], empty: tuple[int, int], count: int
) -> None:
    """Whatever symmetry, pairs and moves it came through; the strong game leaves weak ones too."""
    game, chance = encodings.whole_board(Rules(*shape)), np.random.default_rng(3)
    search, tables = new_state(), new_tables(1 << 14, 1 << 10)
    for cells in lineless(Reference(*shape), count, empty, seed=4):
        for colour, attacker in enumerate(PLAYERS):
            for mover, weak in itertools.product(range(2), (True, False)):
                ask(game, search, tables, colour, stones_of(cells, attacker), mover, weak)
    entries = tables.solved.reshape(-1, tt.BUCKET_WORDS // 2)
    entries = entries[entries[:, tt.DATA] != 0]
    checked = smaller = 0
    for index in chance.permutation(len(entries))[:3000]:
        free, word, data, _ = entries[index].tolist()
        mover = (data >> (64 - tt.KEY_BITS)) - int(game.keys[2])
        if mover > ATTACKER + 1:
            continue
        maker, zone = word & ~free, np.uint64(word & free)
        lines = [int(line) for line in game.lines[0] if int(line) & ~(maker | free) == 0]
        sets = from_words([line & ~maker for line in lines])
        result = ATTACKER_WINS if tt.lower_of(np.uint64(data)) > 0 else DEFENDER_HOLDS
        assert rests_on(sets, result, SIDES[mover], zone), (sets, mover, result, zone)
        checked += 1
        smaller += zone != free
    assert checked >= enough(30), checked
    assert smaller >= enough(20), smaller


THREATENING = [(7, (2, 3)), (8, (2, 3)), (9, (2, 3)), (9, (2, 4))]


def new_cursors() -> np.ndarray:
    return np.zeros(NARROW.plies + 1, np.int64)


@pytest.mark.parametrize(("most_cells", "sizes"), THREATENING, ids=str)
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


@pytest.mark.parametrize(("most_cells", "sizes"), THREATENING, ids=str)
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
