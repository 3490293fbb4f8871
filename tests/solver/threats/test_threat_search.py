"""The threat search against plain checks: its sequences, its proofs, its claims."""

from itertools import islice

import pytest

from service.game import Board, Rules
from service.solver.lines import OPPONENT, ROOT, pattern_board
from service.solver.threats.kernels.state import Tree
from service.solver.threats.kernels.tree import ROOT as ROOT_NODE
from service.solver.threats.threat_search import ThreatSearch
from tests.solver.checks import check_winning_line
from tests.solver.threats.proven import check_proof, proof_of
from tests.support.plants import PLANTS, planted
from tests.support.positions import Position, Shape, random_positions
from tests.support.reference import Reference, other
from tests.support.sampling import chance_of, enough, samples

SHAPES: list[tuple[Shape, tuple[int, int], int]] = [
    ((3, 3, 3), (4, 9), 150), ((4, 3, 3), (4, 9), 80), ((4, 4, 3), (6, 9), 60),
    ((4, 4, 4), (5, 9), 80), ((5, 4, 4), (5, 9), 80), ((5, 5, 4), (5, 9), 80),
    ((5, 5, 3), (7, 9), 40), ((6, 5, 4), (6, 9), 60), ((6, 6, 4), (6, 9), 60),
    ((7, 7, 5), (6, 9), 50), ((12, 1, 3), (5, 10), 30), ((2, 8, 3), (5, 9), 60),
    ((9, 9, 4), (6, 8), 30), ((10, 1, 2), (4, 10), 40), ((6, 6, 5), (6, 9), 50),
    ((5, 3, 3, "horizontal"), (6, 9), 80), ((4, 5, 3, "vertical"), (7, 10), 80),
    ((5, 5, 3, "both"), (9, 12), 60), ((7, 5, 4, "horizontal"), (8, 10), 60),
    ((7, 7, 4, "both"), (8, 12), 40),
]  # fmt: skip
LARGE = [(15, 15, 5), (19, 19, 5), (15, 15, 4), (20, 20, 6), (30, 10, 5), (50, 50, 5)]
UNLIMITED = 1 << 60


def question_of(position: Position, attacker: int) -> ThreatSearch:
    return ThreatSearch(pattern_board(position.board, ROOT), attacker)


@pytest.mark.parametrize(("shape", "empty", "count"), SHAPES, ids=str)
def test_claims_are_true_by_plain_search(shape: Shape, empty: tuple[int, int], count: int) -> None:
    """Of either player to move: a win that is claimed is one, within the plies claimed."""
    chance, won = chance_of(3), 0
    quiet = (
        position
        for position in random_positions(shape, empty, 8 * count, seed=21)
        if not any(position.game.completing(position.cells, player) for player in "XO")
    )
    sample = [
        *random_positions(shape, empty, count, seed=20),
        *islice(quiet, samples(count)),
    ]
    for position in sample:
        for attacker, mover in ((ROOT, position.to_move), (OPPONENT, other(position.to_move))):
            question = question_of(position, attacker)
            while not question.search(question.nodes + chance.choice((1, 5, 1000))):
                pass
            if question.proven:
                line = question.winning_line()
                value, plies = position.game.solve(position.cells, mover)
                assert value == 1, (position.rows, mover)
                assert plies <= len(line), (position.rows, mover)
                check_winning_line(position.game, position.cells, mover, line)
                assert check_proof(position.game, position.cells, mover, proof_of(question)) == len(
                    line
                )
                won += 1
    assert won >= enough(10)


@pytest.mark.parametrize("kind", PLANTS)
@pytest.mark.parametrize("shape", LARGE, ids=str)
def test_planted_wins_are_found_and_proven(shape: tuple[int, int, int], kind: str) -> None:
    """Every node of the proof is checked against every reply."""
    found = 0
    for seed in range(3 if shape == (50, 50, 5) else samples(6, least=3)):
        position = planted(shape, kind, seed)
        if position is None:
            continue
        question = question_of(position, ROOT)
        assert question.search(200_000)
        assert question.proven, position.rows
        line = question.winning_line()
        check_winning_line(position.game, position.cells, position.to_move, line)
        proof = proof_of(question)
        if shape != (50, 50, 5):
            plies = check_proof(position.game, position.cells, position.to_move, proof)
            assert plies == len(line), position.rows
        found += 1
    assert found >= 2


def test_a_loser_may_resist_the_longest_with_a_move_that_stops_nothing() -> None:
    """All replies that stop the last sequence lose sooner than those that do not."""
    position = Position(Reference(6, 5, 4), ".......................X..X..O", "O")
    question = question_of(position, OPPONENT)
    assert question.search(UNLIMITED)
    line = question.winning_line()
    check_winning_line(position.game, position.cells, "X", line)
    proof = proof_of(question)
    assert check_proof(position.game, position.cells, "X", proof) == len(line) == 11
    node, tail = proof, line
    while node.children and tail[0] in [child.move for child in node.children]:
        node = next(child for child in node.children if child.move == tail[0])
        tail = tail[1:]
    assert len(tail) == len(node.sequence) + 3, "a move of the loser, and the whole sequence"


def test_a_search_cut_into_single_nodes_is_the_same_search() -> None:
    for seed in range(4):
        position = planted((15, 15, 5), PLANTS[3], seed)
        assert position is not None
        whole, cut = question_of(position, ROOT), question_of(position, ROOT)
        assert whole.search(UNLIMITED)
        limit = 1
        while not cut.search(limit):
            assert cut.nodes == limit
            limit += 1
        assert (cut.nodes, cut.winning_line()) == (whole.nodes, whole.winning_line())
        assert whole.search(UNLIMITED), "asked again, it has ended"


def test_a_full_tree_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    position = planted((15, 15, 5), PLANTS[2], 0)
    assert position is not None
    assert question_of(position, ROOT).search(UNLIMITED)
    monkeypatch.setattr("service.solver.threats.threat_search.MOST_TREE_NODES", 1)
    question = question_of(position, ROOT)
    assert question.search(UNLIMITED)
    assert not question.proven


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 50, 2), (50, 1, 1), (50, 1, 7), (3, 3, 4), (7, 7, 7),
     (50, 50, 1), (50, 50, 2), (50, 50, 7), (2, 2, 2), (5, 5, 2)],
    ids=str,
)  # fmt: skip
def test_any_rules(shape: tuple[int, int, int]) -> None:
    width, height, row_length = shape
    question = ThreatSearch(pattern_board(Board(Rules(*shape)), ROOT), ROOT)
    assert question.search(100_000)
    assert question.proven == (row_length == 1 or (row_length == 2 and width * height > 2))
    if question.proven:
        assert len(question.winning_line()) == 2 * row_length - 1


def moves_to(tree: Tree, index: int) -> list[set[int]]:
    """Return the defender's and the attacker's moves on the way to a node."""
    moves: list[set[int]] = [set(), set()]
    mover = depth = int(tree.nodes[index].depth)
    while index != ROOT_NODE:
        moves[mover % 2].add(int(tree.nodes[index].move))
        index, mover = int(tree.nodes[index].parent), mover - 1
    assert len(moves[0]) + len(moves[1]) == depth
    return moves


def test_a_node_stands_for_another_of_the_same_position() -> None:
    """In a search that comes to many positions in several ways; its proof stands."""
    rows = [".........", ".....X...", "...XO....", "...O.X...", "..O.OOX..", ".O...X...",
            "X........", ".X.......", "........."]  # fmt: skip
    position = Position(Reference(9, 9, 5), "".join(rows), "O")
    question = question_of(position, ROOT)
    assert question.search(UNLIMITED)
    tree = question.tree
    shared = proven = 0
    for index in range(int(tree.control[0].nodes_used)):
        same = int(tree.nodes[index].representative)
        if same != index:
            assert moves_to(tree, index) == moves_to(tree, same)
            shared += 1
            proven += bool(tree.nodes[same].proof == 0)
    assert shared > 100
    assert proven
    line = question.winning_line()
    check_winning_line(position.game, position.cells, "O", line)
    assert check_proof(position.game, position.cells, "O", proof_of(question)) == len(line)
