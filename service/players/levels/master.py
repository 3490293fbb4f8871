"""The best move that can be found: the solver's first.

The fastest proven win, else what does not lose, else what looks best, else the slowest loss. Among
moves that are proven to be equally good it is one after which a weak opponent most likely errs; the
solver's list is in that order already, see `service.solver.session.mistakes`.
"""

from __future__ import annotations

from service.players.choice import Choice
from service.players.explanation import explain_best
from service.players.turn import Turn


def choose(turn: Turn) -> Choice:
    """The best option of the analysis."""
    return Choice(turn.analysis.options[0].cell, explain_best(turn.analysis))
