"""The weights of the evaluation, from the file that `tests/benchmarks/tune.py` writes."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import numpy as np

from service.solver.lines import kinds_of_codes, on_four_lines
from service.solver.lines.kernels.pattern_board import CLASS_BITS, CLASSES, OWN

FILE = "evaluation.json"
COLUMNS = 4
"""Of the shapes of `lines.kernels.pattern_board.PatternBoard`."""


def nearest_tuned(row_length: int) -> int:
    """The row length whose weights are taken: those that were not tuned take those of another."""
    return min(tuned(), key=lambda each: (abs(each - row_length), each))


def weights(tuned_length: int) -> tuple[np.ndarray, np.ndarray]:
    """What each class and each kind counts, shapes (CLASSES, COLUMNS) and (KINDS, COLUMNS), int64.

    Worth to its owner when he is to move, and when he waits, in thousandths of a logit; promise of
    a stone of his own, and of his opponent's, in hundredths of a logit.
    """
    found = tuned()[tuned_length]
    return found[:CLASSES], found[CLASSES:]


@lru_cache(maxsize=1)
def tuned() -> dict[int, np.ndarray]:
    """Of each row length that was tuned, the weights of the classes and then of the kinds."""
    return {int(key): np.array(table, np.int64) for key, table in _data()["weights"].items()}


@lru_cache(maxsize=1)
def tuned_shapes() -> dict[int, list[list[int]]]:
    """Of each row length, what is learnt of cells: the classes of four lines, the weights."""
    return {int(key): rows for key, rows in _data()["shapes"].items()}


def _data() -> Any:
    return json.loads(files(__package__).joinpath(FILE).read_text())


def shapes(row_length: int) -> np.ndarray:
    """What a stone makes on four lines together; see `lines.kernels.pattern_board.PatternBoard`."""
    return _shapes(nearest_tuned(row_length))


@lru_cache
def _shapes(tuned_length: int) -> np.ndarray:
    class_weights, kind_weights = weights(tuned_length)
    kinds = kinds_of_codes().reshape((1 << CLASS_BITS,) * 4)
    table = np.empty((*kinds.shape, COLUMNS), np.int16)
    for column in range(COLUMNS):
        table[..., column] = on_four_lines(class_weights[:, column]) + kind_weights[kinds, column]
    for *classes, mover, waiting, own, rival in tuned_shapes().get(tuned_length, []):
        for each in set(permutations(classes)):
            table[each] = mover, waiting, own, rival
    found = table.reshape(-1, COLUMNS)
    # 0 is what a stone promises, and a dead cell; all others promise more.
    found[:, OWN:] = np.maximum(found[:, OWN:], 1)
    found[0, OWN:] = 0
    return found
