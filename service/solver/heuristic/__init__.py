"""The heuristic search, which tells what looks best where nothing is proven."""

from service.solver.heuristic.heuristic import (
    HeuristicSearch,
    can_judge,
    game_key,
    has_patterns,
)
from service.solver.heuristic.kernels.transposition_table import SURE
from service.solver.heuristic.weights import network

__all__ = [
    "SURE",
    "HeuristicSearch",
    "can_judge",
    "game_key",
    "has_patterns",
    "network",
]
