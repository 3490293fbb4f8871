"""Engines leave each other their turn, and the line of play goes to its end where it is known."""

import numpy as np
import pytest

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from service.solver.analysis import UNLIMITED
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofNumberEngine
from service.solver.proven_options import ProvenOptions
from service.solver.session import variation
from service.solver.session.engines import (
    LARGE_DEEPENING_SLICE,
    LARGE_THREATS_SLICE,
    engines_for,
)
from service.solver.session.portfolio import Portfolio
from service.solver.session.slice_timer import slice_seconds_of
from service.solver.session.time_manager import TimeManager
from service.solver.threats import Threats
from tests.solver.checks import check_variation, played
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines, crowded
from tests.support.plants import PLANTS, planted
from tests.support.positions import random_positions
from tests.support.sampling import enough


def search_on(portfolio: Portfolio, node_limit: int) -> bool:
    """Search until so many nodes are spent in all; return whether the search has ended."""
    ended = False
    while not ended and portfolio.nodes < node_limit:
        ended = portfolio.advance(node_limit)
    return ended


def portfolio_of(board: Board, *, best_only: bool = True) -> Portfolio:
    """Return a search that has not begun."""
    cells = np.array(board.legal_moves, np.int64)
    engines = engines_for(board, cells, cells, TranspositionTable(1), best_only=best_only)
    return Portfolio(engines, ProvenOptions(board, cells))


def test_the_more_time_there_is_the_longer_is_a_slice_within_bounds() -> None:
    budgets = [Budget(seconds=seconds) for seconds in (0.001, 0.1, 0.2, 60)]
    assert [slice_seconds_of(each) for each in [*budgets, Budget()]] == pytest.approx(
        [0.001, 0.003, 0.006, 0.01, 0.01]
    )
    assert slice_seconds_of(Budget(nodes=9, started=None)) is None


def test_engines_are_made_when_their_turn_comes() -> None:
    search = portfolio_of(Board(Rules(3, 3, 3)), best_only=False)
    assert search_on(search, 10_000)
    assert not search.all_of(Threats)
    assert search.most_threads == 5
    assert len(search.all_of(ProofNumberEngine)) == 2


@pytest.mark.parametrize(("shape", "proofs"), [((9, 9, 5), 2), ((16, 8, 3), 2), ((43, 3, 4), 0)])
def test_proofs_are_searched_on_up_to_128_empty_cells(
    shape: tuple[int, int, int], proofs: int
) -> None:
    search = portfolio_of(Board(Rules(*shape)))
    assert search.most_threads > proofs
    assert len(search.all_of(ProofNumberEngine)) == proofs
    assert (search.engines.proven_play is not None) == (proofs > 0)


def test_threats_give_way_where_neither_player_wins_by_any() -> None:
    """What they leave goes to the search for what looks best."""
    portfolio = portfolio_of(Board(Rules(15, 15, 5)).play(112).play(96).play(128))
    search_on(portfolio, LARGE_THREATS_SLICE)
    [threats], heuristic = portfolio.all_of(Threats), portfolio.heuristic
    assert heuristic is not None
    most = LARGE_THREATS_SLICE // 4
    assert threats.nodes <= most
    assert heuristic.nodes >= LARGE_THREATS_SLICE - most - LARGE_DEEPENING_SLICE


def test_threats_go_on_where_a_win_is_to_be_stopped() -> None:
    """Before anything else it is asked which options stop it."""
    position = planted((15, 15, 5), PLANTS[2], 3, attacker_to_move=False)
    assert position is not None
    portfolio = portfolio_of(position.board)
    [threats] = [each for each, _ in portfolio.engines.turns if isinstance(each, Threats)]
    while (threats.upper >= 0).all():
        assert not threats.advance(threats.nodes + 1)
        assert not threats.gives_way
    threats.advance(LARGE_THREATS_SLICE)
    assert not threats.gives_way


def test_a_time_is_spent_wholly_unless_something_is_worked_out_afterwards() -> None:
    budget = Budget(seconds=0.2)
    portfolio = portfolio_of(Board(Rules(15, 15, 5)))
    for limit in TimeManager(budget, portfolio).limits(0.9):
        portfolio.advance(limit)
    assert budget.spent >= 0.2 - portfolio.lag


def test_a_search_ends_as_early_as_its_slices_are_late() -> None:
    """As they are where other processes leave its threads little of the processors."""
    portfolio = portfolio_of(Board(Rules(15, 15, 5)))
    portfolio.lag = 3600.0
    portfolio.advance(UNLIMITED)
    assert portfolio.lag > 3000.0
    manager = TimeManager(Budget(seconds=3000.0), portfolio)
    assert len(list(manager.limits())) == 1
    assert manager.stopped_by == "time"


LOST = [
    "..............X", "...............", ".....X.........", "......O........", ".......O.......",
    "......X...O....", ".......X.X.....", ".....O.O.......", "......XO.......", ".....X.........",
    "..OO.X.X.......", "...XOOO........", "..X............", "...............", "...............",
]  # fmt: skip
NODES = 100_000


@pytest.mark.parametrize("best_only", [False, True])
def test_a_finished_proof_is_told_at_once_and_to_its_end(best_only: bool) -> None:
    """The winner's moves are known from the proof: only the loser's replies are searched.

    So the line of play is told to its end even with no node left.
    """
    board = parse(LOST, 5, "O")
    known = Solver(1).analyse(board, Budget(nodes=NODES, best_only=best_only))
    assert (known.assessment.value, known.assessment.plies_to_end) == (-1, 10)
    assert known.assessment.shortest
    assert known.whole
    assert known.search.nodes < NODES / 2
    for nodes in range(known.search.nodes - 400, known.search.nodes + 1, 40):
        analysis = Solver(1).analyse(board, Budget(nodes=nodes, best_only=best_only))
        assert analysis.search.nodes <= nodes
        assert analysis.assessment.value == -1
        assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
        assert played(board, analysis.principal_variation).winner == "X"


@pytest.mark.parametrize("least", [0, 1 << 13])
@pytest.mark.parametrize(
    ("shape", "empty"), [((5, 5, 4), (7, 9)), ((6, 5, 4), (7, 9)), ((5, 4, 3), (7, 9))], ids=str
)
def test_lines_of_small_boards_by_the_search_of_large_ones(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int], empty: tuple[int, int], least: int
) -> None:
    """Best play of both to the end, whether the proof by threats helps or not."""
    monkeypatch.setattr(ENGINES_FOR, counter_engines)
    monkeypatch.setattr(variation, "LEAST_NODES", least)
    ended = 0
    for position in random_positions(shape, empty, 60, seed=21):
        analysis = Solver(1).analyse(position.board, Budget(nodes=BY_ENGINES))
        assert analysis.search.complete
        if analysis.whole or least:
            check_variation(analysis, position)
            ended += 1
    assert ended >= enough(30)


def test_a_line_is_found_however_often_its_search_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one slice has begun the next goes on with, though the table keeps nothing."""
    monkeypatch.setattr("service.solver.session.slice_timer.FIRST_SLICE", 1)
    monkeypatch.setattr("service.solver.session.slice_timer.LEAST_SLICE", 1)
    monkeypatch.setattr(variation, "SLICE_SECONDS", 0.0)
    for shape in [(4, 4, 4), (5, 4, 4), (6, 5, 4), (3, 3, 3)]:
        for position in random_positions(shape, (8, 11), 5, seed=3):
            analysis = crowded(Solver(1)).analyse(position.board, Budget(nodes=BY_ENGINES))
            assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
