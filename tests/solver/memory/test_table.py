"""The transposition table gives back what was stored for a position, or nothing."""

import itertools
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from service.game import Rules
from service.solver.lines.encodings import KEYS, keys_of_rules
from service.solver.lines.kernels.scores import WIN
from service.solver.memory.kernels import table as tt
from service.solver.memory.transposition import PRIVATE_KEYS, TranspositionTable
from tests.support.sampling import chance_of, samples

WORDS = 4
MOST = tt.MOST_KEPT_PLIES
SCORES = [0, *range(WIN - MOST, WIN), *range(1 - WIN, MOST + 1 - WIN)]


def empty_table(buckets: int) -> NDArray[np.uint64]:
    """Return a table of that many buckets that holds nothing."""
    return np.zeros((buckets, tt.BUCKET_WORDS), np.uint64)


def word(value: int) -> np.uint64:
    """Return a 64-bit word."""
    return np.uint64(value & (1 << 64) - 1)


def random_key(chance: random.Random) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return stones of both sides and the key of a game."""
    own = chance.getrandbits(64)
    return word(own), word(chance.getrandbits(64) & ~own), word(chance.getrandbits(tt.KEY_BITS))


def read(data: np.uint64) -> tuple[int, int]:
    """Return the bounds in packed data."""
    return int(tt.lower_of(data)), int(tt.upper_of(data))


def test_no_bound_says_more_than_was_proven() -> None:
    """Of wins and losses that are too late to be told apart it stays known whose they are."""
    table, chance = empty_table(1), chance_of("bounds of the table")
    own, opponent, key = random_key(chance)
    near = [WIN - MOST + step for step in range(-3, 4)]
    bounds = [0, 1, 2, 100, WIN - 256, WIN - 1, WIN, *near]
    bounds += [chance.randint(1, WIN) for _ in range(samples(60))]
    for lower, upper in product([*bounds, *(-each for each in bounds)], repeat=2):
        tt.store(table, own, opponent, key, lower, upper, 1)
        kept_lower, kept_upper = read(word(int(tt.probe(table, own, opponent, key))))
        assert kept_lower <= lower
        assert kept_upper >= upper
        assert (kept_lower > 0) == (lower > 0)
        assert (kept_upper < 0) == (upper < 0)


def test_a_random_history_never_gives_another_value() -> None:
    """Crowded tables of one to sixteen buckets: the last value stored, an older one, or none."""
    chance = random.Random(2)
    for buckets in (1, 2, 16):
        table = empty_table(buckets)
        keys = [random_key(chance) for _ in range(60)]
        # Positions that differ in one word only.
        keys += [(keys[0][0], each[1], keys[0][2]) for each in keys[1:20]]
        keys += [(keys[0][0], keys[0][1], each[2]) for each in keys[1:20]]
        stored: dict[tuple[np.uint64, ...], set[tuple[int, int]]] = {}
        hits = 0
        for _ in range(4000):
            key = chance.choice(keys)
            if chance.random() < 0.5:
                entry = (chance.choice(SCORES), chance.choice(SCORES))
                tt.store(table, *key, *entry, chance.randrange(1 << 20))
                stored.setdefault(key, set()).add(entry)
                data = word(int(tt.probe(table, *key)))
                assert data == 0 or read(data) in stored[key]
            else:
                data = word(int(tt.probe(table, *key)))
                assert data == 0 or read(data) in stored.get(key, set())
                hits += data != 0
        assert hits > 20


def test_a_new_entry_pushes_out_the_cheaper_one() -> None:
    chance = random.Random(4)
    costly, cheap, new = (random_key(chance) for _ in range(3))
    table = empty_table(1)
    tt.store(table, *costly, 0, 0, 1 << 30)
    tt.store(table, *cheap, 0, 0, 4)
    tt.store(table, *new, 0, 0, 2)
    assert tt.probe(table, *costly) != 0
    assert tt.probe(table, *cheap) == 0
    assert tt.probe(table, *new) != 0


@pytest.mark.parametrize("seed", range(20))
def test_a_torn_entry_is_never_returned(seed: int) -> None:
    """Words of two entries in every mixture: only the two whole ones are ever given back."""
    chance = random.Random(seed)
    first = random_key(chance)
    second = random_key(chance)
    if seed % 3 == 1:
        second = (first[0], first[1], first[2])
    elif seed % 3 == 2:
        second = (first[0], second[1], first[2])
    tables = [empty_table(1), empty_table(1)]
    tt.store(tables[0], *first, 0, WIN - 9, 100)
    tt.store(tables[1], *second, 8 - WIN, 0, 900)
    whole = {tuple(table[0, :WORDS].tolist()) for table in tables}
    for mixture in product((0, 1), repeat=WORDS):
        torn = empty_table(1)
        for index, source in enumerate(mixture):
            torn[0, index] = tables[source][0, index]
        entry = tuple(torn[0, :WORDS].tolist())
        for own, opponent, key in product(*zip(first, second, strict=True)):
            data = tt.probe(torn, own, opponent, key)
            assert data == 0 or entry in whole


def test_any_flipped_bit_makes_an_entry_disappear() -> None:
    chance = random.Random(5)
    own, opponent, key = random_key(chance)
    table = empty_table(1)
    tt.store(table, own, opponent, key, 0, 0, 33)
    for index in range(WORDS):
        for bit in range(64):
            table[0, index] ^= word(1 << bit)
            assert tt.probe(table, own, opponent, key) == 0
            flipped = (own ^ word(1 << bit), opponent, key)
            assert tt.probe(table, *flipped) == 0
            table[0, index] ^= word(1 << bit)
    assert tt.probe(table, own, opponent, key) != 0


def test_every_game_of_up_to_128_cells_has_keys_of_its_own() -> None:
    sizes = [
        (width, height, row_length)
        for width in range(1, 129)
        for height in range(1, 128 // width + 1)
        for row_length in (range(1, 65) if width * height <= 64 else (1, 2, 5, 128))
    ]
    keys = np.array([keys_of_rules(Rules(*size)) for size in sizes])
    # The players share four of ten keys, and deepening takes one for both sides to move.
    assert len(np.unique(keys)) == 5 * len(sizes)
    table = TranspositionTable(1)
    private = np.array([table.private_keys() for _ in range(100)])
    assert len(np.unique(private)) == 100 * KEYS
    assert keys.max() < private.min() <= private.max() < 1 << tt.KEY_BITS


@pytest.mark.parametrize("mebibytes", [1, 2, 3, 16, 100])
def test_the_table_keeps_to_its_size(mebibytes: int) -> None:
    table = TranspositionTable(mebibytes)
    assert mebibytes << 19 < table.entries.nbytes <= mebibytes << 20
    assert table.proof_numbers.nbytes == table.scores.nbytes == table.entries.nbytes // 8
    for part in (table.entries, table.proof_numbers, table.scores):
        assert part.shape[0].bit_count() == 1


@pytest.mark.parametrize("halves", [1, 2, 3, 4])
def test_private_keys_come_again_half_of_them_after_all_was_forgotten(halves: int) -> None:
    """So no search meets what one has written that had the same keys, and may still write."""
    table, rules = TranspositionTable(1), Rules(3, 3, 3, misere=True)
    first, of_rules = table.private_keys().tolist(), table.keys_of(rules).tolist()
    half = PRIVATE_KEYS // 2
    table._serials = itertools.count(halves * half)
    table.entries[:] = table.endgames[:] = table.proof_numbers[:] = table.scores[:] = 1
    again = table.private_keys().tolist()
    assert (again == first) == (halves % 2 == 0)
    assert len({*again, *table.private_keys().tolist()}) == 2 * KEYS
    assert table.keys_of(rules).tolist() != of_rules
    for each in (table.entries, table.endgames, table.proof_numbers, table.scores):
        assert not each.any()
    assert max(again) < 1 << tt.KEY_BITS


def test_threads_that_use_up_the_private_keys_have_different_ones() -> None:
    table = TranspositionTable(1)
    table._serials = itertools.count(2 * PRIVATE_KEYS - 50)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: int(table.private_keys()[0]), range(100)))
    assert len(set(found)) == 100


def test_free_bits_are_kept_and_name_nothing() -> None:
    """One entry a position, whatever the bits: the latest are found, by any other."""
    chance, table = random.Random(8), empty_table(1)
    for _ in range(500):
        own, opponent, key = random_key(chance)
        free = word(chance.getrandbits(64))
        for nodes in (1, 1):
            bits = word(chance.getrandbits(64)) & free
            tt.keep(table, own, opponent & ~free | bits, key, free, 0, 0, nodes)
            asked = opponent & ~free | word(chance.getrandbits(64)) & free
            data, kept = tt.recall(table, own, asked, key, free)
            assert data != 0
            assert kept == bits
        held = int((table.reshape(-1, 4)[:, 0] == own).sum())
        assert held == 1
        assert tt.recall(table, own, opponent ^ ~free, key, free) == (0, 0) or free == ~word(0)
