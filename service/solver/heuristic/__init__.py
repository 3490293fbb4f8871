"""What looks best where nothing is proven."""

from service.solver.heuristic.closer_look import CloserLook
from service.solver.heuristic.heuristic import HeuristicSearch, has_patterns
from service.solver.heuristic.kernels.score_table import SURE
from service.solver.heuristic.weights import network

__all__ = ["SURE", "CloserLook", "HeuristicSearch", "has_patterns", "network"]
