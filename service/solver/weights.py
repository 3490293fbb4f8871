"""The weights of the evaluation, from the file that `tests/benchmarks/tune.py` writes."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np

from service.solver.kernels.evaluation import COMPLETES

FILE = "evaluation.json"


@lru_cache(maxsize=32)
def weights(row_length: int) -> np.ndarray:
    """Worth of an open line by the stones it lacks, shape (2, row_length + 2), int64.

    To its owner when he is to move, and when he waits, in thousandths of a logit. Row lengths that
    were not tuned take the weights of the nearest one that was.
    """
    known = tuned()
    nearest = min(known, key=lambda each: (abs(each - row_length), each))
    table = np.zeros((2, row_length + 2), np.int64)
    worth = known[nearest][:, : row_length + 1]
    table[:, : worth.shape[1]] = worth
    return table


@lru_cache(maxsize=1)
def tuned() -> dict[int, np.ndarray]:
    """Of each row length that was tuned, the weights by missing stones; nothing beyond them."""
    data = json.loads(files(__package__).joinpath(FILE).read_text())
    return {int(key): np.array(table, np.int64) for key, table in data["weights"].items()}


def urgencies(row_length: int) -> np.ndarray:
    """What an open line adds to the urgency of its cells, shape (row_length + 2,), int64.

    Fourfold for every stone it lacks less, from two stones on; see `kernels.evaluation`.
    """
    table = np.zeros(row_length + 2, np.int64)
    for missing in range(2, min(row_length, 12) + 1):
        table[missing] = 4 ** (12 - missing)
    table[1] = COMPLETES
    return table
