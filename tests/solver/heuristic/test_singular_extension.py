"""The end of a singular search extends the table move, or prunes the node."""

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import singular_extension
from service.solver.heuristic.kernels.state import Search, new_search

PLY, DEPTH_LEFT, NEEDED = 3, 8, 1000
MARGIN = singular_extension.SINGULAR_MARGIN * DEPTH_LEFT


@pytest.mark.parametrize(
    ("expected", "short"),
    [(NEEDED - 1, 1), (NEEDED - 1, 0), (NEEDED + MARGIN, 1), (NEEDED + MARGIN - 1, 0)],
)
def test_a_move_that_no_other_comes_near_is_singled_out(expected: int, short: int) -> None:
    search = searched_but_one(expected, expected - MARGIN - short)
    assert not singular_extension.end_singular_search(search.control, search.frames[PLY])
    frame = search.frames[PLY]
    assert frame.singular == (short > 0)
    assert (frame.alpha, frame.beta, frame.depth) == (NEEDED - 1, NEEDED, DEPTH_LEFT)
    assert not search.control.returning


def test_several_moves_that_are_good_enough_answer() -> None:
    search = searched_but_one(NEEDED + MARGIN, NEEDED)
    assert singular_extension.end_singular_search(search.control, search.frames[PLY])
    assert search.control.returning
    assert search.control.score == NEEDED


def searched_but_one(expected: int, best_of_others: int) -> Search:
    """Return a singular search that ends, by the table's score and the best of the others."""
    search = new_search(evaluated(Board(Rules(3, 3, 3))), np.zeros((2, 2), np.uint64), 9)
    frame = search.frames[PLY]
    frame.original_alpha, frame.saved_beta, frame.saved_depth = NEEDED - 1, NEEDED, DEPTH_LEFT
    frame.beta, frame.best_score = expected - MARGIN, best_of_others
    return search
