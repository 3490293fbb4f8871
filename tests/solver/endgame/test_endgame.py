"""Few empty cells: what is said of them at once is what a session says."""

from dataclasses import replace

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Solver, endgame
from service.solver.memory import TranspositionTable
from tests.solver.checks import without_cost
from tests.solver.engines import new_session
from tests.support.positions import random_positions
from tests.support.sampling import chance_of

SHAPES = [
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4), (5, 5, 5), (7, 2, 3), (2, 6, 2),
    (12, 1, 3), (8, 8, 5), (9, 9, 4), (10, 9, 8), (3, 3, 8),
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_says_what_a_session_says(shape: tuple[int, int, int]) -> None:
    """Field by field, cold or warm, with a seed or without, of all options or the best alone."""
    chance = chance_of(f"endgames of {shape}")
    one, other = TranspositionTable(1), TranspositionTable(1)
    most = min(endgame.FEW_CELLS, shape[0] * shape[1])
    for position in random_positions(shape, (1, most), 60, seed=81):
        board = position.board
        if chance.random() < 0.2:
            one.clear()
            other.clear()
        for best_only in (False, True):
            for seed in (None, chance.randrange(1000)):
                budget = Budget(best_only=best_only, seed=seed)
                short = at_once(board, budget, one)
                # With a seed it proves all options, among which the seed chooses.
                budget = replace(budget, best_only=best_only and seed is None)
                usual = new_session(board, budget, other).full_search()
                assert without_cost(short) in (None, without_cost(usual)), position.rows
                assert short is not None or len(board.legal_moves) > 10, position.rows


def at_once(board: Board, budget: Budget, table: TranspositionTable) -> Analysis | None:
    """Return the analysis of a position of which nothing is known."""
    found = endgame.analyse(board, budget, table)
    return None if found is None else found[0]


@pytest.mark.parametrize(
    ("board", "budget"),
    [
        (Board(Rules(3, 3, 3)), Budget(nodes=100_000)),
        (Board(Rules(3, 3, 3)), Budget(seconds=0.001)),
        (Board(Rules(13, 1, 3)), Budget()),
        (Board(Rules(12, 1, 9)), Budget()),
    ],
    ids=["nodes", "little time", "many cells", "long rows"],
)
def test_what_is_not_for_it_is_left_to_a_session(board: Board, budget: Budget) -> None:
    assert at_once(board, budget, TranspositionTable(1)) is None
    assert Solver(1).analyse(board, replace(budget, seconds=None)).options


def test_what_takes_too_many_nodes_is_left_to_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it is cut: in the search, among the mistakes, along the line of play."""
    board = parse(["X..", ".O.", "..."], 3)
    whole = at_once(board, Budget(), TranspositionTable(1))
    assert whole is not None
    for nodes in range(0, whole.search.nodes, 7):
        monkeypatch.setattr("service.solver.endgame.endgame.MOST_NODES", nodes)
        assert at_once(board, Budget(), TranspositionTable(1)) is None
        assert without_cost(Solver(1).analyse(board, Budget())) == without_cost(whole)
    monkeypatch.setattr("service.solver.endgame.endgame.MOST_NODES", whole.search.nodes)
    enough = at_once(board, Budget(), TranspositionTable(1))
    assert without_cost(enough) == without_cost(whole)
