"""Threats where a longer run is no row: what they claim is true by plain search."""

import random

import numpy as np
import pytest

from service.solver.any_rules import TwoPlyDeepening
from service.solver.memory import TranspositionTable
from service.solver.threats import Threats
from tests.rules.cases import Case, Shape
from tests.solver.any_rules.support import UNLIMITED, options_of, solved
from tests.support.reference import Variant, Wrap, bits_of, variant_reference
from tests.support.sampling import chance_of, enough, samples

SMALL: dict[str, list[tuple[Shape, Wrap]]] = {
    "flat": [
        ((4, 4, 2), "none"), ((4, 4, 3), "none"), ((5, 5, 3), "none"), ((7, 3, 3), "none"),
        ((9, 2, 3), "none"), ((5, 5, 4), "none"), ((6, 6, 4), "none"), ((14, 1, 4), "none"),
        ((6, 6, 5), "none"), ((14, 1, 7), "none"),
    ],
    "joined": [
        ((7, 3, 3), "horizontal"), ((4, 7, 3), "vertical"), ((7, 7, 3), "both"),
        ((9, 4, 4), "horizontal"), ((9, 9, 4), "both"),
    ],
}  # fmt: skip


def uneven(variant: Variant, chance: random.Random) -> Case:
    """Return a position without a row, in which one side may have far more stones than the other.

    There are walls as well, also where either side would make a row.
    """
    size = variant.width * variant.height
    game, share = variant_reference(variant, "." * size), chance.choice((0.35, 0.5, 0.65))
    free = chance.choice((0.4, 0.4, 0.7, 0.95))
    cells = ["."] * size
    for cell in chance.sample(range(size), size - chance.randint(4, 11)):
        marks = "XO" if chance.random() < share else "OX"
        quiet = [mark for mark in marks if not game.makes_row(bits_of(cells, mark), cell)]
        cells[cell] = quiet[0] if quiet and chance.random() < free else "#"
    return Case(variant, "".join(cells), chance.choice(("X", "O")), any_position=True)


@pytest.mark.parametrize("boards", SMALL)
def test_claims_are_true_by_the_search_for_any_rules(boards: str) -> None:
    """Of wins and losses, and the plies that they take at most."""
    table, claims = TranspositionTable(8), 0
    for shape, wrap in SMALL[boards]:
        variant = Variant(*shape, wrap=wrap, exact=True)
        chance = chance_of(f"threats {variant}")
        for _ in range(samples(500)):
            case = uneven(variant, chance)
            truth, cells = solved(case.board, table), options_of(case)
            before = TwoPlyDeepening(case.board, cells, best_only=False)
            bounds = before.lower, before.upper
            threats = Threats(case.board, cells, bounds, best_only=False)
            while not threats.advance(UNLIMITED):
                pass
            assert (threats.lower <= truth.lower).all(), case
            assert (threats.upper >= truth.upper).all(), case
            claims += int((threats.lower > np.maximum(bounds[0], 0)).sum())
            claims += int((threats.upper < np.minimum(bounds[1], 0)).sum())
    assert claims >= enough(500)
