"""Iterative deepening with alpha-beta, for exact plies."""

from service.solver.deepening.deepening import (
    BitboardDeepening,
    CounterDeepening,
    Deepening,
    can_count,
    new_options,
)

__all__ = ["BitboardDeepening", "CounterDeepening", "Deepening", "can_count", "new_options"]
