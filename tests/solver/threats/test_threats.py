"""Wins by threats as the solver tells them: values, lines of play, losses, and what stops them."""

from collections.abc import Callable

import pytest

from service.game import parse
from service.solver import Budget, Proof, Solver
from service.solver.session.engines import Engines
from tests.solver.checks import check_bounds, check_variation, check_won_line
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines
from tests.support.plants import PLANTS, planted
from tests.support.positions import Position, random_positions
from tests.support.sampling import samples

LARGE = [(15, 15, 5), (19, 19, 5), (15, 15, 4), (20, 20, 6), (30, 10, 5), (50, 50, 5)]
NODES = 30_000
SMALL = [
    ((3, 3, 3), (4, 9)), ((4, 4, 3), (6, 9)), ((4, 4, 4), (6, 9)), ((5, 4, 4), (6, 9)),
    ((5, 5, 4), (6, 9)), ((6, 5, 4), (6, 9)), ((6, 6, 4), (6, 9)), ((12, 1, 3), (6, 10)),
    ((2, 8, 3), (6, 9)), ((7, 7, 5), (6, 9)),
]  # fmt: skip


def planted_positions(shape: tuple[int, int, int], **how: bool) -> list[Position]:
    found = [planted(shape, kind, seed, **how) for kind in PLANTS for seed in (7, 8)]
    positions = [position for position in found if position is not None]
    assert len(positions) >= 3
    return positions


@pytest.mark.parametrize(
    ("shape", "exact"),
    [
        *((shape, False) for shape in LARGE),
        *((shape, True) for shape in [(11, 11, 5), (13, 10, 5), (12, 12, 4), (13, 13, 6)]),
    ],
    ids=str,
)
def test_planted_wins_are_told_with_their_line(
    solver: Solver, shape: tuple[int, int, int], exact: bool
) -> None:
    """Also where a longer run is no row."""
    for position in planted_positions(shape):
        board = parse(position.rows, shape[2], position.board.to_move, exact=exact)
        analysis = solver.analyse(board, Budget(nodes=NODES, best_only=True))
        assert analysis.assessment.value == 1, position.rows
        assert analysis.search.complete
        assert analysis.proof == Proof("threat_sequence")
        check_won_line(analysis)


@pytest.mark.parametrize(
    "shape", [*LARGE[:-1], pytest.param(LARGE[-1], marks=pytest.mark.thorough)], ids=str
)
def test_options_that_do_not_stop_a_planted_win_lose(
    solver: Solver, shape: tuple[int, int, int]
) -> None:
    """The others are few; after those that lose the opponent wins, move by move."""
    for position in planted_positions(shape, attacker_to_move=False)[: samples(5, 3)]:
        board = position.board
        analysis = solver.analyse(board, Budget(nodes=4 * NODES))
        losing = [each for each in analysis.options if each.assessment.value == -1]
        assert len(losing) >= 0.8 * len(analysis.options), position.rows
        if len(analysis.principal_variation) == analysis.assessment.plies_to_end:
            check_won_line(analysis)
        for each in losing[:: len(losing) // 3]:
            after = board.play(each.cell)
            answer = solver.analyse(after, Budget(nodes=4 * NODES, best_only=True))
            assert answer.assessment.value == 1, (position.rows, each.cell)
            check_won_line(answer)


@pytest.mark.parametrize(
    "search", [None, counter_engines], ids=["threats by turns", "threats first"]
)
@pytest.mark.parametrize(("shape", "empty"), SMALL, ids=str)
def test_bounds_are_true_while_threats_and_deepening_take_turns(
    monkeypatch: pytest.MonkeyPatch,
    shape: tuple[int, int, int],
    empty: tuple[int, int],
    search: Callable[..., Engines] | None,
) -> None:
    monkeypatch.setattr("service.solver.session.engines.FIRST_SLICE", 2)
    monkeypatch.setattr("service.solver.threats.threats.FIRST_SHARE", 16)
    if search is not None:
        monkeypatch.setattr(ENGINES_FOR, search)
    for position in random_positions(shape, empty, 20, seed=31):
        board = position.board
        for nodes in (2, 8, 30, 100):
            analysis = Solver(1).analyse(board, Budget(nodes=nodes))
            check_bounds(analysis, position)
        analysis = Solver(1).analyse(board, Budget(nodes=BY_ENGINES))
        check_variation(analysis, position)


def test_the_line_of_a_shortest_win_is_best_play_of_both(solver: Solver) -> None:
    """In the proof by threats some reply loses as late as any, though it allows a faster win."""
    rows = [".......", "O......", ".....O.", ".......", ".....X.", "X......", "....O.."]
    board = parse(rows, 4, "X")
    analysis = solver.analyse(board, Budget(best_only=True))
    assert analysis.proof == Proof("threat_sequence")
    assert analysis.assessment.shortest
    check_won_line(analysis)
    for left, cell in zip(range(8, 0, -1), analysis.principal_variation, strict=False):
        board = board.play(cell)
        known = solver.analyse(board, Budget(best_only=True)).assessment
        assert (known.plies_to_end, known.shortest) == (left, True), cell


def test_a_win_of_equals_is_told_of_each_of_them(solver: Solver) -> None:
    """In a symmetric position a win found for one option is a win of its images."""
    empty = ["." * 15] * 6
    board = parse(["O.............O", *empty, "......XXX......", *empty, ".......O......."], 5)
    for seed in range(6):
        analysis = solver.analyse(board, Budget(nodes=NODES, best_only=True, seed=seed))
        assert analysis.assessment.value == 1
        check_won_line(analysis)
        assert analysis.assessment.plies_to_end == 3
