"""The level `master`: it plays the best option.

That is the first option of the solver: the fastest proven win, else a move that does not lose, else
the move with the best estimate, else the slowest loss. Among moves that are proven to be equally
good the solver prefers one after which a weak opponent most likely errs; its list is in that order
already.
"""

from service.languages import say
from service.players.choice import Choice
from service.players.explanation import explain_best
from service.players.turn import Turn

FRIENDLY_NAME = say("Robot")
SUMMARY = say("Plays the best move that it can find.")


def choose(turn: Turn) -> Choice:
    """Return the first option of the analysis."""
    return Choice(turn.analysis.options[0].cell, explain_best(turn.analysis))
