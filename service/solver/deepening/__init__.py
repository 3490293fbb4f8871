"""Iterative deepening with alpha-beta, for exact plies."""

from service.solver.deepening.deepening import (
    BitboardDeepening,
    CounterDeepening,
    Deepening,
    new_options,
)

__all__ = ["BitboardDeepening", "CounterDeepening", "Deepening", "new_options"]
