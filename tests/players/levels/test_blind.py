"""`blind` plays every legal move as often as any other."""

from collections import Counter

from service.game import parse
from service.solver import Solver
from tests.players.asking import ask

GAMES = 4000
REASONS = {"random", "only_move"}
"""Every reason that the level gives."""


def test_all_moves_are_alike(solver: Solver) -> None:
    board = parse(["XX.", "OO.", "X..", "...", "..."], 3)
    counts = Counter(ask("blind", board, solver, seed).cell for seed in range(GAMES))
    assert set(counts) == set(board.legal_moves)
    expected = GAMES / len(board.legal_moves)
    # Ten cells: the statistic exceeds 30 less than once in two thousand such samples.
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 30
