"""The level `novice`: it plays the best option or one that is worse.

With a chance of 40 % it is the best option, else the first option that is worse than the best one:
by value, by plies or, where nothing is proven, by score. When all options are equal, it plays any
of them.
"""

from service.languages import say
from service.players.choice import Choice
from service.players.explanation import explain_best
from service.players.reasons import PICKED_FROM_EQUALS, only_cell, slipped
from service.players.turn import Turn
from service.solver import Assessment

FRIENDLY_NAME = say("Learner")
SUMMARY = say("Often takes the second best move.")

BEST_SHARE = 0.4
"""The probability that it plays the best option."""


def choose(turn: Turn) -> Choice:
    analysis, options = turn.analysis, turn.analysis.options
    best = options[0]
    if len(options) == 1:
        return Choice(best.cell, only_cell(turn.board, best.cell))
    worse = [option for option in options if worth(option.assessment) != worth(best.assessment)]
    if not worse:
        cell = turn.chance.choice(options).cell
        return Choice(cell, PICKED_FROM_EQUALS.of(turn.board, cell))
    if turn.chance.random() < BEST_SHARE:
        return Choice(best.cell, explain_best(analysis))
    return Choice(worse[0].cell, slipped(analysis, worse[0]))


def worth(assessment: Assessment) -> tuple[object, ...]:
    """Return what makes options differ; options of the same proven value have the same score."""
    return assessment.bounds, assessment.plies_to_end, assessment.score
