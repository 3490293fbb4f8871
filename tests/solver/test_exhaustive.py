"""Whole games: every option of every position, or how many there are of each kind."""

from functools import cache

import numpy as np
import pytest

from service.game import Rules, parse
from service.solver import Budget, Solver
from service.solver.lines import ROOT, encodings
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number import ProofSearch
from tests.solver.checks import check_classes, check_exact, check_finished, check_variation
from tests.solver.enumeration import Levels, Ply, minimax_table
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, moved, other, reachable, symmetries_of
from tests.support.sampling import chance_of


@pytest.mark.parametrize(
    ("shape", "positions", "classes"),
    [((3, 3, 3), 5_478, 765), pytest.param((4, 3, 3), 111_973, 28_275, marks=pytest.mark.thorough)],
    ids=str,
)
def test_every_reachable_position(
    solver: Solver,
    shape: tuple[int, int, int],
    positions: int,
    classes: int,
) -> None:
    """Value and plies of all options; options that are alike and variations once per class."""
    game = Reference(*shape)
    symmetries = symmetries_of(*shape[:2])
    count, seen = 0, set()
    for cells, mover, over in reachable(game):
        count += 1
        form = min(moved(cells, images) for images in symmetries)
        new = form not in seen
        seen.add(form)
        position = Position(game, cells, mover)
        if over:
            check_finished(solver.analyse(position.board, Budget()), position)
            continue
        analysis = solver.analyse(position.board, Budget())
        check_exact(analysis, position)
        if new:
            check_classes(analysis, position)
            check_variation(analysis, position)
    assert (count, len(seen)) == (positions, classes)


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 6, 2), (6, 1, 3), (7, 1, 4), (2, 2, 1), (2, 2, 2),
     (2, 2, 3), (3, 2, 2), (2, 3, 3), (4, 2, 2), (4, 2, 3), (2, 4, 2), (3, 2, 4), (3, 3, 2),
     (3, 3, 1),
     *(pytest.param(shape, marks=pytest.mark.thorough)
       for shape in [(3, 3, 9), (1, 9, 3), (5, 2, 3)])],
    ids=str,
)  # fmt: skip
def test_every_position_of_small_boards_from_either_start(
    solver: Solver, shape: tuple[int, int, int]
) -> None:
    """What is over is answered at once, for the side that would be to move."""
    game = Reference(*shape)
    swap = str.maketrans("XO", "OX")
    for cells, mover, over in reachable(game):
        for each, player in ((cells, mover), (cells.translate(swap), mover.translate(swap))):
            position = Position(game, each, player)
            analysis = solver.analyse(position.board, Budget())
            if over:
                check_finished(analysis, position)
                continue
            check_exact(analysis, position)
            check_classes(analysis, position)
            check_variation(analysis, position)


SHAPE = (4, 4, 4)
PUBLISHED = {
    "X": dict(enumerate([1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774], 6)),
    "O": dict(enumerate([2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371], 7)),
}
"""How many either player wins at each ply, up to symmetry: OEIS A317573 for X, A317574 for O.

Those in which the game has just been won count as well as those where best play of both wins it.
"""
SAMPLE = 1_500
"""Positions of each ply and value that the solver is asked about."""


@cache
def table() -> list[Ply]:
    """Return the values by plain minimax, worked out from the last ply to the first."""
    return minimax_table(SHAPE)


@pytest.mark.thorough
def test_as_many_are_won_as_is_published() -> None:
    levels = Levels(SHAPE)
    for ply, row in enumerate(table()):
        mover, waiting = "XO" if ply % 2 == 0 else "OX"
        found = {
            mover: row.codes[row.values == 1],
            waiting: np.concatenate([row.codes[row.values == -1], row.won]),
        }
        for player, codes in found.items():
            classes = len(np.unique(levels.canonical(codes)))
            assert classes == PUBLISHED[player].get(ply, 0), (player, ply)


@pytest.mark.thorough
def test_the_solver_says_so_of_each_kind(solver: Solver) -> None:
    """Of every ply and value, as many as there are or a large sample."""
    game, levels, chance = Reference(*SHAPE), Levels(SHAPE), chance_of("won positions")
    asked = 0
    for ply, row in enumerate(table()):
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
