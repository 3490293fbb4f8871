"""What is learnt of forms: which promise the best move.

A form is the classes of the four lines through a cell, in order, as one code (see
`service.solver.lines.kernels.pattern_board`).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from service.solver.lines import forms_of, kinds_of_forms
from service.solver.lines.kernels.pattern_board import (
    CLASSES,
    COMPLETES,
    DEAD,
    KINDS,
    NOTHING,
    OPEN,
    classes_of,
)

PROMISE_UNIT = 100
"""Promise is in hundredths of a logit."""
CLASS_RIDGE, FORM_RIDGE = 0.1, 3.0
"""Strength of the pull towards nothing of what a class or a kind promises, and of what a form
promises beyond its classes and its kind."""
STEPS = ((240, 0.02), (100, 0.006), (60, 0.002))
"""How many steps the regression takes, and how large they are at most, in logits."""
CERTAIN = {OPEN: (8, 0), COMPLETES: (15, 12)}
"""Classes that need no search, and so are not learnt: the promise of an own stone and of a rival's,
in logits, at least."""


class Choice(NamedTuple):
    """A position and the move that a search makes there."""

    own: np.ndarray
    """The form of each cell for the side to move, shape (cells,), int64."""
    rival: np.ndarray
    """The same for the other side."""
    chosen: int
    """Which of the cells."""


def kinds_of(codes: np.ndarray) -> np.ndarray:
    """Return what a stone makes on these four lines together, shape (codes,), int64."""
    found: np.ndarray = kinds_of_forms()[forms_of(codes)].astype(np.int64)
    return found


def descend(
    weights: np.ndarray,
    slope: Callable[[np.ndarray], np.ndarray],
    steps: Sequence[tuple[int, float]],
) -> np.ndarray:
    """Return the weights of least loss, after so many steps so large at most.

    The steps are those of Adam (Kingma and Ba, 2015).
    """
    found, mean, square = weights.copy(), np.zeros_like(weights), np.zeros_like(weights)
    step = 0
    for count, size in steps:
        for _ in range(count):
            step += 1
            now = slope(found)
            mean, square = 0.9 * mean + 0.1 * now, 0.99 * square + 0.01 * now**2
            spread = np.sqrt(square / (1 - 0.99**step)) + 1e-9
            found = found - size * mean / (1 - 0.9**step) / spread
    return found


def fit_promise(choices: list[Choice]) -> tuple[np.ndarray, ...]:
    """Return forms, how often they are seen, and what they promise, of either side's stones.

    Then comes what each class and each kind promises alone, shape (CLASSES + KINDS, 2); all are
    int64. They are found by a multinomial regression of which cell is chosen.
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
    classes, kinds = classes_of(codes), kinds_of(codes)
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

    ridge = np.concatenate([np.full(apart, CLASS_RIDGE), np.full(codes.size, FORM_RIDGE)])
    learnt = descend(np.zeros(2 * ridge.size), slope, STEPS).reshape(2, -1)
    alone = learnt[:, :apart].copy()
    for each, least in CERTAIN.items():
        alone[:, each] = np.maximum(alone[:, each], least)
    # A dead cell promises nothing.
    dead = 4 * learnt[:, DEAD] + learnt[:, CLASSES + NOTHING]
    alone[:, CLASSES:] -= dead[:, None]
    of_forms = np.stack([promise(learnt[0]), promise(learnt[1])], axis=1) - dead
    promises, alone = (
        np.round(PROMISE_UNIT * table).astype(np.int64) for table in (of_forms, alone.T)
    )
    return codes, counts, promises, alone
