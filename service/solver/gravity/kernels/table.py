"""The transposition table of the search: bounds in entries of two words, four a bucket.

An entry is a check and its data: lower bound and upper bound (8 bits each), base-2 logarithm of the
nodes spent (6) and key of the game (36). The check is a scrambled name of the position, which can
be undone, combined with the data. So both words together name the position completely, and an entry
torn between two writers counts as absent, as in `memory.kernels.table`, whose memory this is: what
that has written looks torn here, and the other way round. Names of more than 64 bits have entries
of four words, two a bucket.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import high_half, low_half
from service.solver.memory.kernels.table import BUCKET_WORDS, KEY_BITS

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
_ZERO = 128
"""How a bound of 0 is kept."""


@bare_kernel
def scrambled(word):
    """Return a word of 64 bits on which every bit of another one has an effect; 0 for 0."""
    word *= _MULTIPLIER
    word ^= word >> np.uint64(32)
    word *= _OTHER_MULTIPLIER
    return word ^ word >> np.uint64(29)


@bare_kernel
def bucket_of(table, name):
    """Return the bucket of a position, uint64; the table has a power of two of them."""
    mixed = scrambled(low_half(name)) ^ scrambled(scrambled(high_half(name)) + high_half(name))
    return mixed & np.uint64(table.shape[0] - 1)


@bare_kernel
def checks_of(name, data):
    """Return the words that hold a name beside the data, the second only for wide words."""
    return (
        scrambled(low_half(name)) ^ data * _MULTIPLIER,
        high_half(name) ^ data * _OTHER_MULTIPLIER,
    )


@bare_kernel
def holds(table, bucket, start, words, name, data):
    """Return whether the entry of so many `words` at `start` has this name and data."""
    check, wide_check = checks_of(name, data)
    same = table[bucket, np.uint64(start)] == check
    return same and (words == 2 or table[bucket, np.uint64(start + 2)] == wide_check)


@bare_kernel
def probe(table, bucket, words, name, key):
    """Return the data of a position, or 0 if the table does not hold it.

    `words` is the number of words of an entry.
    """
    for start in range(0, BUCKET_WORDS, words):
        data = table[bucket, np.uint64(start + 1)]
        if data >> np.uint64(64 - KEY_BITS) == key and holds(
            table, bucket, start, words, name, data
        ):
            return data
    return np.uint64(0)


@bare_kernel
def lower_of(data):
    """Return the lower bound in data."""
    return np.int64(data & np.uint64(255)) - _ZERO


@bare_kernel
def upper_of(data):
    """Return the upper bound in data."""
    return np.int64(data >> np.uint64(8) & np.uint64(255)) - _ZERO


@bare_kernel
def store(table, bucket, words, name, key, lower, upper, nodes):
    """Store the bounds of a position in place of what took least work, and how much it took."""
    work = np.uint64(0)
    while nodes > 1:
        nodes >>= 1
        work += np.uint64(1)
    chosen, least = 0, np.uint64(64)
    for start in range(0, BUCKET_WORDS, words):
        data = table[bucket, np.uint64(start + 1)]
        if data >> np.uint64(64 - KEY_BITS) == key and holds(
            table, bucket, start, words, name, data
        ):
            chosen = start
            break
        spent = data >> np.uint64(16) & np.uint64(63) if data != 0 else np.uint64(0)
        if spent < least:
            chosen, least = start, spent
    data = np.uint64(lower + _ZERO) | np.uint64(upper + _ZERO) << np.uint64(8)
    data |= work << np.uint64(16) | key << np.uint64(64 - KEY_BITS)
    check, wide_check = checks_of(name, data)
    table[bucket, np.uint64(chosen)] = check
    table[bucket, np.uint64(chosen + 1)] = data
    if words != 2:
        table[bucket, np.uint64(chosen + 2)] = wide_check
