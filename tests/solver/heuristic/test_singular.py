"""Whether the move that the table knows is singled out when all others have stood their trial."""

from __future__ import annotations

import pytest

from service.solver.heuristic.kernels import singular
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    DEPTH,
    FLOOR,
    KEPT_BETA,
    KEPT_DEPTH,
    RETURNING,
    SCORE,
    SINGULAR,
    Stack,
    new_stack,
)

PLY, DEPTH_LEFT, NEEDED = 3, 8, 1000
MARGIN = singular.SINGULAR_MARGIN * DEPTH_LEFT


@pytest.mark.parametrize(
    ("expected", "short"),
    [(NEEDED - 1, 1), (NEEDED - 1, 0), (NEEDED + MARGIN, 1), (NEEDED + MARGIN - 1, 0)],
)
def test_a_move_that_no_other_comes_near_is_singled_out(expected: int, short: int) -> None:
    stack = on_trial(expected, expected - MARGIN - short)
    assert not singular.end_trial(stack, PLY)
    frame = stack.frames[PLY]
    assert frame[SINGULAR] == (short > 0)
    assert (frame[ALPHA], frame[BETA], frame[DEPTH]) == (NEEDED - 1, NEEDED, DEPTH_LEFT)
    assert not stack.control[RETURNING]


def test_several_moves_that_are_good_enough_answer() -> None:
    stack = on_trial(NEEDED + MARGIN, NEEDED)
    assert singular.end_trial(stack, PLY)
    assert stack.control[RETURNING]
    assert stack.control[SCORE] == NEEDED


def on_trial(expected: int, best_of_others: int) -> Stack:
    """A search at the end of a trial: what is expected of the first move, and found of others."""
    stack = new_stack(9)
    frame = stack.frames[PLY]
    frame[FLOOR], frame[KEPT_BETA], frame[KEPT_DEPTH] = NEEDED - 1, NEEDED, DEPTH_LEFT
    frame[BETA], frame[BEST] = expected - MARGIN, best_of_others
    return stack
