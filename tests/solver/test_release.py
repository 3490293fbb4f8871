"""What a search has needed is free as soon as it ends: nothing waits for the garbage collector."""

import gc
import random
from collections.abc import Iterator

import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from service.solver.heuristic.heuristic import HeuristicSearch
from service.solver.proof_number import ProofNumberEngine
from service.solver.session.portfolio import Portfolio
from service.solver.threats.threats import Threats
from tests.solver.test_large_boards import careless_game

PARTS = (Portfolio, Threats, ProofNumberEngine, HeuristicSearch)


@pytest.fixture(scope="module", autouse=True)
def few_objects() -> Iterator[None]:
    """Keep objects that there were before from being looked at or collected, which takes long."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def no_collections() -> Iterator[None]:
    """Have only counts of references free anything."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("shape", [(4, 4, 4), (6, 6, 5), (7, 6, 4), (19, 19, 5)], ids=str)
@pytest.mark.parametrize("nodes", [300, 5000, 50_000])
@pytest.mark.usefixtures("no_collections")
def test_nothing_is_left_of_a_search(
    solver: Solver, shape: tuple[int, int, int], nodes: int
) -> None:
    """Of an empty board, and of one with some stones near the middle."""
    rules = Rules(*shape)
    some_stones = careless_game(rules, rules.row_length * 2, random.Random(str(shape)))
    for board in (Board(rules), some_stones):
        solver.analyse(board, Budget(nodes=nodes, seed=1))
    assert not [each for each in gc.get_objects() if isinstance(each, PARTS)]
