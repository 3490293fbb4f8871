"""Iterative deepening with alpha-beta, for exact plies."""

from service.solver.deepening.deepening import BitboardDeepening, CounterDeepening, can_count

__all__ = ["BitboardDeepening", "CounterDeepening", "can_count"]
