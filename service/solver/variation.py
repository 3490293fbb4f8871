"""The principal variation: how the game goes on when both sides play their best."""

from __future__ import annotations

from service.game import Board
from service.solver.climbs import Climb
from service.solver.kernels.scores import child_of
from service.solver.meter import Meter

STEP_SECONDS = 0.016
"""How long the search for one move may go without looking at the clock."""


def principal_variation(
    board: Board, cell: int, score: int, climb: Climb, meter: Meter
) -> list[int]:
    """The line of play that begins with `cell` and reaches its proven score.

    Of an inexact score, `score` is the bound that is nearer to 0. The line ends with the game,
    or early where the budget does.
    """
    moves: list[int] = []
    climb.rewind()
    next_cell: int | None = cell
    while next_cell is not None:
        moves.append(next_cell)
        board = board.play(next_cell)
        if board.status != "in_progress":
            break
        climb.play(next_cell)
        score = child_of(score)
        next_cell = _step(moves, score, climb, meter)
    return moves


def _step(moves: list[int], score: int, climb: Climb, meter: Meter) -> int | None:
    """The next move, or None when the budget is spent."""
    for limit in meter.limits(STEP_SECONDS):
        cell = climb.step(score, limit)
        if cell >= 0:
            return cell
        climb.rewind()
        for move in moves:
            climb.play(move)
    return None
