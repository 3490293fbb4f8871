"""What is learnt of shapes: how much they are worth, and which promise the best move.

A shape is the classes of the four lines through a cell, in order, as one code (see
`service.solver.lines.kernels.pattern_board`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from service.solver.heuristic.weights import shapes
from service.solver.lines import kinds_of_codes
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASS_MASK,
    CLASSES,
    COMPLETES,
    DEAD,
    FAR,
    GRADES,
    KINDS,
    NOTHING,
    OPEN,
    ROW,
)

WORTH_UNIT, PROMISE_UNIT = 1000, 100
"""Worth is in thousandths of a logit, promise in hundredths."""
WORTH_RIDGE = 10.0
"""Strength of the pull of worth towards that before."""
CLASS_RIDGE, SHAPE_RIDGE = 0.1, 3.0
"""Strength of the pull towards nothing of what a class or a kind promises, and of what a shape
promises beyond its classes and its kind."""
STEPS = ((240, 0.02), (100, 0.006), (60, 0.002))
"""How many steps a regression takes, and how large they are at most, in logits."""
CERTAIN = {OPEN: (8, 0), COMPLETES: (15, 12)}
"""Classes that need no search, and so are not learnt: the promise of an own stone and of a rival's,
in logits, at least."""


class Sample(NamedTuple):
    """A quiet position."""

    own: np.ndarray
    """The shapes of the cells for the side to move, shape (shapes,), int64."""
    rival: np.ndarray
    """The same for the other side."""
    target: float
    """How likely the side to move wins."""


class Choice(NamedTuple):
    """A position and the move that a search makes there."""

    own: np.ndarray
    """The shape of each cell for the side to move, shape (cells,), int64."""
    rival: np.ndarray
    """The same for the other side."""
    chosen: int
    """Which of the cells."""


def classes_of(codes: np.ndarray) -> np.ndarray:
    """The classes of the four lines, shape (codes, 4), int64."""
    found: np.ndarray = codes[:, None] >> CLASS_BITS * np.arange(4) & CLASS_MASK
    return found


def descend(weights: np.ndarray, slope: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The weights with the least loss (Adam: Kingma and Ba, 2015)."""
    found, mean, square = weights.copy(), np.zeros_like(weights), np.zeros_like(weights)
    step = 0
    for count, size in STEPS:
        for _ in range(count):
            step += 1
            now = slope(found)
            mean, square = 0.9 * mean + 0.1 * now, 0.99 * square + 0.01 * now**2
            spread = np.sqrt(square / (1 - 0.99**step)) + 1e-9
            found = found - size * mean / (1 - 0.9**step) / spread
    return found


def fit_worth(samples: list[Sample], row_length: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shapes, how often they are seen, and what they are worth to move and waiting, int64.

    The logistic regression of the targets, from the weights before.
    """
    targets = np.array([sample.target for sample in samples])
    sizes = [side.size for sample in samples for side in sample[:2]]
    rows = np.repeat(np.repeat(np.arange(len(samples)), 2), sizes)
    waiting = np.repeat(np.tile([0, 1], len(samples)), sizes)
    codes, columns, counts = np.unique(
        np.concatenate([side for sample in samples for side in sample[:2]]),
        return_inverse=True,
        return_counts=True,
    )
    columns = columns + waiting * codes.size
    signs = 1.0 - 2 * waiting
    before = shapes(row_length)[codes, :2].T.reshape(-1) / WORTH_UNIT

    def slope(weights: np.ndarray) -> np.ndarray:
        logits = np.bincount(rows, signs * weights[columns], targets.size)
        errors = 1 / (1 + np.exp(-logits)) - targets
        found: np.ndarray = np.bincount(columns, signs * errors[rows], weights.size)
        return found + WORTH_RIDGE * (weights - before)

    learnt = np.round(WORTH_UNIT * descend(before, slope)).astype(np.int64)
    return codes, counts, learnt.reshape(2, -1).T


def fit_promise(choices: list[Choice]) -> tuple[np.ndarray, ...]:
    """Shapes, how often they are seen, and what they promise of an own stone and of a rival's;
    then what each class and each kind does alone, shape (CLASSES + KINDS, 2); all int64.

    The multinomial regression of which cell is chosen.
    """
    sizes = np.array([choice.own.size for choice in choices])
    starts = np.cumsum(sizes) - sizes
    chosen = starts + [choice.chosen for choice in choices]
    codes, places, counts = np.unique(
        np.concatenate([c.own for c in choices] + [c.rival for c in choices]),
        return_inverse=True,
        return_counts=True,
    )
    own, rival = places.reshape(2, -1)
    classes, kinds = classes_of(codes), kinds_of_codes()[codes]
    apart = CLASSES + KINDS

    def promise(weights: np.ndarray) -> np.ndarray:
        of_kinds = weights[CLASSES:apart][kinds]
        found: np.ndarray = weights[:CLASSES][classes].sum(axis=1) + of_kinds + weights[apart:]
        return found

    def slope(weights: np.ndarray) -> np.ndarray:
        columns = weights.reshape(2, -1)
        logits = promise(columns[0])[own] + promise(columns[1])[rival]
        shares = np.exp(logits - np.repeat(np.maximum.reduceat(logits, starts), sizes))
        shares /= np.repeat(np.add.reduceat(shares, starts), sizes)
        shares[chosen] -= 1
        found = [ridge * columns[0], ridge * columns[1]]
        for column, where in enumerate((own, rival)):
            errors = np.bincount(where, shares, codes.size)
            of_classes = np.bincount(classes.reshape(-1), np.repeat(errors, 4), CLASSES)
            of_kinds = np.bincount(kinds, errors, KINDS)
            found[column] = found[column] + np.concatenate([of_classes, of_kinds, errors])
        return np.concatenate(found)

    ridge = np.concatenate([np.full(apart, CLASS_RIDGE), np.full(codes.size, SHAPE_RIDGE)])
    learnt = descend(np.zeros(2 * ridge.size), slope).reshape(2, -1)
    alone = learnt[:, :apart].copy()
    # Grades that are never seen are as those before them.
    for each in range(FAR + 1, ROW):
        if (each - FAR - 1) % GRADES and not counts[(classes == each).any(axis=1)].any():
            alone[:, each] = alone[:, each - 1]
    for each, least in CERTAIN.items():
        alone[:, each] = np.maximum(alone[:, each], least)
    # A dead cell promises nothing.
    dead = 4 * learnt[:, DEAD] + learnt[:, CLASSES + NOTHING]
    alone[:, CLASSES:] -= dead[:, None]
    of_shapes = np.stack([promise(learnt[0]), promise(learnt[1])], axis=1) - dead
    promises, alone = (
        np.round(PROMISE_UNIT * table).astype(np.int64) for table in (of_shapes, alone.T)
    )
    return codes, counts, promises, alone
