"""The transposition table: proven bounds of positions, in memory of a fixed size.

An entry is four 64-bit words: the mover's stones, the opponent's stones, packed data, and a
checksum over the three. The data holds the game's key, so that together the words name the
position completely: a value is never that of another position. Threads read and write without
locks; an entry torn between two writers fails its checksum and counts as absent (after Hyatt and
Mann, "A lock-less transposition table implementation for parallel search", 2002).

Two entries share a bucket, one cache line. The first keeps the entry that took more work, the
second always gives way.

Packed data, from the lowest bit: lower bound, upper bound (8 bits each, see `pack`), best move
(6), base-2 logarithm of the nodes spent (6), key of the game (36).

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
KEY_BITS = 36

DATA = 2
"""The place of the data among the four words of an entry, see `words_of`."""
_OFFSET = WIN - 127
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
def pack(score):
    """Return a score in eight bits, never 0.

    Wins and losses within 126 plies, more than a game on one word has, keep their distance.
    """
    if score > 0:
        score = max(1, score - _OFFSET)
    elif score < 0:
        score = min(-1, score + _OFFSET)
    return np.uint64(score + 128)


@kernel
def unpack(data):
    """Return the score in the lowest eight bits; the inverse of `pack`."""
    score = np.int64(data & np.uint64(255)) - 128
    if score > 0:
        return score + _OFFSET
    if score < 0:
        return score - _OFFSET
    return score


@kernel
def store(table, own, opponent, key, lower, upper, move, nodes):
    """Store the bounds of a position, its best `move` and the `nodes` that they cost."""
    keep(table, own, opponent, key, nothing(opponent), lower, upper, move, nodes)


@kernel
def keep(table, own, opponent, key, free, lower, upper, move, nodes):
    """Store the bounds of a position, and with them the `free` bits of `opponent`."""
    work = np.int64(0)
    while nodes > 1:
        nodes >>= 1
        work += 1
    data = (
        pack(lower)
        | pack(upper) << np.uint64(8)
        | np.uint64(move) << np.uint64(16)
        | np.uint64(work) << np.uint64(22)
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
    return unpack(data >> np.uint64(8))


@kernel
def move_of(data):
    """Return the best move in packed data."""
    return np.int64(data >> np.uint64(16) & np.uint64(63))


@kernel
def work_of(data):
    """Return the base-2 logarithm of the nodes spent, in packed data."""
    return data >> np.uint64(22) & np.uint64(63)


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
