"""The memory of the solver: tables of a fixed size, and names for the games in them."""

from __future__ import annotations

import itertools

import numpy as np

from service.game import Rules
from service.solver.kernels.table import BUCKET_WORDS, DATA, KEY_BITS

BUCKET_BYTES = 8 * BUCKET_WORDS
ENTRY_WORDS = BUCKET_WORDS // 2
SAMPLE = 4096
"""Buckets looked at to tell how full the table is; positions are spread over all alike."""
KEYS = 10
"""Keys of one game."""
FIRST_PRIVATE_KEY = 1 << (KEY_BITS - 5)


class TranspositionTable:
    """What all searches of a process share.

    `entries` are proven bounds, see `kernels.table`; `estimates` guide `kernels.proof_numbers`.
    """

    def __init__(self, mebibytes: int) -> None:
        """Reserve at most `mebibytes` for the bounds, and an eighth as much for the estimates.

        The sizes are the largest power of two of buckets that fits, and half as many estimates.
        """
        buckets = 1 << (((mebibytes << 20) // BUCKET_BYTES).bit_length() - 1)
        self.entries = np.zeros((buckets, BUCKET_WORDS), np.uint64)
        self.estimates = np.zeros((max(buckets // 2, 1), 2), np.uint64)
        self._private_keys = itertools.count(FIRST_PRIVATE_KEY)

    @property
    def occupancy(self) -> float:
        """The share of the entries for bounds that is in use, from a sample of them."""
        sample = self.entries[:SAMPLE].reshape(-1, ENTRY_WORDS)
        return float((sample[:, DATA] != 0).mean())

    def clear(self) -> None:
        """Forget everything. Also makes the system hand over all the memory, once and for all."""
        self.entries.fill(0)
        self.estimates.fill(0)

    def private_keys(self) -> np.ndarray:
        """Keys that no other search has used, in the order of `keys_of_rules`.

        For games that are only parts of a larger board, which the table cannot name. Once in some
        thousand million searches the keys are used up: then the table forgets them all.
        """
        serial = next(self._private_keys)
        if serial >> (KEY_BITS - 4):
            self._private_keys = itertools.count(FIRST_PRIVATE_KEY)
            self.clear()
            serial = next(self._private_keys)
        return np.arange(16 * serial, 16 * serial + KEYS, dtype=np.uint64)


def keys_of_rules(rules: Rules) -> np.ndarray:
    """The keys of a board of up to 64 cells, shape (KEYS,).

    Two for the game with either player to move; then, with either player as the attacker of a
    contest, four: weak with the attacker and with the defender to move, then strong. The players'
    lines are the same, hence their keys. Row lengths over 64 leave no line on such a board, hence
    no position to keep.
    """
    sizes = (rules.width, rules.height, min(rules.row_length, 64))
    key = sum((size - 1) << (6 * place) for place, size in enumerate(sizes))
    contests = [key | 1 << place for place in range(18, 22)]
    return np.array([key, key, *contests, *contests], np.uint64)
