"""The root's moves before any search, and what bounds say of them."""

from service.solver.root.assessments import assess, assess_finished, assess_root, sign
from service.solver.root.root_moves import RootMoves, look_at_root

__all__ = [
    "RootMoves",
    "assess",
    "assess_finished",
    "assess_root",
    "look_at_root",
    "sign",
]
