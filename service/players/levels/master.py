"""The master plays what the solver lists first, where the seed has already done its work."""

from __future__ import annotations

from service.players.choice import Choice
from service.players.reasons import explain
from service.solver import Analysis


def choose(analysis: Analysis, seed: int | None) -> Choice:
    """The best option of the analysis."""
    option = analysis.options[0]
    return Choice(option.cell, explain(analysis, option))
