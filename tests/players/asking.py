"""Asking levels about positions of the tests."""

from __future__ import annotations

from random import Random

from service.game import Board, Rules, parse
from service.players import LEVELS, Choice, Turn
from service.solver import Budget, Solver
from tests.support.positions import Position

WHOLE = Budget()


def board_of(position: Position) -> Board:
    """Return the position as the package under test sees it."""
    player = "X" if position.to_move == "X" else "O"
    return parse(position.rows, position.game.row_length, player)  # type: ignore[arg-type]


def ask(
    level: str, board: Board, solver: Solver, seed: int | None = None, budget: Budget = WHOLE
) -> Choice:
    """Return what the level chooses, with all that the budget proves."""
    return LEVELS[level].choose(Turn(board, lambda: solver.analyse(board, budget), seed))


def played(shape: tuple[int, int, int], plies: int, solver: Solver, chance: Random) -> Board:
    """Return a position as games have it: lines built and blocked, and some moves anywhere."""
    board = Board(Rules(*shape))
    for _ in range(plies):
        cell = ask("lines", board, solver, chance.randrange(1 << 30)).cell
        after = board.play(cell if chance.random() < 0.7 else chance.choice(board.legal_moves))
        if after.status != "in_progress":
            return board
        board = after
    return board
