"""The transposition table of the search: bounds in entries of two words, four a bucket.

An entry is a check and its data: lower bound and upper bound, base-2 logarithm of the nodes spent
and, in the highest bits, the key of the game. The check is the name of the position, combined with
the data. So both words together name the position completely, and an entry torn between two writers
counts as absent, as in `memory.kernels.table`, whose memory this is: what that has written looks
torn here, and the other way round. Names of more than 64 bits have entries of four words, two a
bucket. All names are `scrambled`, which can be undone.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import high_half, low_half, nothing
from service.solver.lines.kernels.line_game import WIDE_CELLS
from service.solver.lines.kernels.vectors import lanes_set
from service.solver.memory.kernels.table import BUCKET_WORDS, KEY_BITS, WORK

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
_ZERO = WIDE_CELLS
"""How a bound of 0 is kept; others are less, as one of the places is a sentinel."""
_BOUND_BITS = (2 * _ZERO - 1).bit_length()
_BOUND = np.uint64((1 << _BOUND_BITS) - 1)
_WORK_AT, _KEY_AT = np.uint64(2 * _BOUND_BITS), np.uint64(64 - KEY_BITS)


@bare_kernel
def entry_words(name):
    """Return the words of an entry for names as wide as this one, or as its lanes."""
    beyond = (nothing(name) + np.uint64(1) << np.uint64(63)) << np.uint64(1)
    return 4 if lanes_set(beyond) != 0 else 2


@bare_kernel
def scrambled(name):
    """Return a word, or a vector of words, in whose lower half every bit of another has an effect.

    It is 0 for 0 alone, and no two names make the same word.
    """
    half = np.uint64(16 * entry_words(name))
    name *= _MULTIPLIER
    name ^= name >> half
    name *= _OTHER_MULTIPLIER
    return name ^ name >> half - np.uint64(3)


@bare_kernel
def bucket_of(table, name):
    """Return the bucket of a position, uint64; the table has a power of two of them."""
    return low_half(name) & np.uint64(table.shape[0] - 1)


@bare_kernel
def checks_of(name, data):
    """Return the words that hold a name beside the data, the second only for wide words."""
    return low_half(name) ^ data * _MULTIPLIER, high_half(name) ^ data * _OTHER_MULTIPLIER


@bare_kernel
def holds(table, bucket, start, name, data):
    """Return whether the entry at `start` has this name and data."""
    check, wide_check = checks_of(name, data)
    same = table[bucket, np.uint64(start)] == check
    return same and (entry_words(name) == 2 or table[bucket, np.uint64(start + 2)] == wide_check)


@bare_kernel
def probe(table, name, key):
    """Return the data of a position, or 0 if the table does not hold it."""
    bucket = bucket_of(table, name)
    for start in range(0, BUCKET_WORDS, entry_words(name)):
        data = table[bucket, np.uint64(start + 1)]
        if data >> _KEY_AT == key and holds(table, bucket, start, name, data):
            return data
    return np.uint64(0)


@bare_kernel
def data_of(lower, upper):
    """Return two bounds as data without anything else."""
    return np.uint64(lower + _ZERO) | np.uint64(upper + _ZERO) << np.uint64(_BOUND_BITS)


@bare_kernel
def lower_of(data):
    """Return the lower bound in data."""
    return np.int64(data & _BOUND) - _ZERO


@bare_kernel
def upper_of(data):
    """Return the upper bound in data."""
    return np.int64(data >> np.uint64(_BOUND_BITS) & _BOUND) - _ZERO


@bare_kernel
def store(table, name, key, lower, upper, nodes):
    """Store the bounds of a position in place of what took least work, and how much it took."""
    bucket = bucket_of(table, name)
    work = np.uint64(0)
    while nodes > 1:
        nodes >>= 1
        work += np.uint64(1)
    chosen, least = 0, np.uint64(64)
    for start in range(0, BUCKET_WORDS, entry_words(name)):
        data = table[bucket, np.uint64(start + 1)]
        if data >> _KEY_AT == key and holds(table, bucket, start, name, data):
            chosen = start
            break
        spent = data >> _WORK_AT & WORK if data != 0 else np.uint64(0)
        if spent < least:
            chosen, least = start, spent
    data = data_of(lower, upper) | work << _WORK_AT | key << _KEY_AT
    check, wide_check = checks_of(name, data)
    table[bucket, np.uint64(chosen)] = check
    table[bucket, np.uint64(chosen + 1)] = data
    if entry_words(name) != 2:
        table[bucket, np.uint64(chosen + 2)] = wide_check
