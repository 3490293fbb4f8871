"""The reference agrees with what was worked out apart from it."""

import pytest

from tests.rules.facts import Fact, known_positions, known_values
from tests.support.reference import VariantReference

FACTS = [*known_positions(), *known_values()]
QUICK, THOROUGH = (12, 15), (15, 20)
"""The most moves left where stones may go anywhere, and where they fall."""


def facts(least: tuple[int, int], most: tuple[int, int]) -> list[Fact]:
    """Return the facts with more moves left than `least` and not more than `most`."""
    found = []
    for fact in FACTS:
        case = fact.case
        left, falling = case.reference.moves_left(case.cells), case.variant.gravity
        if least[falling] < left <= most[falling]:
            found.append(fact)
    return found


def check_reference(fact: Fact) -> None:
    """Check value, plies and all options that are known, without keeping what was searched."""
    case = fact.case
    game = VariantReference(case.variant, case.reference.blank)
    assert game.solve(case.cells, case.to_move) == fact.outcome
    assert fact.options is None or game.options(case.cells, case.to_move) == fact.options


@pytest.mark.parametrize("fact", facts((-1, -1), QUICK), ids=str)
def test_it_agrees(fact: Fact) -> None:
    check_reference(fact)


@pytest.mark.thorough
@pytest.mark.parametrize("fact", facts(QUICK, THOROUGH), ids=str)
def test_it_agrees_within_seconds(fact: Fact) -> None:
    check_reference(fact)


@pytest.mark.long
@pytest.mark.parametrize("fact", facts(THOROUGH, (16, 20)), ids=str)
def test_it_agrees_within_a_minute(fact: Fact) -> None:
    """Each takes up to two gigabytes."""
    check_reference(fact)
