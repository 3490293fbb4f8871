"""What looks best where nothing is proven."""

from service.solver.heuristic.heuristic import HeuristicSearch, has_patterns
from service.solver.heuristic.patterns import MOST_ROW_LENGTH, pattern_classes
from service.solver.heuristic.weights import shapes

__all__ = ["MOST_ROW_LENGTH", "HeuristicSearch", "has_patterns", "pattern_classes", "shapes"]
