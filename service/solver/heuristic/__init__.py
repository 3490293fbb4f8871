"""What looks best where nothing is proven."""

from service.solver.heuristic.heuristic import HeuristicSearch, has_patterns

__all__ = ["HeuristicSearch", "has_patterns"]
