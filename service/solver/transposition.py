"""The memory of the solver: one transposition table of a fixed size, and names for its games."""

from __future__ import annotations

import itertools

import numpy as np

from service.game import Rules
from service.solver.kernels.table import BUCKET_WORDS, KEY_BITS

BUCKET_BYTES = 8 * BUCKET_WORDS


class TranspositionTable:
    """Proven bounds, shared by all searches of a process; see `kernels.table`."""

    def __init__(self, mebibytes: int) -> None:
        """Reserve at most `mebibytes`: the largest power of two of buckets that fits."""
        buckets = (mebibytes << 20) // BUCKET_BYTES
        self.entries = np.zeros((1 << (buckets.bit_length() - 1), BUCKET_WORDS), np.uint64)
        self._private_keys = itertools.count(1 << (KEY_BITS - 2))

    def clear(self) -> None:
        """Forget everything. Also makes the system hand over all the memory, once and for all."""
        self.entries.fill(0)

    def private_keys(self) -> np.ndarray:
        """Keys that no other search has used, shape (2,): one for either side to move.

        For games that are only parts of a larger board, which the table cannot name.
        """
        serial = next(self._private_keys)
        if serial >> (KEY_BITS - 1):
            raise OverflowError("the keys of the transposition table are used up")
        return np.array([2 * serial, 2 * serial + 1], np.uint64)


def keys_of_rules(rules: Rules) -> np.ndarray:
    """The keys of a board of up to 64 cells, shape (2,): the same whoever is to move.

    Row lengths over 64 leave no line on such a board, hence no position to keep.
    """
    sizes = (rules.width, rules.height, min(rules.row_length, 64))
    key = sum((size - 1) << (6 * place) for place, size in enumerate(sizes))
    return np.array([key, key], np.uint64)
