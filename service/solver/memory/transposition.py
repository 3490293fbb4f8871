"""The memory of the solver: tables of a fixed size, and keys for games that have none."""

from __future__ import annotations

import itertools

import numpy as np

from service.solver.lines import KEYS
from service.solver.lines.kernels.wide_words import WIDE_WORD
from service.solver.memory.kernels.table import BUCKET_WORDS, DATA, KEY_BITS

BUCKET_BYTES = 8 * BUCKET_WORDS
ENTRY_WORDS = BUCKET_WORDS // 2
SAMPLE = 4096
"""Buckets looked at to tell how full the table is; positions are spread over all alike."""
ENDGAME_BUCKETS = 1 << 13
"""So few that a processor keeps them at hand: what few empty cells need is soon worked out anew."""
FIRST_PRIVATE_KEY = 1 << (KEY_BITS - 5)


class TranspositionTable:
    """What all searches of a process share.

    `entries` are proven bounds, see `memory.kernels.table`; `wide_entries` are those of positions
    of more than 64 cells, in the same memory; `endgames` are of positions with few empty cells;
    `proof_numbers` guide the search of `proof_number.kernels.dfpn`, and `scores`
    that of `heuristic.kernels`.
    """

    def __init__(self, mebibytes: int) -> None:
        """Reserve at most `mebibytes` for the bounds, and a quarter as much for the last two.

        There are as many buckets as the largest power of two that fits; half as many proof numbers,
        and half as many scores.
        """
        buckets = 1 << (((mebibytes << 20) // BUCKET_BYTES).bit_length() - 1)
        self.entries = np.zeros((buckets, BUCKET_WORDS), np.uint64)
        self.endgames = np.zeros((ENDGAME_BUCKETS, BUCKET_WORDS), np.uint64)
        self.wide_entries = self.entries.reshape(-1, 2 * BUCKET_WORDS).view(WIDE_WORD)
        self.proof_numbers = np.zeros((max(buckets // 2, 1), 2), np.uint64)
        # Not `zeros_like`, which writes the zeros and so takes all of the memory at once.
        self.scores = np.zeros(self.proof_numbers.shape, np.uint64)
        self._private_keys = itertools.count(FIRST_PRIVATE_KEY)

    @property
    def occupancy(self) -> float:
        """The share of the entries for bounds that is in use, from a sample of them."""
        sample = self.entries[:SAMPLE].reshape(-1, ENTRY_WORDS)
        return float((sample[:, DATA] != 0).mean())

    def clear(self) -> None:
        """Forget everything. Also makes the system hand over all the memory, once and for all."""
        self.entries.fill(0)
        self.endgames.fill(0)
        self.proof_numbers.fill(0)
        self.scores.fill(0)

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
