"""What two plies prove is true under any rules, and is all that two plies prove."""

import time

import numpy as np
import pytest

from service.game import Board, Rules, bits
from service.solver import Budget, Solver
from service.solver.any_rules import TwoPlyDeepening
from service.solver.lines import WIN
from tests.rules.cases import Switches, every_combination
from tests.solver.any_rules.support import options_of, random_cases, scores_of
from tests.support.sampling import chance_of, samples

SECONDS = 0.2
"""What a large board may take on a busy machine; it takes some milliseconds."""


@every_combination
def test_two_plies_of_random_positions(switches: Switches) -> None:
    chance = chance_of(f"two plies {switches}")
    for case in random_cases(switches, chance, samples(150)):
        cells = options_of(case)
        deepening = TwoPlyDeepening(case.board, cells, best_only=False)
        assert deepening.advance(1)
        assert deepening.depth == 2
        for index, score in enumerate(scores_of(case)):
            lower, upper = int(deepening.lower[index]), int(deepening.upper[index])
            assert lower <= score <= upper, (case, cells[index])
            soon = score != 0 and WIN - abs(score) <= 2
            if lower < upper:
                assert not soon, (case, cells[index])
                continue
            line, after = [int(cells[index])], case.after(int(cells[index]))
            assert deepening.extend_line(score, (), line, 0) == (soon or score == 0)
            for cell in line[1:]:
                assert cell in after.reference.legal_moves(after.cells), (case, line)
                after = after.after(cell)
            over = not after.reference.legal_moves(after.cells)
            assert over == (soon or score == 0), (case, line)
            assert (after.reference.row_owner(after.cells) is not None) == soon, (case, line)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("gravity", [False, True])
def test_a_large_board(gravity: bool, misere: bool) -> None:
    """Four stones lie on the floor beside the joined edges."""
    rules = Rules(50, 50, 5, gravity=gravity, wrap="both", misere=misere)
    row = 49 * 50
    board = Board(rules, 0b1111 << row, 0b1010101 << row + 10)
    cells = np.array(bits(board.playable), np.int64)
    assert board.geometry.lines.size
    started = time.process_time()
    deepening = TwoPlyDeepening(board, cells, best_only=False)
    deepening.advance(1)
    assert time.process_time() - started < SECONDS
    decided = {int(cell) for cell in cells[np.abs(deepening.lower) == WIN - 1]}
    assert decided == {row + 4, row + 49}
    assert (deepening.lower[np.isin(cells, [row + 4, row + 49])] < 0).all() == misere


def test_what_wins_at_once_is_no_loss_by_threats() -> None:
    """On a board too large for more than two plies; the opponent has a row of four as well."""
    rules, width = Rules(120, 120, 5), 120
    board = Board(rules, 0b1111 << 5 * width + 5, 0b1111 << 50 * width + 5)
    options = Solver(1).analyse(board, Budget(nodes=20_000)).options
    wins = {each.cell for each in options if each.assessment.plies_to_end == 1}
    assert wins == {5 * width + 4, 5 * width + 9}
    assert all(each.assessment.bounds.lower <= each.assessment.bounds.upper for each in options)
    assert all(each.assessment.value == 1 for each in options if each.cell in wins)
