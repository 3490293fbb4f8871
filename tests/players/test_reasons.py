"""A reason is never false, whoever gives it: each is checked against the cells and a negamax."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import get_args

import pytest

from service.game import parse, render
from service.players import LEVELS, ReasonCode
from service.solver import Budget, Solver
from tests.players.asking import ask, board_of, played
from tests.players.truths import CHECKS, check
from tests.positions import Position, random_positions
from tests.reference import Reference
from tests.sampling import chance_of, samples

Shape = tuple[int, int, int]

SOLVED: dict[Shape, tuple[int, int]] = {
    (1, 1, 1): (1, 1), (3, 2, 1): (6, 6), (2, 2, 2): (2, 4), (6, 1, 2): (3, 6), (3, 3, 2): (5, 9),
    (3, 3, 3): (1, 9), (4, 3, 3): (2, 9), (12, 1, 3): (3, 9), (1, 9, 3): (1, 9), (2, 7, 3): (2, 9),
    (4, 4, 3): (4, 9), (4, 4, 4): (2, 9), (5, 5, 4): (3, 9), (6, 5, 4): (3, 9), (7, 7, 5): (2, 9),
    (9, 9, 5): (2, 8), (3, 3, 4): (1, 9), (5, 2, 7): (1, 9), (12, 12, 5): (2, 7),
}  # fmt: skip
"""Shapes, and how many empty cells their positions have, so that the negamax solves them."""

LARGE: dict[Shape, tuple[int, int]] = {
    (8, 8, 4): (30, 64), (13, 11, 5): (60, 143), (19, 19, 5): (200, 361), (30, 10, 3): (230, 300),
    (60, 1, 3): (20, 60), (7, 7, 2): (38, 49), (25, 25, 9): (100, 625),
}  # fmt: skip
COUNT, LARGE_COUNT = 150, 40

PLAYED: list[Shape] = [
    (4, 4, 3), (6, 5, 4), (7, 7, 3), (10, 10, 4), (9, 9, 5), (15, 15, 5), (12, 12, 6), (14, 13, 7),
    (20, 12, 8),
]  # fmt: skip
SOLVER = Solver(8)

# What one test has checked, the next one counts.


@cache
def given(
    shape: Shape, empty_cells: tuple[int, int], count: int, nodes: int | None
) -> Counter[str]:
    """How often each reason is given, all of them checked, for positions of a shape."""
    seen: Counter[str] = Counter()
    solver, budget = Solver(4), Budget(nodes=nodes)
    for seed, position in enumerate(random_positions(shape, empty_cells, count, seed=3)):
        board = board_of(position)
        for level in LEVELS:
            choice = ask(level, board, solver, seed, budget)
            check(position, choice.cell, choice.reason)
            seen[f"{level} {choice.reason.code}"] += 1
    return seen


@pytest.mark.parametrize("shape", SOLVED)
@pytest.mark.parametrize("nodes", [None, 3])
def test_reasons_on_small_or_nearly_full_boards(shape: Shape, nodes: int | None) -> None:
    """With all proven and with nearly nothing."""
    given(shape, SOLVED[shape], COUNT, nodes)


@pytest.mark.parametrize("shape", LARGE)
def test_reasons_on_large_boards(shape: Shape) -> None:
    given(shape, LARGE[shape], LARGE_COUNT, 2000)


@cache
def given_in_play(shape: Shape) -> Counter[str]:
    """How often each reason is given by the levels that search, all checked, in such positions."""
    seen, chance = Counter[str](), chance_of(f"played {shape}")
    game, budget = Reference(*shape), Budget(nodes=400)
    for index in range(samples(80)):
        board = played(shape, index % 20, SOLVER, chance)
        position = Position(game, "".join(render(board)), board.to_move)
        for level in ("novice", "master"):
            choice = ask(level, board, SOLVER, index, budget)
            check(position, choice.cell, choice.reason)
            seen[f"{level} {choice.reason.code}"] += 1
    return seen


@pytest.mark.parametrize("shape", PLAYED)
def test_reasons_in_games(shape: Shape) -> None:
    given_in_play(shape)


def test_every_reason_is_given_where_it_belongs() -> None:
    seen: Counter[str] = Counter()
    for nodes in (None, 3):
        for shape, empty_cells in SOLVED.items():
            seen += given(shape, empty_cells, COUNT, nodes)
    for shape in PLAYED:
        seen += given_in_play(shape)
    assert set(CHECKS) == set(get_args(ReasonCode))
    urgent = {
        "win", "block", "open_row", "fork", "combination", "block_open_row", "block_fork", "threat",
        "prepares_open_row",
    }  # fmt: skip
    proven = {"forced_win", "only_move", "holds_draw", "delays_loss"}
    quiet = {"builds", "hinders", "center", "near", "open_lines", "best_estimate"}
    codes = {
        "blind": {"random", "only_move"},
        "novice": {"random", "slip"} | urgent | proven | quiet,
        "lines": {"win", "block", "open_lines", "random", "only_move"},
        "rules": {
            "win", "block", "fork", "block_fork", "center", "opposite_corner", "corner", "side",
        },
        "master": urgent | proven | quiet,
    }  # fmt: skip
    assert set(codes) == set(LEVELS)
    allowed = {f"{level} {code}" for level, some in codes.items() for code in some}
    assert set(seen) <= allowed
    # A beginner's best moves are few. There is nearly always something to say of a move.
    rare = {each for each in allowed if each.startswith("novice")}
    rare |= {"master delays_loss", "master open_lines", "master best_estimate"}
    assert allowed - set(seen) <= rare


@pytest.mark.parametrize(
    ("rows", "row_length", "code", "text"),
    [
        (["....", "....", "....", "...."], 3, "forced_win", "Takes the center"),
        (["....", "....", "...X"], 3, "delays_loss", "Takes the center"),
        (
            ["......", "......", ".XXX..", "..OO..", "......", "......"],
            5,
            "block_open_row",
            "Keeps",
        ),
        (["......", "......", ".XXX..", "O.OO..", "......", "......"], 5, "open_row", "Makes an"),
    ],
)
def test_some_reasons(rows: list[str], row_length: int, code: str, text: str) -> None:
    choice = ask("master", parse(rows, row_length), SOLVER)
    assert (choice.reason.code, choice.reason.text[: len(text)]) == (code, text)
