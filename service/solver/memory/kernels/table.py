"""The transposition table: proven bounds of positions, in memory of a fixed size.

An entry is four 64-bit words: the mover's stones, the opponent's stones, packed data, and a
checksum over the three. The data holds the game's key, so that together the words name the
position completely: a value is never that of another position. Threads read and write without
locks; an entry torn between two writers fails its checksum and counts as absent (after Hyatt and
Mann, "A lock-less transposition table implementation for parallel search", 2002).

Two entries share a bucket, one cache line. The first keeps the entry that took more work, the
second always gives way.

Packed data, from the lowest bit: lower bound, upper bound with its sign changed (see `pack`),
base-2 logarithm of the nodes spent, key of the game.

Positions of more than 64 cells have entries of four words of 128 bits (see `wide_words`), two a
bucket as well, in the same memory: what one kind of position reads of the other is to it an entry
torn between two writers.

Some bits of the opponent's word may be no part of the position's name: they are `free`, and hold
what else is known of the position.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.bits import high_half, low_half, nothing
from service.solver.lines.kernels.scores import WIN

BUCKET_WORDS = 8
MOST_KEPT_PLIES = 253
"""The most plies of a win or loss that an entry tells apart, more than a game on 128 places has."""
BOUND_BITS, WORK_BITS = (2 * MOST_KEPT_PLIES + 4).bit_length(), 6
"""The bits of a bound, and of the logarithm of 64 bits."""
WORK_AT = 2 * BOUND_BITS
KEY_BITS = 64 - WORK_AT - WORK_BITS
BOUND, WORK = (np.uint64((1 << bits) - 1) for bits in (BOUND_BITS, WORK_BITS))
"""The bits of a bound and of a logarithm, moved to the lowest place."""

DATA = 2
"""The place of the data among the four words of an entry, see `words_of`."""
_OFFSET = WIN - MOST_KEPT_PLIES - 2
_ZERO = 1 << BOUND_BITS - 1
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)


@kernel
def folded(word):
    """Return a word of 64 bits as it is, and a 64-bit hash of one of 128 bits."""
    high = high_half(word) * _OTHER_MULTIPLIER
    return low_half(word) ^ high ^ high >> np.uint64(31)


@kernel
def mix(own, opponent, data):
    """Return a 64-bit hash of three words, on which every bit of each has an effect."""
    word = folded(own) * _MULTIPLIER
    word ^= word >> np.uint64(32)
    word = (word + folded(opponent)) * _OTHER_MULTIPLIER
    word ^= word >> np.uint64(29)
    word = (word + data) * _MULTIPLIER
    word ^= word >> np.uint64(32)
    return word * _OTHER_MULTIPLIER


@kernel
def bucket_of(table, own, opponent, key):
    """Return the index of the position's bucket; the table has a power of two of them."""
    word = mix(own, opponent, key) >> np.uint64(20)
    return np.int64(word & np.uint64(table.shape[0] - 1))


@kernel
def words_of(table, bucket, start):
    """Return the words of an entry: own stones, the opponent's, the data and the checksum."""
    own, opponent = table[bucket, start], table[bucket, start + 1]
    return own, opponent, low_half(table[bucket, start + 2]), low_half(table[bucket, start + 3])


@kernel
def probe(table, own, opponent, key):
    """Return the packed data of a position, or 0 if the table does not hold it.

    `table` has shape (buckets, BUCKET_WORDS), words; no data is ever 0.
    """
    data, _ = recall(table, own, opponent, key, nothing(opponent))
    return data


@kernel
def recall(table, own, opponent, key, free):
    """Return the packed data of a position, 0 for none, and what its `free` bits hold."""
    bucket = bucket_of(table, own, opponent & ~free, key)
    for start in range(0, BUCKET_WORDS, 4):
        found, kept, data, check = words_of(table, bucket, start)
        named = found == own and (kept ^ opponent) & ~free == 0 and key_of(data) == key
        if named and check == mix(own, kept, data):
            return data, kept & free
    return np.uint64(0), nothing(opponent)


@kernel
def pack(lower):
    """Return a lower bound in `BOUND_BITS` bits, never 0. It is rounded down.

    Wins and losses within `MOST_KEPT_PLIES` plies keep their distance. A later win becomes 1, a win
    at any time, and a later loss the latest that keeps its distance.
    """
    if lower > 0:
        lower = max(1, lower - _OFFSET)
    elif lower < 0:
        lower = min(-2, lower + _OFFSET)
    return np.uint64(lower + _ZERO)


@kernel
def unpack(data):
    """Return the bound in the lowest `BOUND_BITS` bits; the inverse of `pack`."""
    lower = np.int64(data & BOUND) - _ZERO
    if lower > 1:
        return lower + _OFFSET
    if lower < 0:
        return lower - _OFFSET
    return lower


@kernel
def store(table, own, opponent, key, lower, upper, nodes):
    """Store the bounds of a position, and the `nodes` that they cost."""
    keep(table, own, opponent, key, nothing(opponent), lower, upper, nodes)


@kernel
def keep(table, own, opponent, key, free, lower, upper, nodes):
    """Store the bounds of a position, and with them the `free` bits of `opponent`."""
    work = np.int64(0)
    while nodes > 1:
        nodes >>= 1
        work += 1
    data = (
        pack(lower)
        | pack(-upper) << np.uint64(BOUND_BITS)
        | np.uint64(work) << np.uint64(WORK_AT)
        | key << np.uint64(64 - KEY_BITS)
    )
    bucket = bucket_of(table, own, opponent & ~free, key)
    found, kept, old, _ = words_of(table, bucket, 0)
    same = found == own and (kept ^ opponent) & ~free == 0 and key_of(old) == key
    start = 0 if same or np.uint64(work) >= work_of(old) else 4
    if start == 0 and not same:
        for word in range(4):
            table[bucket, word + 4] = table[bucket, word]
    table[bucket, start] = own
    table[bucket, start + 1] = opponent
    table[bucket, start + 2] = data
    table[bucket, start + 3] = mix(own, opponent, data)


@kernel
def lower_of(data):
    """Return the lower bound in packed data."""
    return unpack(data)


@kernel
def upper_of(data):
    """Return the upper bound in packed data."""
    return -unpack(data >> np.uint64(BOUND_BITS))


@kernel
def work_of(data):
    """Return the base-2 logarithm of the nodes spent, in packed data."""
    return data >> np.uint64(WORK_AT) & WORK


@kernel
def key_of(data):
    """Return the key of the game in packed data."""
    return data >> np.uint64(64 - KEY_BITS)


@kernel
def mark_whole(entries, keys, whole):
    """Mark the entries that are whole and belong to the games of `keys`.

    `entries` has shape (entries, 4), uint64; `whole`, shape (entries,), bool, is overwritten.
    """
    for index in range(entries.shape[0]):
        own, opponent, data, check = words_of(entries, index, 0)
        whole[index] = False
        if data != 0 and check == mix(own, opponent, data):
            for key in keys:
                whole[index] |= key_of(data) == key
