"""An iteration over the options, with an oracle for scores and against play of forced moves."""

import random

import numpy as np
import pytest

from service.solver.heuristic.kernels import root_search as kernel
from service.solver.heuristic.kernels.state import RootOptions, new_root
from tests.support.sampling import chance_of, enough, samples


def root_of(cells: list[int], order: list[int], scores: list[int]) -> RootOptions:
    """Return the options of a root with the scores of the last iteration."""
    return new_root(np.array(cells), np.array(scores, np.int64))._replace(order=np.array(order))


def told(score: int, low: int, high: int, chance: random.Random) -> int:
    """Return what a fail-soft search with a window finds: the score, or a bound outside it."""
    if score <= low:
        return chance.randint(score, low)
    return chance.randint(high, score) if score >= high else score


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_the_best_option_is_found_whatever_lies_outside_the_windows(depth: int) -> None:
    chance, beyond = chance_of(f"windows {depth}"), 0
    for _ in range(samples(400)):
        size = chance.randint(1, 8)
        true = [chance.randint(-1500, 1500) for _ in range(size)]
        last = [score + chance.choice((-900, -20, 0, 20, 900)) for score in true]
        order = sorted(range(size), key=lambda option: -last[option])
        root, searched = root_of(list(range(size)), order, last), chance.randint(1, size)
        kernel.begin_iteration(root, depth, searched)
        questions = 0
        while root.control.option_index < searched:
            low, high = map(int, kernel.window(root))
            option = int(root.order[root.control.option_index])
            kernel.take_score(root, told(true[option], low, high, chance), low, high)
            questions += 1
            assert questions <= 3 * searched, "each is asked about three times at most"
        kernel.publish_scores(root)
        best = max(true[option] for option in order[:searched])
        leaders = [option for option in range(size) if root.scores[option] == best]
        assert int(root.scores.max()) == best
        assert len(leaders) == 1, "all others are a point below it at most"
        assert true[leaders[0]] == best
        assert leaders[0] in order[:searched]
        beyond += questions > searched
    assert beyond >= enough(50), "options that were asked about again"
