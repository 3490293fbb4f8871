"""What a search has needed is free as soon as it ends: nothing waits for the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from service.solver.outlook import Outlook
from service.solver.proofs import Proofs
from service.solver.searches import Search
from service.solver.threats import Threats

PARTS = (Search, Threats, Proofs, Outlook)


@pytest.fixture
def no_collections() -> Iterator[None]:
    """Only counts of references free anything."""
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
    solver.analyse(Board(Rules(*shape)), Budget(nodes=nodes, seed=1))
    assert not [each for each in gc.get_objects() if isinstance(each, PARTS)]
