"""Boards of patterns on which stones are placed and taken back at random."""

import random
from collections.abc import Callable

import numpy as np

from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import PatternBoard
from service.solver.lines.kernels.trail import put, undo

SCRATCH = ("network", "hidden")
"""What a board shares with others, and what holds nothing between two evaluations."""


def number(content: str) -> int:
    """Return the number of a content, text of `.`, `O` and `#`, in the table of patterns."""
    return sum(".O#".index(mark) * 3**place for place, mark in enumerate(reversed(content)))


def check_restored(board: PatternBoard, fresh: PatternBoard) -> None:
    """Check that nothing is left of the stones that were on a board."""
    for name, kept in board._asdict().items():
        apart = name in SCRATCH or name.startswith("trail")
        assert apart or np.array_equal(kept, getattr(fresh, name)), name


def place_and_take_back(
    board: PatternBoard,
    fresh: PatternBoard,
    chance: random.Random,
    check: Callable[[PatternBoard], None],
    every: int = 30,
) -> None:
    """Place stones, take some of them back, and check the board after so many; take all back."""
    played = 0
    for step in range(240):
        empty = np.flatnonzero(board.owner == NOBODY).tolist()
        if played and (not empty or chance.random() < 0.3):
            played -= 1
            undo(board)
        else:
            played += 1
            put(board, chance.choice(empty), chance.randrange(2))
        if step % every == every - 1:
            check(board)
    for _ in range(played):
        undo(board)
    check_restored(board, fresh)
