"""The trained weights of the evaluation, from the file that `benchmarks/tune.py` writes."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from service.solver.heuristic.kernels.evaluation import OUTPUT_BITS
from service.solver.lines import forms, forms_of, kinds_of_forms
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.pattern_board import CLASSES, POLICY, Network, codes_of

FILE = "evaluation.json"
UNIT_BITS = 20
"""Weights of hidden units are scaled by `1 << UNIT_BITS` in the file."""
POLICIES = 2
"""The number of columns of the policy in each table of classes, kinds and forms; the feature
weights, a column for each lane, follow."""


class TrainedWeights(NamedTuple):
    """The trained weights for a row length: tables of integers, as the file has them."""

    apart: np.ndarray
    """The weights of each class and then of each kind, shape (CLASSES + KINDS, POLICIES + LANES):
    the policy for an own stone and for an opponent's, in hundredths of a logit; then what it adds
    to each lane that its owner sees, and to each lane that the opponent sees."""
    forms: np.ndarray
    """The classes of four lines, in order, and the weights of that form where they are not the sum
    of those in `apart`; shape (forms, 4 + POLICIES + LANES)."""
    units: np.ndarray
    """The bias and the output weight of each hidden unit, and its weights for the lanes of the side
    to move and of the other side, shape (units, 2 + LANES). Output weights are in thousandths, the
    others are scaled by `1 << UNIT_BITS`."""


@lru_cache(maxsize=1)
def trained_weights() -> dict[int, TrainedWeights]:
    """Return the trained weights by row length."""
    data: dict[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text())["learnt"]
    fields = TrainedWeights._fields
    return {
        int(key): TrainedWeights(*(np.array(table[name], np.int64) for name in fields))
        for key, table in data.items()
    }


def network(row_length: int) -> Network:
    """Return the network for a row length, which is that of the nearest trained one."""
    return _network(min(trained_weights(), key=lambda each: (abs(each - row_length), each)))


@lru_cache
def _network(tuned_length: int) -> Network:
    apart, together, units = trained_weights()[tuned_length]
    table = apart[CLASSES + kinds_of_forms()]
    for classes in forms().T:
        table += apart[classes]
    table[forms_of(codes_of(together[:, :4]))] = together[:, 4:]
    # The policy is 0 only on a dead cell, and on one that holds a stone.
    policy = np.maximum(table[:, :POLICIES], 1).astype(np.int16)
    policy[0] = 0
    hidden = (units[:, 2:] / (1 << UNIT_BITS)).astype(np.float32)
    return Network(
        policy=policy.view(POLICY)[:, 0],
        feature_weights=table[:, POLICIES:].astype(np.int16),
        hidden_weights=np.stack([hidden.T, np.roll(hidden.T, LANES // 2, axis=0)]).copy("C"),
        hidden_biases=(units[:, 0] / (1 << UNIT_BITS)).astype(np.float32),
        output_weights=(units[:, 1] << OUTPUT_BITS).astype(np.float32),
    )
