"""The heuristic search of games in which a move may hurt: stones fall, or a row loses."""

from service.solver.zugzwang.positions import zugzwang_position
from service.solver.zugzwang.zugzwang import ZugzwangSearch, has_zugzwang

__all__ = ["ZugzwangSearch", "has_zugzwang", "zugzwang_position"]
