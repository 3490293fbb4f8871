"""A reason is never false, whoever gives it: each is checked against the cells and a negamax."""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from typing import get_args

import pytest

from service.game import parse, render
from service.players import LEVELS, ReasonCode, explain_move
from service.solver import Assessment, Bounds, Budget, Solver
from tests.players.asking import ask, played
from tests.players.claim import VERDICT, Claim
from tests.players.truths import CHECKS, check
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough, samples

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
    """Check the reasons given in positions of a shape, and count them."""
    seen: Counter[str] = Counter()
    solver, budget = Solver(4), Budget(nodes=nodes)
    for seed, position in enumerate(random_positions(shape, empty_cells, count, seed=3)):
        board = position.board
        for level in LEVELS:
            choice = ask(level, board, solver, seed, budget)
            check(position, choice.cell, choice.reason)
            seen[f"{level} {choice.reason.code}"] += 1
    return seen


@pytest.mark.parametrize("shape", SOLVED)
@pytest.mark.parametrize("nodes", [None, 3])
def test_reasons_on_small_or_nearly_full_boards(shape: Shape, nodes: int | None) -> None:
    """They hold whether all is proven or nearly nothing."""
    given(shape, SOLVED[shape], COUNT, nodes)


@pytest.mark.parametrize("shape", LARGE)
def test_reasons_on_large_boards(shape: Shape) -> None:
    given(shape, LARGE[shape], LARGE_COUNT, 2000)


SEEN: dict[Shape, tuple[int, int]] = {
    (3, 3, 3): (1, 9), (9, 1, 4): (2, 9), (5, 5, 4): (3, 25), (7, 7, 5): (2, 49),
    (9, 9, 6): (2, 60), (15, 15, 5): (10, 225), (12, 12, 9): (20, 144),
}  # fmt: skip
UNKNOWN = Assessment(Bounds(-1, 1), 0.0, None, None)


@cache
def given_in_play(shape: Shape) -> Counter[str]:
    """Check the reasons that levels which search give in games, and count them."""
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
    codes = {level: import_module(f"tests.players.levels.test_{level}").REASONS for level in LEVELS}
    allowed = {f"{level} {code}" for level, some in codes.items() for code in some}
    assert set(seen) <= allowed
    # A beginner's best moves are few. There is nearly always something to say of a move.
    rare = {each for each in allowed if each.startswith("novice")}
    rare |= {"master delays_loss", "master open_lines", "master best_estimate"}
    assert allowed - set(seen) <= rare


@pytest.mark.parametrize("level", ["master", "rules"])
def test_a_person_is_told_more_than_what_is_not_proven(level: str) -> None:
    """On large boards hardly anything is proven: when empty, in games, with stones anywhere."""
    shape, chance = (15, 15, 5), chance_of("a person is told")
    game = Reference(*shape)
    boards = [played(shape, plies, SOLVER, chance) for plies in range(0, samples(60), 2)]
    boards += [each.board for each in random_positions(shape, (30, 224), 60, seed=5)]
    unproven = 0
    for nodes in (1, 400):
        for board in boards:
            choice = ask(level, board, SOLVER, budget=Budget(nodes=nodes))
            position = Position(game, "".join(render(board)), board.to_move)
            check(position, choice.cell, choice.reason)
            of_stones, verdict = Claim(position, choice.cell, choice.reason).parts
            assert not re.fullmatch(VERDICT, of_stones, re.IGNORECASE)
            unproven += "not proven" in verdict
    assert level == "rules" or unproven >= enough(60)


@pytest.mark.parametrize("shape", SEEN)
def test_of_any_move_something_is_seen_that_is_true(shape: Shape) -> None:
    """That includes moves that are not the best, because people ask about their own moves."""
    for position in random_positions(shape, SEEN[shape], 40, seed=4):
        board = position.board
        for cell in board.legal_moves:
            if not board.play(cell).winner:
                check(position, cell, explain_move(board, cell, UNKNOWN))


@pytest.mark.parametrize(
    ("row", "row_length", "cell", "text"),
    [
        ("X..O...", 4, 6, "Closes 1 line that O could still make."),
        ("X...O...", 4, 6, "Closes 2 lines that O could still make."),
        ("X.......", 9, 7, "No line can be made through here any more."),
    ],
)
def test_what_is_seen_where_there_is_little(
    row: str, row_length: int, cell: int, text: str
) -> None:
    assert explain_move(parse([row], row_length), cell, UNKNOWN).text == text


@pytest.mark.parametrize(
    ("rows", "row_length", "code", "text"),
    [
        (["...."] * 4, 3, "forced_win", "Takes the center"),
        (["....", "....", "...X"], 3, "delays_loss", "Takes the center"),
        ([*["......"] * 2, ".XXX..", "..OO..", *["......"] * 2], 5, "block_open_row", "Keeps"),
        ([*["......"] * 2, ".XXX..", "O.OO..", *["......"] * 2], 5, "open_row", "Makes an"),
    ],
)
def test_some_reasons(rows: list[str], row_length: int, code: str, text: str) -> None:
    choice = ask("master", parse(rows, row_length), SOLVER)
    assert (choice.reason.code, choice.reason.text[: len(text)]) == (code, text)
