"""An iteration over the options, with an oracle for scores and against play of forced moves."""

import random

import numpy as np
import pytest

from service.solver.heuristic import heuristic
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import root_search as kernel
from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.search import SEARCH, immediate_score
from service.solver.heuristic.kernels.state import RootOptions, new_root, new_search
from service.solver.lines.kernels.pattern_board import FOUR
from tests.support.positions import Position, random_positions
from tests.support.reference import other
from tests.support.sampling import chance_of, enough, samples

UNLIMITED = 1 << 40


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


def forced_play(position: Position, ply: int) -> int | None:
    """Return the score for the side to move where only threats to complete a line are answered.

    None if in the end the mover may have a sequence of threats.
    """
    board, mover = evaluated(position.board), "XO".index(position.to_move)
    score = int(immediate_score(board, ply, mover))
    if score:
        return score
    threats = position.game.completing(position.cells, other(position.to_move))
    if threats:
        (cell,) = threats
        after = forced_play(position.after(cell), ply + 1)
        return None if after is None else -after
    return None if board.kind_counts[mover, FOUR:].any() else int(evaluate(board, mover))


@pytest.mark.parametrize(
    ("shape", "empty", "count"),
    [
        ((5, 5, 4), (4, 20), 300),
        ((7, 6, 4), (12, 36), 300),
        pytest.param((9, 9, 5), (50, 75), 60, marks=pytest.mark.thorough),
    ],
    ids=str,
)
def test_a_ply_deep_it_is_the_evaluation_after_forced_play(
    shape: tuple[int, int, int], empty: tuple[int, int], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It depends on the stones at the root.
    monkeypatch.setattr(heuristic, "CENTRALITY", 0.0)
    forced = quiet = 0
    for position in random_positions(shape, empty, count, seed=71):
        board, mover = evaluated(position.board), "XO".index(position.to_move)
        if immediate_score(board, 0, mover):
            continue
        options = position.board.legal_moves
        after = [position.after(cell) for cell in options]
        forced += sum(bool(each.game.completing(each.cells, position.to_move)) for each in after)
        expected = [forced_play(each, 0) for each in after]
        if None in expected:
            continue
        quiet += 1
        root = root_of(options, list(range(len(options))), [0] * len(options))
        kernel.begin_iteration(root, 1, len(options))
        search = new_search(board, np.zeros((1 << 10, 2), np.uint64), len(position.cells))
        assert SEARCH.continue_iteration(search, root, mover, UNLIMITED)
        best = max(-score for score in expected if score is not None)
        assert root.scores.max() == best, position.rows
        assert expected[int(root.scores.argmax())] == -best
        assert sum(score == best for score in root.scores.tolist()) == 1
    assert forced >= enough(20)
    assert quiet >= enough(10)
