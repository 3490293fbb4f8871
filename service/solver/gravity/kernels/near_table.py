"""The table of positions with few places left, which are soon searched again or never.

It belongs to one position, whose threads share it, and is so small that it stays in the cache of a
processor: to fetch a bucket of the large table from memory takes longer than to search a node. An
entry is one word: from the lowest bit, lower bound, upper bound, 1, and the scrambled name of the
position without the bits that are the number of the bucket. So it names the position completely,
and is never torn between two writers. A bucket is a cache line of eight entries. Positions whose
names have more than 64 bits are not kept here.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.gravity.kernels.table import data_of, entry_words
from service.solver.lines.kernels.bits import lowest
from service.solver.lines.kernels.vectors import (
    greatest_lane,
    lanes_in,
    lanes_set,
    vector_at,
    where_zero,
)

FEW = 20
"""Positions with fewer places left are kept here."""
_ZERO = 1 << FEW.bit_length()
"""How a bound of 0 is kept; others are less than `FEW`."""
_BOUND_BITS = (2 * _ZERO - 1).bit_length()
_BOUND = np.uint64((1 << _BOUND_BITS) - 1)
_FILLED = np.uint64(1 << 2 * _BOUND_BITS)
BUCKETS, NEAR_BUCKET_WORDS = 1 << 14, 8
_NUMBER = np.uint64(BUCKETS - 1)
"""The bits of a name that are the number of its bucket, more than those below the name."""


@bare_kernel
def is_near(name, remaining):
    """Return whether a position with so many places left is kept here."""
    return remaining < FEW and entry_words(name) == 2


@bare_kernel
def near_bucket_of(name):
    """Return the bucket of a position, uint64."""
    return name & _NUMBER


@bare_kernel
def entry_of(near, name):
    """Return the place of a position in its bucket and its entry; -1 and 0 if it is not held."""
    bucket = near[near_bucket_of(name)]
    for start in range(0, NEAR_BUCKET_WORDS, lanes_in(bucket)):
        entries = vector_at(bucket, start)
        same = where_zero((entries ^ name) & ~_NUMBER)
        lanes = lanes_set(same)
        if lanes != 0:
            # Not read again, since another thread may have put another position there.
            entry = greatest_lane(entries & same)
            if entry & _FILLED != 0:
                return start + lowest(lanes), entry
    return -1, np.uint64(0)


@bare_kernel
def near_probe(near, name):
    """Return the data of a position, as `table.probe` does, or 0 if the table does not hold it."""
    index, entry = entry_of(near, name)
    if index < 0:
        return np.uint64(0)
    lower, upper = entry & _BOUND, entry >> np.uint64(_BOUND_BITS) & _BOUND
    return data_of(np.int64(lower) - _ZERO, np.int64(upper) - _ZERO)


@bare_kernel
def near_store(near, name, lower, upper, chance):
    """Store the bounds of a position; `chance`, any number, chooses what gives way."""
    index, _ = entry_of(near, name)
    if index < 0:
        index = chance & (NEAR_BUCKET_WORDS - 1)
    bounds = np.uint64(lower + _ZERO) | np.uint64(upper + _ZERO) << np.uint64(_BOUND_BITS)
    near[near_bucket_of(name), index] = name & ~_NUMBER | _FILLED | bounds
