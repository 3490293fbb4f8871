"""Where nothing is proven: the first moves are where people play them, and a seed varies them."""

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.support.positions import random_positions
from tests.support.sampling import samples

QUIET = [
    (15, 15, 5), (20, 20, 5), (10, 10, 5), (19, 19, 6), (30, 10, 5), (9, 9, 5), (14, 14, 7),
    (12, 12, 6), (40, 8, 5),
]  # fmt: skip


@pytest.mark.parametrize("shape", QUIET, ids=str)
@pytest.mark.parametrize("nodes", [2000, 12_000])
def test_the_first_moves_are_in_the_middle(shape: tuple[int, int, int], nodes: int) -> None:
    """The first within two cells of it, the answer to a stone in the middle next to that."""
    rules = Rules(*shape)
    first = Solver(4).analyse(Board(rules), Budget(nodes=nodes)).options[0].cell
    row, column = divmod(first, rules.width)
    assert abs(2 * row - rules.height + 1) <= 4
    assert abs(2 * column - rules.width + 1) <= 4
    middle = rules.height // 2 * rules.width + rules.width // 2
    answer = Solver(4).analyse(Board(rules).play(middle), Budget(nodes=nodes)).options[0].cell
    down, right = np.subtract(divmod(answer, rules.width), divmod(middle, rules.width))
    assert max(abs(down), abs(right)) == 1


@pytest.mark.parametrize("shape", [(15, 15, 5), (12, 12, 6)], ids=str)
def test_a_seed_varies_moves_that_are_nearly_as_good(shape: tuple[int, int, int]) -> None:
    board = Board(Rules(*shape)).play(shape[0] * shape[1] // 2)
    chosen = set()
    for seed in range(samples(20)):
        budget = Budget(nodes=3000, seed=seed)
        options = Solver(1).analyse(board, budget).options
        assert options == Solver(1).analyse(board, budget).options
        scores = [option.assessment.score for option in options]
        assert scores == sorted(scores, reverse=True)
        chosen.add(options[0].cell)
    assert len(chosen) > 1


@pytest.mark.parametrize("shape", [(6, 6, 4), (9, 9, 4), (10, 10, 5)], ids=str)
def test_a_seed_never_varies_what_is_proven(shape: tuple[int, int, int]) -> None:
    """What it takes first is known to be no worse than anything else."""
    cells = shape[0] * shape[1]
    for seed, position in enumerate(random_positions(shape, (cells - 14, cells - 4), 40, seed=16)):
        board = position.board
        analysis = Solver(1).analyse(board, Budget(nodes=4000, seed=seed))
        best = analysis.options[0].assessment.bounds
        assert best.upper >= max(option.assessment.bounds.lower for option in analysis.options)
        assert best.lower == max(option.assessment.bounds.lower for option in analysis.options)
        assert best.upper > -1 or analysis.assessment.value == -1
