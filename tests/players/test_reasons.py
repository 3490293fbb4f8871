"""A reason is never false: each is checked against the stones and a plain negamax."""

from __future__ import annotations

from collections import Counter

import pytest

from service.game import parse
from service.players import LEVELS
from service.players.choice import Reason
from service.solver import Budget, Solver
from tests.positions import Position, random_positions
from tests.reference import other

SHAPES = [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4), (6, 5, 4), (12, 1, 3)]
EMPTY_CELLS = (3, 9)


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all positions."""
    return Solver(16)


def choose(solver: Solver, position: Position, budget: Budget) -> tuple[int, Reason]:
    """The master's move and its reason."""
    board = parse(position.rows, position.game.row_length, position.to_move)  # type: ignore[arg-type]
    choice = LEVELS["master"](solver.analyse(board, budget), None)
    return choice.cell, choice.reason


def check(position: Position, cell: int, reason: Reason) -> None:
    """Whatever the reason says is so."""
    game, cells, mover = position.game, position.cells, position.to_move
    rival = other(mover)
    outcomes = game.options(cells, mover)
    value = outcomes[cell][0]
    rest = [outcome for move, outcome in outcomes.items() if move != cell]
    after = cells[:cell] + mover + cells[cell + 1 :]
    blocked = cells[:cell] + rival + cells[cell + 1 :]
    completing = {
        each
        for each, mark in enumerate(after)
        if mark == "." and game.completes(after[:each] + mover + after[each + 1 :], each, mover)
    }
    truths = {
        "win": game.completes(after, cell, mover)
        and all(after[each] == mover for each in reason.cells)
        and len(reason.cells) >= game.row_length,
        "block": game.completes(blocked, cell, rival)
        and all(blocked[each] == rival for each in reason.cells)
        and len(reason.cells) >= game.row_length,
        "fork": value == 1 and len(reason.cells) > 1 and set(reason.cells) <= completing,
        "forced_win": value == 1 and reason.cells == [cell],
        "only_move": all(outcome[0] == -1 for outcome in rest) and reason.cells == [cell],
        "holds_draw": value >= 0 and reason.cells == [cell],
        "delays_loss": value == -1
        and all(outcome[0] == -1 and outcome[1] <= outcomes[cell][1] for outcome in rest),
        "best_estimate": reason.cells == [cell],
    }
    assert truths[reason.code], (position, cell, reason)
    assert reason.text.endswith(".")


@pytest.mark.parametrize("shape", SHAPES)
def test_reasons_of_solved_positions_are_true(solver: Solver, shape: tuple[int, int, int]) -> None:
    for position in random_positions(shape, EMPTY_CELLS, 60, seed=3):
        cell, reason = choose(solver, position, Budget())
        check(position, cell, reason)
        assert reason.code != "best_estimate"


@pytest.mark.parametrize("shape", SHAPES)
def test_reasons_of_unsolved_positions_are_true(
    solver: Solver, shape: tuple[int, int, int]
) -> None:
    for position in random_positions(shape, EMPTY_CELLS, 60, seed=4):
        cell, reason = choose(Solver(1), position, Budget(nodes=3))
        if reason.code != "delays_loss":
            check(position, cell, reason)


def test_every_reason_is_given_at_some_time(solver: Solver) -> None:
    seen: Counter[str] = Counter()
    for shape in SHAPES:
        for position in random_positions(shape, EMPTY_CELLS, 60, seed=3):
            seen[choose(solver, position, Budget())[1].code] += 1
            seen[choose(Solver(1), position, Budget(nodes=1))[1].code] += 1
    assert set(seen) == {
        "win", "block", "fork", "forced_win", "only_move", "holds_draw", "delays_loss",
        "best_estimate",
    }  # fmt: skip
