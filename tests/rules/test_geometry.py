"""Windows, the cells beside them, and symmetries, against walking over the cells."""

from itertools import product

import pytest

from service.game import Geometry, Rules
from tests.rules.cases import random_blank
from tests.support.reference import (
    WRAPS,
    Variant,
    VariantReference,
    Window,
    Wrap,
    symmetries_of_rules,
)
from tests.support.sampling import chance_of, samples

SIZES = [*product(range(1, 6), range(1, 6)), (6, 4), (4, 6), (7, 1), (1, 7), (2, 9)]
LARGE = [(7, 6), (8, 8), (13, 5), (10, 10), (19, 19)]
"""Sizes that are tried without joined edges."""


def games(wrap: Wrap, *, exact: bool, gravity: bool = False) -> list[VariantReference]:
    """Return games of all sizes and some row lengths, some of them with walls."""
    chance = chance_of(f"geometries {wrap} {exact} {gravity}")
    found = []
    sizes = SIZES + (LARGE if wrap == "none" else [])
    for width, height in sizes * samples(4, least=1):
        longest = max(width, height) + 2
        row_length = chance.choice([*range(1, longest), width * height, width * height - 1])
        variant = Variant(width, height, max(row_length, 1), gravity, wrap, exact)
        found.append(VariantReference(variant, random_blank(variant[:3], chance)))
    return found


def geometry_of(game: VariantReference) -> Geometry:
    """Return what the package under test knows of a game."""
    return Geometry(Rules(*game.variant, walls=game.walls))


def windows_of(game: VariantReference) -> set[Window]:
    """Return every window, found by walking from every cell in four directions."""
    return set().union(*game.windows.values())


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("wrap", WRAPS)
def test_windows_are_those_found_by_walking(wrap: Wrap, exact: bool) -> None:
    """Each is listed once, its cells ascending, with what is just before and after it.

    With `exact` a single cell is a window of every direction.
    """
    for game in games(wrap, exact=exact):
        geometry, variant = geometry_of(game), game.variant
        lines, flanks = geometry.lines.tolist(), geometry.flanks.tolist()
        context = (variant, game.blank)
        assert geometry.flanks.shape == (len(lines), 2), context
        found = []
        for line, (before, after) in zip(lines, flanks, strict=True):
            beside = {each for each in (before, after) if each >= 0 and game.blank[each] == "."}
            found.append((frozenset(line), frozenset(beside)))
            assert line == sorted(line), context
        assert variant.row_length == 1 or len(set(found)) == len(found), context
        assert geometry.line_cells == geometry.lines.size, context
        assert set(found) == windows_of(game), context
        order, starts = geometry.uses
        for cell in range(len(game.blank)):
            through = [index for index, line in enumerate(lines) if cell in line]
            assert sorted(order[starts[cell] : starts[cell + 1]].tolist()) == through, context


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("wrap", WRAPS)
def test_symmetries_are_reflections_and_translations_that_keep_the_walls(
    wrap: Wrap, exact: bool, gravity: bool
) -> None:
    for game in games(wrap, exact=exact, gravity=gravity):
        symmetries = list(map(tuple, geometry_of(game).symmetries.tolist()))
        context = (game.variant, game.blank)
        assert symmetries[0] == tuple(range(len(game.blank))), context
        assert len(set(symmetries)) == len(symmetries), context
        assert set(symmetries) == symmetries_of_rules(game.variant, game.blank), context
