"""Certificates joined from the tree of a search and the facts of workers, without a cluster."""

from collections.abc import Callable
from functools import partial

import pytest

from service.game import Board, Player, Rules, other
from service.research.certificates import Node as Line
from service.research.certificates import ProvenFact, certificate
from service.research.cluster import search as job_search
from service.research.cluster.conclusion import conclude
from service.research.cluster.job import Memory, Outcome, Question
from service.research.cluster.joining import joined
from service.research.cluster.search import JobSearch
from service.research.cluster.tree import Node, Tree
from service.solver import Budget, Solver
from tests.research.cluster.jobs import work
from tests.support.positions import random_positions
from tests.support.sampling import chance_of, enough
from tests.tools.certificates import claim_of

SHAPES = [((4, 3, 3), (4, 10)), ((4, 4, 4), (6, 10)), ((5, 3, 3), (5, 12)), ((5, 4, 4), (8, 12))]


def facts_of(memory: Memory, tree: Tree, node: Node) -> list[ProvenFact]:
    """Return what a worker says of a position of a tree."""
    question = Question.of(tree.board(node), tree.attacker, weak=tree.weak)
    return memory.prove(question, lambda: True, wins=not tree.root.holds)


def joined_certificate(search: JobSearch, memory: Memory) -> str:
    """Return the certificate of a search that has proven its value."""

    def prove(
        board: Board, side: Player, going_on: Callable[[int], None], *, wins: bool
    ) -> tuple[list[Line], int]:
        tree = search.decisive(side if wins else other(side))
        assert tree is not None
        return joined(board, side, tree, partial(facts_of, memory, tree), going_on)

    return certificate(conclude(search, Solver(1), Budget(), None), prove, lambda: None)


@pytest.mark.parametrize("least_nodes", [1, 4, 1 << 14])
def test_whatever_the_trees_the_certificate_is_valid(
    least_nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some trees have nodes with several parents, others a root that the first job decides."""
    monkeypatch.setattr(job_search, "LEAST_NODES", least_nodes)
    memory, chance, nodes = Memory(1), chance_of(f"joining {least_nodes}"), 0
    for shape, empty in SHAPES:
        for each in random_positions(shape, empty, 12, seed=least_nodes):
            search = JobSearch(each.board)
            work(search, memory, 5, chance)
            text = joined_certificate(search, memory)
            claim = claim_of(text.encode()).partition(";")[0]
            assert (claim == "draw") == (search.bounds.value == 0)
            nodes += len(text.splitlines())
    assert nodes > enough(300)


def test_a_verdict_reaches_all_ways_to_the_move_that_it_names() -> None:
    tree = Tree(Board(Rules(4, 4, 4)), "X", weak=False)
    root = tree.root
    tree.take(root, Outcome(1, 1, [(0, 1, 1), (5, 1, 1)], 1, 0.0))
    corner, middle = root.children
    tree.take(corner, Outcome(1, 1, [(10, 1, 1)], 1, 0.0))
    (reply,) = corner.children
    tree.take(reply, Outcome(1, 1, [(5, 3, 3)], 1, 0.0))
    # The same stones, as the other first move leads to them.
    tree.take(middle, Outcome(1, 1, [(10, 1, 1)], 1, 0.0))
    (answer,) = middle.children
    tree.take(answer, Outcome(0, 1, [(0, 0, 1)], 1, 0.0))
    (shared,) = answer.children
    assert reply.children == [shared]
    assert shared.decided
    assert reply.decided
    assert not tree.wanted(shared)
