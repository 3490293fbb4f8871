"""The reference agrees with what was worked out apart from it."""

import pytest

from tests.rules.facts import Fact, known_positions, known_values
from tests.support.reference import VariantReference

QUICK, THOROUGH = (12, 15), (15, 20)
"""The most moves left where stones may go anywhere, and where they fall.

What is beyond the first takes seconds, and what is beyond the second a minute and two gigabytes.
"""


def tier(fact: Fact) -> list[pytest.MarkDecorator]:
    """Return the mark of the tier in which there is time for a position."""
    case, falling = fact.case, fact.case.variant.gravity
    left = case.reference.moves_left(case.cells)
    if left <= QUICK[falling]:
        return []
    return [pytest.mark.thorough if left <= THOROUGH[falling] else pytest.mark.long]


@pytest.mark.parametrize(
    "fact",
    [pytest.param(each, marks=tier(each)) for each in (*known_positions(), *known_values())],
    ids=str,
)
def test_it_agrees(fact: Fact) -> None:
    """On value, plies and all options that are known, without keeping what was searched."""
    case = fact.case
    game = VariantReference(case.variant, case.reference.blank)
    assert game.solve(case.cells, case.to_move) == fact.outcome
    assert fact.options is None or game.options(case.cells, case.to_move) == fact.options
