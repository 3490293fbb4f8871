"""Iterative deepening on boards of thousands of cells, for exact plies."""

from service.solver.counters.counters import CounterDeepening, can_count

__all__ = ["CounterDeepening", "can_count"]
