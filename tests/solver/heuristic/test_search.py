"""Immediate results of a node are true, and static pruning follows its evaluation."""

from collections import Counter

import numpy as np
import pytest

from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.search import (
    PRUNING_MARGIN,
    THREATENED_MARGIN,
    enter,
    immediate_score,
)
from service.solver.heuristic.kernels.state import new_search
from tests.support.positions import random_positions
from tests.support.sampling import enough


@pytest.mark.parametrize("shape", [(15, 15, 5), (9, 9, 4)], ids=str)
def test_a_position_is_taken_for_its_evaluation_unless_a_reply_is_forced(
    shape: tuple[int, int, int],
) -> None:
    """Reverse futility pruning returns the evaluation, by a wider margin where a threat has to be
    met; razoring makes the node a leaf."""
    cells, seen_in, before = shape[0] * shape[1], Counter[str](), 77
    table = np.zeros((2, 2), np.uint64)
    for each in random_positions(shape, (cells - cells // 5, cells - 8), 1000, 37):
        board = each.board
        position, mover = evaluated(board), int(board.to_move == "O")
        if immediate_score(position, 1, mover):
            continue
        worth = int(evaluate(position, mover))
        for beta in (worth - THREATENED_MARGIN, worth, worth + 3 * PRUNING_MARGIN):
            search = new_search(position, table, cells)
            search.frames[0].static_evaluation = before
            frame = search.frames[1]
            frame.depth, frame.alpha, frame.beta = 2, beta - 1, beta
            scored = enter(search, 1, mover)
            assert frame.static_evaluation == (-before if frame.forced else worth)
            if frame.forced:
                continue
            if beta <= worth:
                good_enough = beta < worth or not frame.threatened
                assert (scored and search.control.score == worth) == good_enough
            else:
                assert frame.depth == 0
        kind = "forced" if frame.forced else "threatened" if frame.threatened else "calm"
        seen_in[kind] += 1
    assert min(seen_in[kind] for kind in ("forced", "threatened", "calm")) >= enough(20), seen_in
