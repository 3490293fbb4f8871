"""The engine for the game in which stones fall, known best on 7x6 with rows of four.

The heuristic search beside it also plays where a row loses.
"""

from service.solver.gravity.gravity import GravityDeepening
from service.solver.gravity.judging import ColumnJudge, GravityJudge, can_judge_columns
from service.solver.gravity.positions import GravityPosition, gravity_position

__all__ = [
    "ColumnJudge",
    "GravityDeepening",
    "GravityJudge",
    "GravityPosition",
    "can_judge_columns",
    "gravity_position",
]
