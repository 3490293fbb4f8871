"""The search by jobs, without a cluster: values, trees, and certificates joined from them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

import pytest

from service.game import Board, Player, Rules, bits, other
from service.research.certificates import Node as Line
from service.research.certificates import ProvenFact, certificate
from service.research.cluster import search as job_search
from service.research.cluster.conclusion import conclude, proven_options
from service.research.cluster.job import Memory, Outcome, Question
from service.research.cluster.joining import joined
from service.research.cluster.search import JobSearch
from service.research.cluster.tree import Node, Tree, canonical, played
from service.solver import Budget, Solver
from service.solver.lines import WIN
from tests.research.cluster.jobs import work
from tests.support.positional_games import maker_wins, open_sets
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference
from tests.support.sampling import chance_of, enough
from tests.tools.certificates import claim_of

SHAPES = [((3, 3, 3), (3, 9)), ((4, 3, 3), (4, 10)), ((4, 4, 4), (6, 10)), ((5, 3, 3), (5, 10))]


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give jobs so few nodes that small boards need trees."""
    monkeypatch.setattr(job_search, "LEAST_NODES", 4)
    monkeypatch.setattr(job_search, "MOST_NODES", 4)


def positions(seed: int, count: int) -> list[Position]:
    return [
        position
        for shape, empty in SHAPES
        for position in random_positions(shape, empty, count, seed)
    ]


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("workers", [1, 7])
def test_values_and_options_are_those_of_the_reference(workers: int) -> None:
    memory, chance = Memory(1), chance_of(f"jobs {workers}")
    jobs, nodes = [], []
    for game, cells, mover in (
        (each.game, each.cells, each.to_move) for each in positions(seed=workers, count=30)
    ):
        search = JobSearch(Position(game, cells, mover).board)
        work(search, memory, workers, chance)
        assert search.bounds.value == game.solve(cells, mover)[0]
        check_options(search, game, cells, mover)
        jobs.append(search.jobs)
        nodes.append(max(len(tree.nodes) for tree in search.trees))
    assert max(jobs) > 10, "some take many jobs"
    assert max(nodes) > 15, "some have a tree"


def check_options(search: JobSearch, game: Reference, cells: str, mover: str) -> None:
    """Check that whatever is said of options holds."""
    proven, options = proven_options(search), game.options(cells, mover)
    for cell, lower, upper in zip(proven.cells, proven.lower, proven.upper, strict=True):
        value, plies = options[int(cell)]
        assert lower <= value * (WIN - plies) <= upper


@pytest.mark.usefixtures("small_jobs")
def test_what_a_tree_says_of_a_position_is_so() -> None:
    """Every node is tried, not only the root, of the weak game and of the strong one."""
    memory, chance = Memory(1), chance_of("trees")
    seen = set()
    for position in positions(seed=3, count=20):
        search = JobSearch(position.board)
        work(search, memory, 3, chance)
        for tree in search.trees:
            for node in tree.nodes:
                if node.decided:
                    check_node(tree, node.stones, node.attacks, node.holds, position.game)
                    seen.add((tree.weak, node.attacks, node.holds))
    assert seen == {*product([True, False], repeat=3)}


def check_node(
    tree: Tree, stones: tuple[int, int], attacks: bool, holds: bool, game: Reference
) -> None:
    cells = ["."] * tree.rules.cells
    for word, mark in zip(stones, "XO", strict=True):
        for cell in bits(word):
            cells[cell] = mark
    text = "".join(cells)
    if tree.weak:
        wins = maker_wins(open_sets(game, text, "X"), "Maker" if attacks else "Breaker")
    else:
        wins = game.solve(text, "X" if attacks else "O")[0] == (1 if attacks else -1)
    assert holds != wins


def test_in_the_weak_game_play_goes_on_when_the_defender_has_a_row() -> None:
    """It may have had the row for long, which the strong game does not allow."""
    for row, proof in (("..X..", 0), ("..O..", 1)):
        question = Question(f"OOOO./X..../.X.../{row}/.....", 4, "X", attacker="X", weak=True)
        assert Question.of(question.board, "X", weak=True) == question
        assert Memory(1).work(question, 1000, lambda: True).proof == proof


def test_a_worker_may_have_several_threads() -> None:
    """The threads share nothing but a table."""
    memory, boards = Memory(1), [Board(Rules(*sizes)) for sizes in ((5, 5, 4), (5, 4, 4))]

    def answer(board: Board) -> int | None:
        search = JobSearch(board)
        work(search, memory, 2, chance_of(board))
        return search.bounds.value

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(answer, boards * 4)) == [0] * 8


@pytest.mark.usefixtures("small_jobs")
def test_a_limit_of_nodes_is_kept() -> None:
    search = JobSearch(Board(Rules(4, 4, 3)), node_limit=100)
    memory = Memory(1)
    while task := search.next_task(1):
        search.take(task, memory.work(task.question, task.nodes, lambda: True))
    assert search.exhausted or search.bounds.value is not None
    assert search.nodes <= 100


def test_jobs_grow_with_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What workers do at once has as many nodes as all that is done, within the limits of a job."""
    monkeypatch.setattr(job_search, "LEAST_NODES", 4)
    monkeypatch.setattr(job_search, "MOST_NODES", 64)
    search, memory, workers, given = JobSearch(Board(Rules(5, 5, 4))), Memory(1), 2, []
    while search.bounds.value is None and (task := search.next_task(workers)):
        assert task.nodes == min(max(search.nodes // workers, 4), 64)
        given.append(task.nodes)
        search.take(task, memory.work(task.question, task.nodes, lambda: True))
    assert (given[0], given[-1]) == (4, 64)
    assert len({*given}) > 3


def test_where_the_second_player_holds_the_weak_game_every_first_move_draws() -> None:
    """`tests/solver/book/test_truth.py` tries this theorem on all small boards."""
    search = JobSearch(Board(Rules(6, 4, 4)))
    work(search, Memory(8), 1, chance_of("theorem"))
    proven = proven_options(search)
    assert search.trees[0].weak
    assert search.trees[0].root.holds
    assert not proven.lower.any()
    assert not proven.upper.any()


def test_the_weak_game_proves_no_win() -> None:
    search = JobSearch(Board(Rules(3, 3, 3)))
    work(search, Memory(1), 1, chance_of("weak"))
    weak, strong = search.trees
    assert weak.root.decided
    assert not weak.root.holds
    assert strong.root.holds
    assert search.bounds == (0, 0)


def test_images_of_a_position_are_one() -> None:
    rules = Rules(4, 4, 3)
    corners = {canonical(rules, (1 << cell, 0)) for cell in (0, 3, 12, 15)}
    assert len(corners) == 1
    assert canonical(rules, (1, 8)) != canonical(rules, (8, 1 << 12 | 1))
    assert played((1, 2), 4, attacks=True) == (0b10001, 2)
    assert played((1, 2), 4, attacks=False) == (1, 0b10010)


@pytest.mark.parametrize("stopped_by", ["time", "nodes", "interrupt"])
def test_without_an_answer_the_bounds_say_what_is_known(stopped_by: str) -> None:
    search = JobSearch(Board(Rules(8, 8, 5)))
    analysis = conclude(search, Solver(1), Budget(), stopped_by)  # type: ignore[arg-type]
    assert analysis.assessment.bounds == (0, 1), "the first player could steal the strategy"
    assert (analysis.search.complete, analysis.search.stopped_by) == (False, stopped_by)
    assert len(analysis.options) == 64


JOINED = [((4, 3, 3), (4, 10)), ((4, 4, 4), (6, 10)), ((5, 3, 3), (5, 12)), ((5, 4, 4), (8, 12))]


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
    for shape, empty in JOINED:
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
