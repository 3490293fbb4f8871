"""What is worked out at the root: the best options, estimates, and how likely a reply errs.

The order of options is tested by what comes first, in `test_tie_breaks.py`, and by `check_exact`
and `check_classes`.
"""

import random
from fractions import Fraction

import numpy as np
import pytest

from service.solver.lines import WIN
from service.solver.root.kernels.estimate import estimate
from service.solver.root.kernels.ranking import best_of
from service.solver.root.kernels.replies import CERTAIN, COUNT_UNITS, weigh
from tests.players.levels.test_lines import best_cells
from tests.solver.checks import contents_of
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other, put
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


ESTIMATED = [((3, 3, 3), (1, 9)), ((5, 4, 3), (2, 20)), ((7, 7, 5), (5, 49)), ((9, 2, 4), (3, 18)),
          ((3, 3, 5), (1, 9)), ((4, 4, 1), (16, 16))]  # fmt: skip


def balance(game: Reference, cells: str, mover: str) -> Fraction:
    """Return the worth of the mover's open lines less that of the opponent's."""
    total = Fraction()
    for line in game.lines:
        marks = [cells[cell] for cell in line]
        worth = Fraction(1, 4 ** marks.count("."))
        total += worth * (other(mover) not in marks) - worth * (mover not in marks)
    return total


@pytest.mark.parametrize(("shape", "empty"), ESTIMATED, ids=str)
def test_estimates_are_the_balance_after_the_move_between_minus_one_and_one(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    scores = np.full(shape[0] * shape[1], np.nan)
    for position in random_positions(shape, empty, 40, seed=61):
        game, cells, mover = position.game, position.cells, position.to_move
        lines = np.array(game.lines, np.int32).reshape(-1, shape[2])
        estimate(lines, contents_of(cells, mover), scores)
        for cell in game.legal_moves(cells):
            after = balance(game, put(cells, cell, mover), mover)
            assert scores[cell] == pytest.approx(float(after / (1 + abs(after)))), position.rows


SHAPES = {
    (3, 3, 3): (2, 9), (4, 4, 4): (4, 14), (5, 4, 3): (9, 16), (5, 5, 4): (6, 20),
    (9, 1, 3): (3, 9), (7, 7, 5): (20, 49),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_half_reply_anywhere_and_half_as_lines_does(shape: tuple[int, int, int]) -> None:
    chance, compared = random.Random(shape[0]), 0
    for position in random_positions(shape, SHAPES[shape], 25, seed=61):
        game, cells, mover = position.game, position.cells, position.to_move
        empty = [cell for cell, mark in enumerate(cells) if mark == "."]
        moves = [cell for cell in empty if not game.completes(put(cells, cell, mover), cell, mover)]
        mistakes = np.zeros((len(moves), len(cells)), np.bool_)
        expected = []
        for row, move in zip(mistakes, moves, strict=True):
            replies = [cell for cell in empty if cell != move]
            wrong = {cell for cell in replies if chance.random() < 0.5}
            row[list(wrong)] = True
            natural = best_cells(Position(game, put(cells, move, mover), other(mover)))
            both = Fraction(len(wrong), len(replies)), Fraction(len(wrong & natural), len(natural))
            expected.append((float(sum(both)), len(wrong)))
        board, places = position.board, np.arange(len(cells))
        lines, contents = board.geometry.lines, board.contents
        found = weigh(lines, contents, np.array(moves, np.int64), places, mistakes)
        for likelihood, (likely, count) in zip(found.tolist(), expected, strict=True):
            assert likelihood % COUNT_UNITS == count
            assert likelihood // COUNT_UNITS == pytest.approx(likely * CERTAIN, abs=1)
            compared += 1
    assert compared > 15
