"""Most positions need the first of their engines only."""

from __future__ import annotations

import numpy as np

from service.game import Board, Rules
from service.solver.lines.encodings import whole_position
from service.solver.memory import TranspositionTable
from service.solver.session.engines import NONE, bitboard_engines, engines_for
from service.solver.session.portfolio import Portfolio


def test_engines_are_made_when_their_turn_comes() -> None:
    table, board = TranspositionTable(1), Board(Rules(3, 3, 3))
    empty = np.array(board.legal_moves, np.int64)
    engines = bitboard_engines(board, whole_position(board, empty), empty, table, best_only=False)
    search = Portfolio(engines)
    assert search.advance(10_000)
    assert engines.others == NONE
    assert search.most_threads == 5
    assert len(engines.others.proofs) == 2


def test_proofs_are_searched_on_up_to_128_empty_cells() -> None:
    table = TranspositionTable(1)
    for shape, expected in (((9, 9, 5), 2), ((16, 8, 3), 2), ((43, 3, 4), 0)):
        board = Board(Rules(*shape))
        empty = np.array(board.legal_moves, np.int64)
        engines = engines_for(board, empty, empty, table, best_only=True)
        assert Portfolio(engines).most_threads > expected
        assert len(engines.others.proofs) == expected
        assert (engines.proven_play is not None) == (expected > 0)
