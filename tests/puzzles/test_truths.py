"""Every puzzle is one: its position may occur, and its one best move is proven."""

from functools import cache

import pytest

from service.game import Rules
from service.players.explanation import explain_best
from service.puzzles import DIFFICULTIES, GAMES, Difficulty, Puzzle, puzzles
from service.solver import Assessment, Budget, Solver
from tests.puzzles.lists import ALL
from tests.support.sampling import chance_of, samples

LEAST = {"four-by-four": 40, "connect-four": 60, "five": 25}
"""The fewest puzzles of a difficulty, by the game, where they are not 20."""
NODES = 200_000
"""Twice as many as the maker takes at most."""
SOME = chance_of("puzzles").sample(ALL, samples(250))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_there_are_enough(game: str, difficulty: Difficulty) -> None:
    assert len(puzzles(game, difficulty)) >= LEAST.get(game, 20)


def test_the_solver_proves_some_again(solver: Solver) -> None:
    for puzzle in SOME:
        check_proof(puzzle, solver)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_solver_proves_all_again(solver: Solver, game: str) -> None:
    for puzzle in ALL:
        if puzzle.game == game:
            check_proof(puzzle, solver)


def check_proof(puzzle: Puzzle, solver: Solver) -> None:
    """Check the values of all moves, the plies to the end, and the reason for the best move."""
    analysis = solver.analyse(puzzle.board, Budget(nodes=NODES))
    best, *others = (option.assessment for option in analysis.options)
    assert explain_best(analysis).code == puzzle.theme, puzzle
    if puzzle.outcome == "draw":
        assert best.value == 0, puzzle
        assert all(other.value == -1 for other in others), puzzle
    else:
        assert (best.value, best.shortest) == (1, True), puzzle
        assert moves_of(best, puzzle.board.rules) == puzzle.moves, puzzle
        assert all(other.bounds.upper < 1 for other in others), puzzle


def moves_of(assessment: Assessment, rules: Rules) -> int:
    """Return the moves to the end of the side that makes the row, which in misère games loses."""
    plies = assessment.plies_to_end or 0
    assert plies % 2 == (not rules.misere)
    return (plies + 1) // 2


def test_stones_may_have_fallen_in_turn() -> None:
    for puzzle in ALL:
        if puzzle.board.rules.gravity:
            rows = puzzle.board.rows
            columns = ["".join(column).lstrip(".") for column in zip(*rows, strict=True)]
            last = "O" if puzzle.board.to_move == "X" else "X"
            assert can_be_taken_back(tuple(columns), last), puzzle


@cache
def can_be_taken_back(columns: tuple[str, ...], last: str) -> bool:
    """Return whether stones can be taken from the tops, one of each player in turn, to the last."""
    return not any(columns) or any(
        can_be_taken_back(
            (*columns[:index], column[1:], *columns[index + 1 :]), "O" if last == "X" else "X"
        )
        for index, column in enumerate(columns)
        if column.startswith(last)
    )
