"""What takes minutes: the positions of 4x4 with four in a row, all of them or a large sample."""

import numpy as np
import pytest

from service.game import Rules, parse
from service.solver import Budget, Solver
from service.solver.lines import ROOT, encodings
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number import ProofSearch
from tests.solver.checks import check_exact
from tests.solver.enumeration import Levels
from tests.support.positions import random_positions
from tests.support.reference import other
from tests.support.sampling import chance_of

SHAPE = (4, 4, 4)
SAMPLE = 1_500
"""Positions of each kind and ply that the rules are asked about."""


@pytest.mark.long
def test_twenty_thousand_positions_of_four_by_four(solver: Solver) -> None:
    for position in random_positions(SHAPE, (1, 11), 20_000, seed=4):
        board = position.board
        check_exact(solver.analyse(board, Budget()), position)


@pytest.mark.long
def test_every_position_of_four_by_four_is_counted() -> None:
    """Every move is played; the rules are asked about a sample, and the totals are published."""
    levels = Levels(SHAPE)
    chance = chance_of(4)
    played, classes, asked = [], [], 0
    for ply, (codes, won) in enumerate(levels):
        played.append((int(won.sum()), int((~won).sum())))
        classes.append(len(np.unique(levels.canonical(codes))))
        mover = "X" if ply % 2 else "O"
        for chosen, status in ((won, "won"), (~won, "drawn" if ply == 16 else "in_progress")):
            kind = codes[chosen].tolist()
            for code in chance.sample(kind, min(SAMPLE, len(kind))):
                cells = levels.text(code)
                board = parse([cells[start : start + 4] for start in range(0, 16, 4)], 4)
                assert board.status == status, cells
                assert board.winner == (mover if status == "won" else None), cells
                assert board.to_move == other(mover), cells
                asked += 1
    assert asked >= 20_000
    assert sum(won + rest for won, rest in played) == 9_722_011
    assert sum(classes) == 1_217_977
    won_by_x = {ply: won for ply, (won, _) in enumerate(played) if won and ply % 2}
    assert won_by_x == {7: 2_200, 9: 39_392, 11: 161_952, 13: 167_552, 15: 30_000}


@pytest.mark.long
@pytest.mark.parametrize(("width", "wins"), [(8, False), (9, True)])
def test_boards_four_rows_high(width: int, wins: bool) -> None:
    """Nine columns are the fewest on which the first player wins with four."""
    question = ProofSearch(
        encodings.whole_board(Rules(width, 4, 4)), TranspositionTable(256), weak=False
    )
    question.ask(ROOT, [0, 0], ROOT)
    assert question.search(1 << 60)
    assert question.lost == wins
    assert question.holds != wins
    assert (question.winning_move >= 0) == wins
