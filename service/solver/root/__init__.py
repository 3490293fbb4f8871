"""The moves of the root before any search, and how bounds on their scores are reported."""

from service.solver.root.assessments import assess, assess_finished, assess_root, sign, told_bounds
from service.solver.root.root_moves import RootMoves, as_options, drawn_numbers, look_at_root

__all__ = [
    "RootMoves",
    "as_options",
    "assess",
    "assess_finished",
    "assess_root",
    "drawn_numbers",
    "look_at_root",
    "sign",
    "told_bounds",
]
