"""Double threats and defences are those that the stones on the board make them."""

import numpy as np
import pytest

from service.game import Board
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels.move_ordering import (
    cell_in,
    list_defences,
    makes_double_threat,
)
from service.solver.heuristic.kernels.state import new_search
from service.solver.lines.kernels.pattern_board import FIVE, FOUR, WINNING
from service.solver.lines.kernels.trail import put, undo
from tests.support.positions import random_positions

SHAPES = [(15, 15, 5), (9, 9, 4), (8, 8, 3)]


def lacking(board: Board, player: str, cell: int) -> list[int]:
    """Return the fewest stones that a row lacks on each line after a stone on the cell."""
    rules = board.rules
    own, rival = (board.x, board.o) if player == "X" else (board.o, board.x)
    own |= 1 << cell
    y, x = divmod(cell, rules.width)
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        least = rules.row_length
        for first in range(1 - rules.row_length, 1):
            places = [
                (y + (first + i) * down, x + (first + i) * right) for i in range(rules.row_length)
            ]
            if all(0 <= row < rules.height and 0 <= col < rules.width for row, col in places):
                window = [row * rules.width + col for row, col in places]
                if not any(rival >> each & 1 for each in window):
                    least = min(least, sum(not own >> each & 1 for each in window))
        found.append(least)
    return found


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_sequence_goes_on_where_two_lines_grow(shape: tuple[int, int, int]) -> None:
    seen = {False: 0, True: 0}
    for each in random_positions(shape, (shape[0] * shape[1] // 2, shape[0] * shape[1] - 4), 6, 21):
        board = each.board
        position = evaluated(board)
        for cell in board.legal_moves:
            for mover, player in enumerate("XO"):
                lines = sorted(lacking(board, player, cell))
                expected = lines[0] <= 1 and lines[1] <= 2
                assert makes_double_threat(position, mover, cell) == expected, (
                    each.rows,
                    cell,
                    player,
                )
                seen[expected] += 1
    assert min(seen.values()) > 5


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
        search = new_search(position, table)
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
