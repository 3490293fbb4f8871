"""The moves of the root before any search, and how bounds on their scores are reported."""

from service.solver.root.assessments import assess, assess_finished, assess_root, sign, told_bounds
from service.solver.root.root_moves import RootMoves, look_at_root

__all__ = [
    "RootMoves",
    "assess",
    "assess_finished",
    "assess_root",
    "look_at_root",
    "sign",
    "told_bounds",
]
