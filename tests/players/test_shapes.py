"""What is read from the table of patterns is what trying stone after stone finds."""

import os

import pytest

from service.game import Rules, other, render
from service.game.directions import STEPS
from service.players.rows import rows_through
from service.players.shapes import kept_from_opening, shapes
from service.solver import Solver
from tests.players.asking import played
from tests.players.made import kept_from, made_by
from tests.rules.cases import random_case
from tests.support.live_server import memory
from tests.support.positions import Position
from tests.support.reference import Reference, Variant
from tests.support.sampling import chance_of, enough, samples

SHAPES = {
    (2, 2, 2): (2, 4), (7, 1, 3): (2, 7), (1, 9, 4): (2, 9), (3, 3, 3): (2, 9),
    (5, 4, 3): (6, 20), (7, 7, 4): (20, 49), (9, 9, 5): (40, 81), (10, 9, 6): (40, 90),
    (11, 11, 7): (50, 121), (12, 12, 8): (60, 144), (3, 3, 5): (1, 9), (2, 9, 4): (4, 18),
}  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["or more", "exact"])
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_as_tried_out(shape: tuple[int, int, int], exact: bool) -> None:
    """Every empty cell is tried, for either player, on boards with and without walls."""
    variant = Variant(*shape, exact=exact)
    chance = chance_of(f"shapes {variant}")
    for _ in range(samples(12)):
        case = random_case(variant, chance.randint(*SHAPES[shape]), chance)
        board = case.board
        for cell in board.legal_moves:
            for player in (board.to_move, other(board.to_move)):
                tried = made_by(case.reference, case.cells, cell, player)
                steps = sorted(tried, key=STEPS.index)
                for found, (down, right) in zip(shapes(board, player, cell), steps, strict=True):
                    made = tried[down, right]
                    assert found.direction.step == (down, right)
                    assert found.cells == sorted(made.cells)
                    assert found.lacking == made.lacking
                    if made.lacking < 3:
                        assert found.is_open == made.is_open, (case, cell)


@pytest.mark.parametrize("shape", [(7, 7, 4), (9, 9, 5), (9, 9, 6), (6, 5, 3)])
def test_what_a_move_keeps_from_opening(solver: Solver, shape: tuple[int, int, int]) -> None:
    """The cells of all lines through the move are compared at once."""
    chance, seen = chance_of(f"kept {shape}"), 0
    for index in range(samples(140)):
        board = played(shape, 6 + index % 12, solver, chance)
        position = Position(Reference(*shape), "".join(render(board)), board.to_move)
        for cell in chance.sample(board.legal_moves, 12):
            lines = shapes(board, other(board.to_move), cell)
            found = [kept_from_opening(board, cell, line.direction) for line in lines]
            tried = kept_from(position.game, position.cells, cell, position.to_move)
            assert {each for line in found for each in line} == tried, (position.rows, cell)
            seen += len(tried)
    assert seen >= enough(20)


def test_rows_of_large_boards_are_not_kept() -> None:
    """The rows through one cell of the longest board take some 460 kB."""
    before = memory(os.getpid())
    for cell in range(1000, 1200):
        rows_through(Rules(2500, 1, 1250), cell)
    assert memory(os.getpid()) - before < 8 << 20
