"""The best options follow from bounds alone."""

from fractions import Fraction

import numpy as np

from service.solver.lines import WIN
from service.solver.root.kernels.ranking import best_of
from tests.support.sampling import chance_of, enough, samples

SCORES = [0, *(WIN - ply for ply in (1, 3, 5)), *(ply - WIN for ply in (2, 4, 6))]


def standing(lower: int, upper: int) -> tuple[int, Fraction]:
    """Return the key that sorts options without an estimate, the least first."""
    if lower > 0:
        return 0, Fraction(-lower)
    if upper < 0:
        return 3, -(upper + Fraction(lower, WIN))
    return 1 if lower == 0 else 2, Fraction(0)


def sign(score: int) -> int:
    """Return the value of a score."""
    return (score > 0) - (score < 0)


def test_the_best_are_those_that_nothing_stands_before() -> None:
    chance, several = chance_of("the best by their bounds"), 0
    for _ in range(samples(3000)):
        found = [sorted(chance.choices(SCORES, k=2)) for _ in range(chance.randint(1, 6))]
        bounds = [(lower, upper) for lower, upper in found]
        first = min(standing(*each) for each in bounds)
        best = [index for index, each in enumerate(bounds) if standing(*each) == first]
        if any(sign(bounds[index][0]) != sign(bounds[index][1]) for index in best):
            best = []
        lower, upper = np.array(bounds, np.int64).T.copy()
        assert best_of(lower, upper).tolist() == best, bounds
        several += len(best) > 1
    assert several >= enough(100)
