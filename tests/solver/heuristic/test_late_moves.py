"""Which moves are tried to a smaller depth first."""

from __future__ import annotations

import numpy as np
import pytest

from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels.move_lists import MOVE_MASK, leads_on, list_moves
from service.solver.heuristic.kernels.pvs import back_up
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    COUNT,
    DEPTH,
    FULL_DEPTH_MOVES,
    LISTED,
    NEXT,
    PLAYED,
    REDUCED,
    SCORE,
    SCOUT,
    STAGE,
    new_stack,
)
from service.solver.lines.kernels.pattern_board import FOUR
from tests.solver.checks import board_of
from tests.support.positions import random_positions

DEPTH_LEFT, FAR_OFF = 8, 1000


@pytest.mark.parametrize("shape", [(15, 15, 5), (9, 9, 4)], ids=str)
def test_late_moves_are_unless_their_threat_leads_on(shape: tuple[int, int, int]) -> None:
    cells = shape[0] * shape[1]
    seen = {False: 0, True: 0}
    table = np.zeros((2, 2), np.uint64)
    for each in random_positions(shape, (cells // 2, cells - 20), 12, 23):
        board = board_of(each.game, each.cells, each.to_move)
        position, mover = evaluated(board), int(board.to_move == "O")
        stack = new_stack(cells)
        frame, listed = stack.frames[1], list_moves(position, stack, 1, mover, -1)
        frame[LISTED] = frame[COUNT] = listed
        frame[DEPTH], frame[ALPHA], frame[BETA] = DEPTH_LEFT, 0, 1
        for place in range(1, listed):
            frame[STAGE], frame[BEST], frame[NEXT] = SCOUT, -FAR_OFF, place - 1
            stack.control[SCORE] = FAR_OFF
            assert not back_up(position, table, stack, 1, mover)
            move = int(frame[PLAYED])
            assert move == stack.moves[1, place] & MOVE_MASK
            on = leads_on(position, mover, move)
            late = stack.reductions[DEPTH_LEFT, min(place, stack.reductions.shape[1] - 1)] > 0
            assert frame[STAGE] == (REDUCED if late and not on else SCOUT)
            assert not late or place >= FULL_DEPTH_MOVES
            if late and position.kinds[mover, move] >= FOUR:
                seen[on] += 1
    assert min(seen.values()) > 2
