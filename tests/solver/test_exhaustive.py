"""Whole games: every option of every position, or how many there are of each kind."""

import pytest

from service.game import Rules
from service.solver import Budget, Solver
from service.solver.lines import ROOT, encodings
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number import ProofSearch
from tests.solver.checks import check_classes, check_exact, check_finished, check_variation
from tests.solver.enumeration import Levels, minimax_table
from tests.support.positions import Position
from tests.support.reference import Reference, moved, other, reachable, symmetries_of
from tests.support.sampling import chance_of

COUNTED = {(3, 3, 3): (5_478, 765), (4, 3, 3): (111_973, 28_275)}
"""How many positions can be reached where X begins, and how many up to symmetry, as published."""


@pytest.mark.parametrize(
    "shape",
    [(3, 3, 3), (1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 6, 2), (6, 1, 3), (7, 1, 4), (2, 2, 1),
     (2, 2, 2), (2, 2, 3), (3, 2, 2), (2, 3, 3), (4, 2, 2), (4, 2, 3), (2, 4, 2), (3, 2, 4),
     (3, 3, 2), (3, 3, 1),
     *(pytest.param(shape, marks=pytest.mark.thorough)
       for shape in [(4, 3, 3), (3, 3, 9), (1, 9, 3), (5, 2, 3)])],
    ids=str,
)  # fmt: skip
def test_every_reachable_position(solver: Solver, shape: tuple[int, int, int]) -> None:
    """Value and plies of all options; options that are alike and variations once per class.

    In one position of each class the players are exchanged, so that O has begun.
    """
    game, symmetries = Reference(*shape), symmetries_of(*shape[:2])
    count, seen = 0, set()
    for cells, mover, over in reachable(game):
        count += 1
        form = min(moved(cells, images) for images in symmetries)
        positions = [Position(game, cells, mover)]
        if form not in seen:
            exchanged = cells.translate(str.maketrans("XO", "OX"))
            positions.append(Position(game, exchanged, other(mover)))
        for position in positions:
            analysis = solver.analyse(position.board, Budget())
            if over:
                check_finished(analysis, position)
                continue
            check_exact(analysis, position)
            if form not in seen:
                check_classes(analysis, position)
                check_variation(analysis, position)
        seen.add(form)
    assert (count, len(seen)) == COUNTED.get(shape, (count, len(seen)))


SHAPE = (4, 4, 4)
SAMPLE = 1_500
"""Positions of each ply and value that the solver is asked about."""


@pytest.mark.thorough
def test_the_solver_says_what_plain_minimax_says(solver: Solver) -> None:
    """Of every ply and value of a whole game, as many positions as there are or a large sample."""
    game, levels, chance = Reference(*SHAPE), Levels(SHAPE), chance_of("won positions")
    asked = 0
    for ply, row in enumerate(minimax_table(SHAPE)):
        kinds = [(value, row.codes[row.values == value]) for value in (1, 0, -1)]
        for value, codes in [*kinds, (-1, row.won)]:
            for code in chance.sample(codes.tolist(), min(SAMPLE, len(codes))):
                cells = levels.text(code)
                board = Position(game, cells, "XO"[ply % 2]).board
                found = solver.analyse(board, Budget(best_only=True)).assessment
                assert found.value == value, (game.rows(cells), ply)
                asked += 1
    assert asked > 30_000


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
