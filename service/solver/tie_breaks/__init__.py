"""Tie-breaks between equally good options: likely mistakes of the opponent."""

from service.solver.tie_breaks.mistakes import Mistakes, weigh_mistakes

__all__ = ["Mistakes", "weigh_mistakes"]
