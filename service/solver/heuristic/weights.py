"""The weights of the evaluation, from the file that `tests/benchmarks/tune.py` writes."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np

from service.solver.heuristic.kernels.evaluation import COUNT_BITS, PROMISE_BITS
from service.solver.lines import pattern_class
from service.solver.lines.kernels.pattern_board import (
    CLASSES,
    COMPLETES,
    FAR,
    GRADES,
    OPEN,
    OPEN_TWO,
    ROW,
)

FILE = "evaluation.json"


def weights(row_length: int) -> tuple[np.ndarray, np.ndarray]:
    """Worth of each class and of each kind, shapes (CLASSES, 2) and (KINDS, 2), int64.

    To its owner when he is to move, and when he waits, in thousandths of a logit. Row lengths that
    were not tuned take the weights of the nearest one that was.
    """
    known = tuned()
    nearest = known[min(known, key=lambda each: (abs(each - row_length), each))]
    return nearest[:CLASSES], nearest[CLASSES:]


@lru_cache(maxsize=1)
def tuned() -> dict[int, np.ndarray]:
    """Of each row length that was tuned, the weights of the classes and then of the kinds."""
    data = json.loads(files(__package__).joinpath(FILE).read_text())
    return {int(key): np.array(table, np.int64) for key, table in data["weights"].items()}


@lru_cache(maxsize=1)
def gains() -> np.ndarray:
    """The promise of each class, and its count; shape (CLASSES,), int64."""
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
    for number, classes in enumerate((range(OPEN_TWO, ROW), [ROW], [OPEN], [COMPLETES])):
        table[list(classes)] += 1 << PROMISE_BITS + number * COUNT_BITS
    return table
