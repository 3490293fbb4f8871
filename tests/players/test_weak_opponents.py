"""What `master` and `rules` score on 3x3 against weak opponents, exactly, as documented."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from service.game import Board, Rules, render
from service.solver import Budget, Solver
from tests.docs.documents import PAGES
from tests.players.asking import ask
from tests.players.levels.test_lines import best_cells
from tests.support.positions import Position
from tests.support.reference import Reference

GAME, SEEDS = Reference(3, 3, 3), range(16)
"""Enough seeds to see each of the equally good cells, which are at most four."""


def position_of(board: Board) -> Position:
    """Return the position as the reference has it."""
    return Position(GAME, "".join(render(board)), board.to_move)


def casual(board: Board) -> set[int]:
    """Return the cells of a plain player: wins, else blocks, else any."""
    cells, mover = position_of(board).cells, board.to_move
    rival = "XO"[mover == "X"]
    free = set(board.legal_moves)
    return GAME.completing(cells, mover) or GAME.completing(cells, rival) or free


OPPONENTS: dict[str, Callable[[Board], set[int]]] = {
    "lines": lambda board: best_cells(position_of(board)),
    "blind": lambda board: set(board.legal_moves),
    "casual": casual,
}
"""The opponents in the order of the columns of the table."""


@cache
def chosen(level: str, board: Board, solver: Solver) -> frozenset[int]:
    """Return all that a level plays there."""
    return frozenset(ask(level, board, solver, seed, Budget(seed=seed)).cell for seed in SEEDS)


def score(level: str, opponent: Callable[[Board], set[int]], solver: Solver) -> float:
    """Return points for a game, each side first in half of them, with chance between equals."""

    @cache
    def expected(board: Board, side: str) -> Fraction:
        if board.status != "in_progress":
            return Fraction(int(board.winner == side)) if board.winner else Fraction(1, 2)
        own = board.to_move == side
        cells = chosen(level, board, solver) if own else opponent(board)
        return sum((expected(board.play(cell), side) for cell in cells), Fraction(0)) / len(cells)

    start = Board(Rules(3, 3, 3))
    return float((expected(start, "X") + expected(start, "O")) / 2)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=pytest.mark.thorough) if each == "blind" else each
        for each in OPPONENTS
    ],
)
def test_scores_are_as_documented(solver: Solver, name: str) -> None:
    column = 1 + list(OPPONENTS).index(name)
    shown = {row[0].strip("`"): row[column] for row in PAGES["docs/measurements.md"].table("level")}
    found = {level: score(level, OPPONENTS[name], solver) for level in ("master", "rules")}
    assert {level: f"{points:.3f}" for level, points in found.items()} == shown
    assert found["master"] > found["rules"] - 0.001
