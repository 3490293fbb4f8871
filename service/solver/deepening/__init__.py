"""Alpha-beta by growing depth, for exact plies."""

from service.solver.deepening.deepening import BitboardDeepening, CounterDeepening, Deepening
from service.solver.deepening.mistakes import find_mistakes

__all__ = ["BitboardDeepening", "CounterDeepening", "Deepening", "find_mistakes"]
