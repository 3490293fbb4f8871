"""Most positions need the first of their engines only, and these leave each other their turn."""

import numpy as np

from service.game import Board, Rules
from service.solver import Budget
from service.solver.memory import TranspositionTable
from service.solver.proven_options import ProvenOptions
from service.solver.session.engines import (
    LARGE_DEEPENING_SLICE,
    LARGE_THREATS_SLICE,
    NONE,
    engines_for,
)
from service.solver.session.portfolio import Portfolio
from service.solver.session.time_manager import TimeManager
from service.solver.threats import Threats
from tests.support.plants import PLANTS, planted


def search_on(portfolio: Portfolio, node_limit: int) -> bool:
    """Search until so many nodes are spent in all; return whether the search has ended."""
    ended = False
    while not ended and portfolio.nodes < node_limit:
        ended = portfolio.advance(node_limit)
    return ended


def test_engines_are_made_when_their_turn_comes() -> None:
    table, board = TranspositionTable(1), Board(Rules(3, 3, 3))
    empty = np.array(board.legal_moves, np.int64)
    engines = engines_for(board, empty, empty, table, best_only=False)
    search = Portfolio(engines, ProvenOptions(board, empty))
    assert search_on(search, 10_000)
    assert engines.others == NONE
    assert search.most_threads == 5
    assert len(engines.others.proofs) == 2


def test_proofs_are_searched_on_up_to_128_empty_cells() -> None:
    table = TranspositionTable(1)
    for shape, expected in (((9, 9, 5), 2), ((16, 8, 3), 2), ((43, 3, 4), 0)):
        board = Board(Rules(*shape))
        empty = np.array(board.legal_moves, np.int64)
        engines = engines_for(board, empty, empty, table, best_only=True)
        assert Portfolio(engines, ProvenOptions(board, empty)).most_threads > expected
        assert len(engines.others.proofs) == expected
        assert (engines.proven_play is not None) == (expected > 0)


def portfolio_of(board: Board) -> Portfolio:
    cells = np.array(board.legal_moves, np.int64)
    engines = engines_for(board, cells, cells, TranspositionTable(1), best_only=True)
    return Portfolio(engines, ProvenOptions(board, cells))


def test_threats_give_way_where_neither_player_wins_by_any() -> None:
    """What they leave goes to the search for what looks best."""
    portfolio = portfolio_of(Board(Rules(15, 15, 5)).play(112).play(96).play(128))
    search_on(portfolio, LARGE_THREATS_SLICE)
    threats, heuristic = portfolio.engines.others.threats, portfolio.heuristic
    assert threats is not None
    assert heuristic is not None
    most = LARGE_THREATS_SLICE // 4
    assert threats.nodes <= most
    assert heuristic.nodes >= LARGE_THREATS_SLICE - most - LARGE_DEEPENING_SLICE


def test_threats_go_on_where_a_win_is_to_be_stopped() -> None:
    """Before anything else it is asked which options stop it."""
    position = planted((15, 15, 5), PLANTS[2], 3, attacker_to_move=False)
    assert position is not None
    portfolio = portfolio_of(position.board)
    threats = portfolio.engines.make_others().threats
    assert isinstance(threats, Threats)
    while (threats.upper >= 0).all():
        assert not threats.advance(threats.nodes + 1)
        assert not threats.gives_way
    threats.advance(LARGE_THREATS_SLICE)
    assert not threats.gives_way


def test_a_time_is_spent_wholly_unless_something_is_worked_out_afterwards() -> None:
    budget = Budget(seconds=0.2)
    portfolio = portfolio_of(Board(Rules(15, 15, 5)))
    for limit in TimeManager(budget, portfolio).limits(0.9, lambda: False):
        portfolio.advance(limit)
    assert budget.spent >= 0.2
