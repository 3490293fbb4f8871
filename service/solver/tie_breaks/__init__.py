"""Tie-breaks between equally good options: likely mistakes of the opponent, and near equals."""

from service.solver.tie_breaks.mistakes import Mistakes, weigh_mistakes
from service.solver.tie_breaks.near_equals import break_near_ties, breaks_near_ties

__all__ = ["Mistakes", "break_near_ties", "breaks_near_ties", "weigh_mistakes"]
