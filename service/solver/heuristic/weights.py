"""The weights of the evaluation, from the file that `tests/benchmarks/tune.py` writes."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import numpy as np

from service.solver.lines import kinds_of_codes, on_four_lines, pattern_class
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASSES,
    COMPLETES,
    FAR,
    FOUR_THREE,
    GRADES,
    KINDS,
    OPEN,
    PROMISE,
    ROW,
    THREES,
)

FILE = "evaluation.json"
BONUS = np.zeros(KINDS, np.int16)
"""What the promise of a cell of each kind is more than the sum of its classes."""
BONUS[THREES], BONUS[FOUR_THREE:] = 800, 6000


def nearest_tuned(row_length: int) -> int:
    """The row length whose weights are taken: those that were not tuned take those of another."""
    return min(tuned(), key=lambda each: (abs(each - row_length), each))


def weights(tuned_length: int) -> tuple[np.ndarray, np.ndarray]:
    """Worth of each class and of each kind, shapes (CLASSES, 2) and (KINDS, 2), int64.

    To its owner when he is to move, and when he waits, in thousandths of a logit.
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


def gains() -> np.ndarray:
    """The promise of each class, shape (CLASSES,), int64."""
    table = np.zeros(CLASSES, np.int64)
    table[FAR] = 1
    for lacking, (closed, its_step), (opened, step) in (
        (4, (2, 0), (3, 1)),
        (3, (6, 2), (22, 4)),
        (2, (20, 5), (80, 10)),
    ):
        for grade in range(GRADES):
            table[pattern_class(lacking, 0, grade)] = closed + grade * its_step
            table[pattern_class(lacking, 1, grade)] = opened + grade * step
    table[ROW], table[OPEN], table[COMPLETES] = 60, 400, 1000
    return table


def shapes(row_length: int) -> np.ndarray:
    """What a stone makes on four lines together; see `lines.kernels.pattern_board.PatternBoard`."""
    return _shapes(nearest_tuned(row_length))


@lru_cache
def _shapes(tuned_length: int) -> np.ndarray:
    class_weights, kind_weights = weights(tuned_length)
    kinds = kinds_of_codes().reshape((1 << CLASS_BITS,) * 4)
    found = np.empty((*kinds.shape, PROMISE + 1), np.int16)
    for role in range(2):
        found[..., role] = on_four_lines(class_weights[:, role]) + kind_weights[kinds, role]
    for *classes, mover, waiting in tuned_shapes().get(tuned_length, []):
        for each in set(permutations(classes)):
            found[each][:PROMISE] = mover, waiting
    found[..., PROMISE] = on_four_lines(gains()) + BONUS[kinds]
    return found.reshape(-1, PROMISE + 1)
