"""What a node of the heuristic search sees at once is true, and its moves are those that matter."""

from collections import Counter

import numpy as np
import pytest

from service.solver import Budget, Solver
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels.move_list import cell_in
from service.solver.heuristic.kernels.move_ordering import list_defences
from service.solver.heuristic.kernels.search import immediate_score
from service.solver.heuristic.kernels.state import new_search
from service.solver.heuristic.kernels.transposition_table import MATE
from service.solver.lines.kernels.pattern_board import FIVE, FOUR, WINNING
from service.solver.lines.kernels.trail import put, undo
from tests.support.positions import random_positions
from tests.support.sampling import enough


@pytest.mark.parametrize("shape", [(9, 9, 5), (10, 10, 5)], ids=str)
def test_what_is_plain_to_see_is_so(shape: tuple[int, int, int]) -> None:
    """These are wins at once, by an unstoppable row or a fork, and a loss by two rows."""
    cells, solver, found = shape[0] * shape[1], Solver(1), Counter[int]()
    for each in random_positions(shape, (cells // 2, cells - 5), 2000, 31):
        board = each.board
        score = int(immediate_score(evaluated(board), 0, int(board.to_move == "O")))
        if score == 0:
            continue
        value = 1 if score > 0 else -1
        known = solver.analyse(board, Budget(nodes=200_000, best_only=True)).assessment
        assert known.value == value, each.rows
        found[value * (MATE - abs(score))] += 1
    assert min(found[plies] for plies in (1, -2, 3, 5)) >= enough(6), found


@pytest.mark.parametrize("shape", [(15, 15, 5), (9, 9, 4), (14, 14, 6)], ids=str)
def test_all_moves_that_leave_no_threat_are_answers(shape: tuple[int, int, int]) -> None:
    cells = shape[0] * shape[1]
    met, futile, table = 0, 0, np.zeros((2, 2), np.uint64)
    for each in random_positions(shape, (cells // 2, cells - 4), 400, 22):
        board = each.board
        position, mover = evaluated(board), int(board.to_move == "O")
        rival = position.kind_counts[1 - mover]
        if rival[FIVE] or not rival[WINNING]:
            continue
        search = new_search(position, table, cells)
        search.frames[0].table_move = -1
        count = list_defences(search, 0, mover)
        listed = {int(cell_in(entry)) for entry in search.moves[0, :count]}
        for cell in board.legal_moves:
            greater = position.kinds[mover, cell] >= FOUR
            put(position, cell, mover)
            answers = greater or not rival[WINNING]
            undo(position)
            assert (cell in listed) == answers, (each.rows, cell)
            met += answers and not greater
            futile += not answers and position.kinds[1 - mover, cell] >= FOUR
    assert met > 5
    assert futile > 5
