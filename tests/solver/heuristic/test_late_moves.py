"""Late move reductions apply to all late moves but double threats."""

import numpy as np
import pytest

from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import state
from service.solver.heuristic.kernels.move_list import cell_in
from service.solver.heuristic.kernels.move_ordering import list_moves, makes_double_threat
from service.solver.heuristic.kernels.search import SEARCH
from service.solver.lines.kernels.pattern_board import FOUR
from service.solver.lines.kernels.trail import put
from tests.support.positions import random_positions

DEPTH_LEFT, FAR_OFF = 8, 1000


@pytest.mark.parametrize("shape", [(15, 15, 5), (9, 9, 4)], ids=str)
def test_late_moves_are_unless_their_threat_leads_on(shape: tuple[int, int, int]) -> None:
    cells = shape[0] * shape[1]
    seen = {False: 0, True: 0}
    table = np.zeros((2, 2), np.uint64)
    for each in random_positions(shape, (cells // 2, cells - 20), 12, 23):
        board = each.board
        position, mover = evaluated(board), int(board.to_move == "O")
        search = state.new_search(position, table, cells)
        frame = search.frames[1]
        frame.table_move = -1
        listed = list_moves(search, 1, mover)
        frame.listed_moves = frame.move_limit = listed
        frame.depth, frame.alpha, frame.beta = DEPTH_LEFT, 0, 1
        for place in range(1, listed):
            frame.stage, frame.best_score, frame.move_index = state.NULL_WINDOW, -FAR_OFF, place - 1
            search.control.score = FAR_OFF
            put(position, board.legal_moves[0], mover)
            assert not SEARCH.leave_child(search, 1, mover)
            move = int(frame.move)
            assert move == cell_in(search.moves[1, place])
            on = makes_double_threat(position, mover, move)
            late = search.reductions[DEPTH_LEFT, min(place, state.REDUCED_MOVES - 1)] > 0
            assert frame.stage == (state.REDUCED if late and not on else state.NULL_WINDOW)
            assert not late or place >= state.FULL_DEPTH_MOVES
            if late and position.kinds[mover, move] >= FOUR:
                seen[on] += 1
    assert min(seen.values()) > 2
