"""The enumerations that check the rules agree with each other and with play by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from service.game import Board, Rules
from tests.solver.enumeration import Levels, Shape, counted, counted_up_to_symmetry


def played_by_the_rules(shape: Shape) -> list[tuple[int, int]]:
    """After each ply, how many positions are won and how many not, by `Board.play` alone."""
    level, found = {Board(Rules(*shape))}, []
    while level:
        won = sum(board.status == "won" for board in level)
        found.append((won, len(level) - won))
        level = {board.play(cell) for board in level for cell in board.legal_moves}
    return found


@pytest.mark.parametrize("shape", [(3, 3, 3), (3, 3, 2), (4, 2, 2), (1, 5, 3),
     pytest.param((4, 3, 3), marks=pytest.mark.thorough)], ids=str)  # fmt: skip
def test_three_counts_agree(shape: Shape) -> None:
    levels = Levels(shape)
    played = [(int(won.sum()), int((~won).sum())) for _, won in levels]
    # Games that all end early leave no position after the later plies.
    expected = [each for each in counted(shape) if sum(each)]
    assert [each for each in played if sum(each)] == expected
    assert played_by_the_rules(shape) == expected


@pytest.mark.parametrize(
    ("shape", "positions", "classes"), [((3, 3, 3), 5_478, 765), ((4, 3, 3), 111_973, 28_275)]
)
def test_the_known_numbers_come_out(shape: Shape, positions: int, classes: int) -> None:
    levels = Levels(shape)
    played = [(len(codes), len(np.unique(levels.canonical(codes)))) for codes, _ in levels]
    assert sum(map(sum, counted(shape))) == sum(each for each, _ in played) == positions
    assert counted_up_to_symmetry(shape) == [each for _, each in played]
    assert sum(each for _, each in played) == classes
