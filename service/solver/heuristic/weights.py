"""What is learnt of cells, from the file that `benchmarks/tune.py` writes."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from service.solver.heuristic.kernels.evaluation import FINER_BITS
from service.solver.lines import forms, kinds_of_forms
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.pattern_board import CLASS_BITS, CLASSES, Network

FILE = "evaluation.json"
UNIT_BITS = 20
"""Of what a unit says at most."""
PROMISES = 2
"""Columns of what is learnt of classes, kinds and forms: promises, then lanes."""


class Learnt(NamedTuple):
    """What is learnt of a row length: tables of whole numbers."""

    apart: np.ndarray
    """What each class and then each kind counts, shape (CLASSES + KINDS, PROMISES + LANES): what it
    promises of an own stone and of an opponent's, in hundredths of a logit; then what it adds to
    each lane that its owner sees, and to each that his opponent sees."""
    forms: np.ndarray
    """The classes of four lines, in order, and what they count together, if not the sum of that;
    shape (forms, 4 + PROMISES + LANES)."""
    units: np.ndarray
    """The offset of each unit, its output, and what it takes of the lanes of the side to move and
    of the other, shape (units, 2 + LANES); outputs in thousandths, the others as `UNIT_BITS`."""


def nearest_tuned(row_length: int) -> int:
    """The row length that is taken: those of which nothing is learnt take what is of another."""
    return min(learnt(), key=lambda each: (abs(each - row_length), each))


@lru_cache(maxsize=1)
def learnt() -> dict[int, Learnt]:
    """What is learnt of each row length."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text())["learnt"]
    return {
        int(key): Learnt(*(np.array(table[name], np.int64) for name in Learnt._fields))
        for key, table in data.items()
    }


def network(row_length: int) -> Network:
    """What is learnt of a row length, or of the nearest."""
    return _network(nearest_tuned(row_length))


@lru_cache
def _network(tuned_length: int) -> Network:
    apart, together, units = learnt()[tuned_length]
    classes, form_of = forms()
    table = apart[CLASSES + kinds_of_forms()]
    for line in range(4):
        table += apart[classes[:, line]]
    table[form_of[(together[:, :4] << CLASS_BITS * np.arange(4)).sum(axis=1)]] = together[:, 4:]
    # 0 is what a stone promises, and a dead cell; all others promise more.
    promises = np.maximum(table[:, :PROMISES], 1)
    promises[0] = 0
    lanes, hidden = table[:, PROMISES:], (units[:, 2:] / (1 << UNIT_BITS)).astype(np.float32)
    return Network(
        promises=promises.astype(np.int16),
        parts=lanes.astype(np.int16),
        hidden=np.stack([hidden.T, np.roll(hidden.T, LANES // 2, axis=0)]).copy("C"),
        offsets=(units[:, 0] / (1 << UNIT_BITS)).astype(np.float32),
        outputs=(units[:, 1] << FINER_BITS).astype(np.float32),
    )
