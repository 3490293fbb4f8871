"""An iteration over the options, with an oracle for scores and against play of forced moves."""

import random

import numpy as np
import pytest

from service.solver.heuristic import heuristic
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import root_search as kernel
from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.search import SEARCH
from service.solver.heuristic.kernels.state import RootOptions, new_root, new_search
from service.solver.heuristic.kernels.transposition_table import MATE
from service.solver.lines.kernels.pattern_board import FOUR, FOUR_THREE, THREES
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other
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


def forced_play(game: Reference, cells: str, mover: str, ply: int, leaf: dict[str, int]) -> int:
    """Return the score for the side to move where only threats to complete a line are answered.

    `leaf` collects positions in place of their evaluation.
    """
    if game.completing(cells, mover):
        return MATE - ply - 1
    threats = game.completing(cells, other(mover))
    if len(threats) > 1:
        return ply + 2 - MATE
    if not threats and wins_at_once(game, cells, mover):
        return MATE - ply - 3
    if not threats and forks(game, cells, mover):
        return MATE - ply - 5
    if not threats:
        return leaf[cells + mover]
    (cell,) = threats
    after = cells[:cell] + mover + cells[cell + 1 :]
    return -forced_play(game, after, other(mover), ply + 1, leaf)


def wins_at_once(game: Reference, cells: str, mover: str) -> bool:
    """Return whether some move leaves the mover two cells to complete a line on."""
    return any(len(each) > 1 for each in threatened(game, cells, mover))


def forks(game: Reference, cells: str, mover: str) -> bool:
    """Return whether some move makes two threats at once, and the opponent cannot make any."""
    counts = evaluated(Position(game, cells, mover).board).kind_counts
    own, rival = counts["XO".index(mover)], counts["OX".index(mover)]
    return bool(own[[FOUR_THREE, THREES]].any()) and not rival[FOUR:].any()


def threatened(game: Reference, cells: str, mover: str) -> list[set[int]]:
    """Return, for each move, the cells on which the mover could complete a line next."""
    options = [cell for cell, mark in enumerate(cells) if mark == "."]
    return [game.completing(cells[:cell] + mover + cells[cell + 1 :], mover) for cell in options]


class Evaluations(dict[str, int]):
    """The evaluation of any position, computed from scratch."""

    def __init__(self, game: Reference) -> None:
        super().__init__()
        self._game = game
        self.sequences = False
        """Whether in any of them the mover may have a sequence of threats."""

    def __missing__(self, key: str) -> int:
        cells, mover = key[:-1], key[-1]
        self.sequences |= any(threatened(self._game, cells, mover))
        position = evaluated(Position(self._game, cells, mover).board)
        return int(evaluate(position, "XO".index(mover)))


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
        game, cells, mover = position.game, position.cells, position.to_move
        options = [cell for cell, mark in enumerate(cells) if mark == "."]
        if game.completing(cells, mover) or wins_at_once(game, cells, mover):
            continue
        leaf, expected = Evaluations(game), {}
        for cell in options:
            after = cells[:cell] + mover + cells[cell + 1 :]
            expected[cell] = -forced_play(game, after, other(mover), 0, leaf)
            forced += bool(game.completing(after, mover))
        if leaf.sequences:
            continue
        quiet += 1
        root = root_of(options, list(range(len(options))), [0] * len(options))
        kernel.begin_iteration(root, 1, len(options))
        board = evaluated(Position(game, cells, mover).board)
        search = new_search(board, np.zeros((1 << 10, 2), np.uint64), len(cells))
        assert SEARCH.continue_iteration(search, root, "XO".index(mover), UNLIMITED)
        best = max(expected.values())
        assert root.scores.max() == best, position.rows
        chosen = options[int(root.scores.argmax())]
        assert expected[chosen] == best
        assert sum(score == best for score in root.scores.tolist()) == 1
    assert forced >= enough(20)
    assert quiet >= enough(10)
