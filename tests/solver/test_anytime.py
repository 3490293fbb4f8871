"""What is said when the budget ends early: true bounds, a legal move, the same answer again."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Solver
from tests.solver.checks import check_bounds, check_exact, check_line, without_seconds
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines, remainder_engines
from tests.support.positions import Position, random_positions
from tests.support.sampling import chance_of, enough

SHAPES = [
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 3), (5, 5, 3), (5, 5, 4), (6, 5, 4),
    (6, 6, 4), (7, 7, 4), (2, 8, 3), (9, 9, 4), (10, 10, 5), (13, 5, 4),
]  # fmt: skip
NODES = [1, 2, 5, 10, 30, 100, 1000]
OPEN_BOARDS = [(5, 5, 4), (8, 8, 5), (9, 9, 5), (19, 19, 5), (70, 1, 3), (1, 70, 70), (10, 10, 3)]


def check_limited(solver: Solver, position: Position, nodes: int) -> Analysis:
    """Analyse within the limit and check all that is claimed."""
    analysis = solver.analyse(position.board, Budget(nodes=nodes))
    check_bounds(analysis, position)
    assert analysis.search.nodes <= nodes
    # The nodes may run out after the proof, and then cut the line of play short.
    assert (analysis.search.stopped_by is None) == analysis.whole
    assert analysis.search.complete or not analysis.whole
    check_line(analysis)
    return analysis


@pytest.mark.parametrize("search", [None, counter_engines, remainder_engines])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_bounds_are_true_under_any_node_limit(
    monkeypatch: pytest.MonkeyPatch,
    shape: tuple[int, int, int],
    search: Callable[..., object] | None,
) -> None:
    """The table is cold at first, and then holds what searches that were cut off left in it."""
    if search:
        monkeypatch.setattr(ENGINES_FOR, search)
    solver = Solver(1)
    incomplete = 0
    for position in random_positions(shape, (4, 8), 40, seed=4):
        for nodes in NODES:
            incomplete += not check_limited(solver, position, nodes).search.complete
    assert incomplete > enough(20)
    for position in random_positions(shape, (4, 8), 40, seed=4):
        check_exact(solver.analyse(position.board, Budget(nodes=BY_ENGINES)), position)


def test_more_nodes_never_loosen_a_bound() -> None:
    for position in random_positions((5, 5, 4), (7, 9), 30, seed=6):
        board = position.board
        analyses = (Solver(1).analyse(board, Budget(nodes=nodes)) for nodes in NODES)
        for less, more in pairwise(each.assessment.bounds for each in analyses):
            assert less.lower <= more.lower
            assert less.upper >= more.upper


@pytest.mark.parametrize("shape", OPEN_BOARDS, ids=str)
@pytest.mark.parametrize("nodes", [1, 50, 700])
def test_open_boards_answer_alike_on_a_cold_table(shape: tuple[int, int, int], nodes: int) -> None:
    """Same request, cold table, node limit: same answer. Every option is listed and plausible.

    With no time at all there still is a legal move.
    """
    chance = chance_of(f"open {shape}")
    board = Board(Rules(*shape))
    for _ in range(3):
        hasty = Solver(1).analyse(board, Budget(seconds=0.0))
        assert hasty.options[0].cell in board.legal_moves
        assert hasty.search.complete or hasty.search.stopped_by == "time"
        first, second = (Solver(1).analyse(board, Budget(nodes=nodes)) for _ in range(2))
        assert without_seconds(first) == without_seconds(second)
        assert first.search.nodes <= nodes
        assert sorted(option.cell for option in first.options) == board.legal_moves
        for each in [first.assessment, *(option.assessment for option in first.options)]:
            assert -1 <= each.bounds.lower <= each.score <= each.bounds.upper <= 1
        assert first.principal_variation[0] == first.options[0].cell
        board = board.play(chance.choice(board.legal_moves))


@pytest.mark.parametrize(
    "shape",
    [(6, 4, 4), (5, 4, 3), (4, 3, 3), (6, 6, 5),
     pytest.param((9, 9, 3), marks=pytest.mark.thorough)],
    ids=str,
)  # fmt: skip
def test_where_the_clock_cuts_the_search_makes_no_difference(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int]
) -> None:
    answers = []
    for seconds in (0.0, 0.001, 10.0):
        monkeypatch.setattr("service.solver.session.slice_timer.SLICE_SECONDS", seconds)
        monkeypatch.setattr("service.solver.session.slice_timer.MOST_SLICE_SECONDS", seconds)
        monkeypatch.setattr("service.solver.session.variation.SLICE_SECONDS", seconds)
        analysis = Solver(4).analyse(Board(Rules(*shape)), Budget(nodes=200_000))
        assert analysis.search.complete
        answers.append(without_seconds(analysis))
    assert answers[0] == answers[1] == answers[2]


def test_a_search_ends_with_a_proof_or_at_a_limit() -> None:
    """On a long board nobody wins, though O must answer at once, so that no pairs prove it."""
    rows = [
        "X.OOXX.OOX.O.XO..XO..XO.XO.X.OOX..OXXO.X.O.X.OX.XO.OXOX.O..XXXO.X.O.X.OX.OXO.OX...",
        ".OX..OX.OXO..XO..XO.XO.XOXO..XO..XOX.OX.O.XO..XO.OX..OXO....XXO.XO.XO.XO..XOX.XO..",
    ]
    analysis = Solver(1).analyse(parse(rows, 4, "O"), Budget(nodes=100_000))
    assert (analysis.search.complete, analysis.assessment.value) == (True, 0)


@pytest.mark.parametrize(
    ("rows", "row_length", "winning"), [(["XX.", "OO.", "..."], 3, 2), (["X.XXO", "OO.OX"], 4, 1)]
)
def test_a_win_in_one_comes_first_whatever_the_budget(
    rows: list[str], row_length: int, winning: int
) -> None:
    analysis = Solver(1).analyse(parse(rows, row_length), Budget(nodes=1))
    assert analysis.options[0].cell == winning
    assert analysis.options[0].assessment.plies_to_end == 1
