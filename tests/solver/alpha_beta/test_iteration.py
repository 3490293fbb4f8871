"""Iterative deepening over options, driven by an oracle instead of a search."""

import numpy as np
import pytest

from service.solver.alpha_beta import new_options
from service.solver.alpha_beta.kernels import iteration as kernel
from service.solver.lines.kernels.scores import (
    WIN,
    of_parent,
    sharpen_lower,
    sharpen_upper,
)
from tests.solver.checks import score_of
from tests.support.reference import Outcome
from tests.support.sampling import chance_of, samples

DRAW = 0


def possible_outcomes(remaining: int) -> list[Outcome]:
    """Return what options that do not win at once lead to, with `remaining` cells empty.

    The mover completes lines at odd plies, the opponent at even ones; a draw fills the board.
    """
    wins = [(1, plies) for plies in range(3, remaining + 1, 2)]
    losses = [(-1, plies) for plies in range(2, remaining + 1, 2)]
    return [*losses, (DRAW, remaining), *wins]


def score_after(outcome: Outcome) -> int:
    """Return the worth of an option's outcome to the side that answers it, a ply later."""
    value, plies = outcome
    return -value * (WIN - (plies - 1))


def question(depth: int) -> int:
    """Return the score that a depth asks about: a win, or no loss, within so many plies."""
    return score_of((1, depth)) if depth % 2 else score_of((-1, depth)) + 1


@pytest.mark.parametrize("downwards", [False, True])
@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize("remaining", range(1, 14))
def test_bounds_stay_true_until_they_meet(remaining: int, best_only: bool, downwards: bool) -> None:
    """However little each answer says: it is as wide as the question allows, or narrower."""
    chance = chance_of(f"{remaining} {best_only} {downwards}")
    possible = possible_outcomes(remaining)
    scores = sorted(map(score_of, possible))
    child_scores = {score_of(each): score_after(each) for each in possible}
    for _ in range(samples(30)):
        true = [score_of(chance.choice(possible)) for _ in range(chance.randint(1, 6))]
        options = new_options(np.arange(len(true)), best_only=best_only)
        lower, upper, state = options.lower, options.upper, options.iteration[0]
        lower[:], upper[:] = kernel.first_bounds(remaining)
        if downwards:
            state.downwards, state.depth = 1, max(remaining, kernel.FIRST_DEPTH)
        assert (lower.max(), upper.min()) == (scores[0], scores[-1]), "all that is possible"
        asked: set[tuple[int, int]] = set()
        while kernel.next_question(None, options, max(remaining, kernel.FIRST_DEPTH)):
            depth, option = int(state.depth), int(state.option)
            target = question(depth)
            assert state.target == target
            assert (depth, option) not in asked
            assert all(depth == each or (depth > each) != downwards for each, _ in asked)
            asked.add((depth, option))
            assert lower[option] < target <= upper[option], "an answer that is known"
            if best_only:
                assert upper[option] > lower.max(), "an option that cannot be the best"
                assert depth <= kernel.SHORT or lower.max() < target, "one that may lose later"
            side = [each for each in scores if (each >= target) == (true[option] >= target)]
            low = chance.choice([each for each in side if each <= true[option]])
            high = chance.choice([each for each in side if each >= true[option]])
            least, most = of_parent(child_scores[low]), of_parent(child_scores[high])
            sharpened = sharpen_lower(least, remaining), sharpen_upper(most, remaining)
            kernel.record_bounds(options, *sharpened)
            assert ((lower <= true) & (upper >= true)).all()
        if best_only:
            assert lower.max() == max(true)
            assert ((upper <= lower.max()) | (lower == upper)).all()
        else:
            assert lower.tolist() == upper.tolist() == true
