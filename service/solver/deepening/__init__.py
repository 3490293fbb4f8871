"""Alpha-beta by growing depth, for exact plies."""

from service.solver.deepening.deepening import BitboardDeepening, CounterDeepening, Deepening

__all__ = ["BitboardDeepening", "CounterDeepening", "Deepening"]
