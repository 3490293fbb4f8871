"""The transposition tables, of a fixed size, and keys for games that have none."""

import itertools

import numpy as np

from service.game import Rules
from service.solver.lines import KEYS
from service.solver.lines.kernels.wide_words import WIDE_WORD
from service.solver.memory.kernels.table import BUCKET_WORDS, DATA, KEY_BITS

BUCKET_BYTES = 8 * BUCKET_WORDS
ENTRY_WORDS = BUCKET_WORDS // 2
SAMPLE = 4096
"""Buckets in the sample that tells how full the table is; positions are spread evenly."""
ENDGAME_BUCKETS = 1 << 13
"""Few enough for the cache of a processor: positions of few empty cells are soon searched again."""
KEY_SPACING = 16
"""The distance of private keys, of which each game has `KEYS`."""
PRIVATE_KEYS = (1 << KEY_BITS - 1) // KEY_SPACING
"""The number of games that have different private keys, in the upper half of all keys. Their first
and their second half take turns: the table forgets everything when either begins. So a game that
has keys of an earlier one meets nothing of it, unless half as many games began while a search of
that one went on: in one process that is a matter of days, and no search is ever so crowded."""
MOST_RULES = 1 << 10
"""The most rules that have private keys at a time."""


class TranspositionTable:
    """The tables that all searches of a process share.

    `entries` holds proven bounds, see `kernels.table`; `wide_entries` those of positions of more
    than 64 cells, in the same memory; `endgames` those of positions with few empty cells.
    `proof_numbers` is the table of `proof_number`, and `scores` that of `heuristic`.
    """

    def __init__(self, mebibytes: int) -> None:
        """Reserve at most `mebibytes` for the bounds, and a quarter as much for the last two.

        The number of buckets is the largest power of two that fits, that of the others half of it.
        """
        buckets = 1 << (((mebibytes << 20) // BUCKET_BYTES).bit_length() - 1)
        self.entries = np.zeros((buckets, BUCKET_WORDS), np.uint64)
        self.endgames = np.zeros((ENDGAME_BUCKETS, BUCKET_WORDS), np.uint64)
        self.wide_entries = self.entries.reshape(-1, 2 * BUCKET_WORDS).view(WIDE_WORD)
        self.proof_numbers = np.zeros((max(buckets // 2, 1), 2), np.uint64)
        # `zeros_like` would write the zeros, and so take all of the memory at once.
        self.scores = np.zeros(self.proof_numbers.shape, np.uint64)
        self._serials = itertools.count()
        self._keys_of_rules: dict[Rules, np.ndarray] = {}

    @property
    def occupancy(self) -> float:
        """Return the share of the entries for bounds that is in use, estimated from a sample."""
        sample = self.entries[:SAMPLE].reshape(-1, ENTRY_WORDS)
        return float((sample[:, DATA] != 0).mean())

    def clear(self) -> None:
        """Forget everything. This also makes the system provide all of the memory."""
        self.entries.fill(0)
        self.endgames.fill(0)
        self.proof_numbers.fill(0)
        self.scores.fill(0)

    def private_keys(self) -> np.ndarray:
        """Return keys that no other search uses, in the order of `keys_of_rules`.

        They are for games that are only parts of a larger board, which the table cannot name. See
        `PRIVATE_KEYS` for what happens when they have been used up.
        """
        serial = next(self._serials)
        if serial and serial % (PRIVATE_KEYS // 2) == 0:
            self._keys_of_rules.clear()
            self.clear()
        first = (1 << KEY_BITS - 1) + serial % PRIVATE_KEYS * KEY_SPACING
        return np.arange(first, first + KEYS, dtype=np.uint64)

    def keys_of(self, rules: Rules) -> np.ndarray:
        """Return private keys for whole boards under these rules, the same every time.

        They are for rules that keys cannot name, as those with walls. Once there are `MOST_RULES`
        of them, all get new keys, so that what the table holds of them is lost.
        """
        rules = rules._replace(any_position=False)
        keys = self._keys_of_rules.get(rules)
        if keys is None:
            if len(self._keys_of_rules) >= MOST_RULES:
                self._keys_of_rules.clear()
            keys = self._keys_of_rules.setdefault(rules, self.private_keys())
        return keys
