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
    bits_of,
    moved,
    symmetries_of_rules,
)
from tests.support.sampling import chance_of, samples

SIZES = [*product(range(1, 6), range(1, 6)), (6, 4), (4, 6), (7, 1), (1, 7), (2, 9)]


def games(wrap: Wrap, *, exact: bool, gravity: bool = False) -> list[VariantReference]:
    """Return games of all sizes and some row lengths, some of them with walls."""
    chance = chance_of(f"geometries {wrap} {exact} {gravity}")
    found = []
    for width, height in chance.sample(SIZES, samples(len(SIZES))) * 4:
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
        assert set(found) == windows_of(game), context
        order, starts = geometry.uses
        for cell in range(len(game.blank)):
            through = [index for index, line in enumerate(lines) if cell in line]
            assert sorted(order[starts[cell] : starts[cell + 1]].tolist()) == through, context


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("wrap", WRAPS)
def test_stones_have_a_row_if_they_fill_a_window_and_nothing_beside_it(
    wrap: Wrap, exact: bool
) -> None:
    chance = chance_of(f"stones {wrap} {exact}")
    rows = 0
    for game in games(wrap, exact=exact):
        geometry, free = (
            geometry_of(game),
            [cell for cell, each in enumerate(game.blank) if each == "."],
        )
        lines, flanks = geometry.lines.tolist(), geometry.flanks.tolist()
        for _ in range(10):
            stones = set(chance.sample(free, chance.randint(0, len(free))))
            own = sum(1 << cell for cell in stones)
            expected = any(game.makes_row(own, cell) for cell in stones)
            found = any(
                stones.issuperset(line) and stones.isdisjoint(beside)
                for line, beside in zip(lines, flanks, strict=True)
            )
            assert geometry.has_line(own) == found == expected, (game.variant, game.blank, stones)
            rows += expected
    assert rows


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize("wrap", WRAPS)
def test_symmetries_are_reflections_and_translations_that_keep_the_walls(
    wrap: Wrap, gravity: bool
) -> None:
    for game in games(wrap, exact=False, gravity=gravity):
        symmetries = list(map(tuple, geometry_of(game).symmetries.tolist()))
        context = (game.variant, game.blank)
        assert symmetries[0] == tuple(range(len(game.blank))), context
        assert len(set(symmetries)) == len(symmetries), context
        assert set(symmetries) == symmetries_of_rules(game.variant, game.blank), context


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize("wrap", WRAPS)
def test_symmetries_map_windows_to_windows_and_moves_to_moves(wrap: Wrap, gravity: bool) -> None:
    chance = chance_of(f"moves {wrap} {gravity}")
    for game in games(wrap, exact=True, gravity=gravity):
        windows, blank = windows_of(game), game.blank
        cells = "".join(chance.choice("XO.") if each == "." else each for each in blank)
        for images in geometry_of(game).symmetries.tolist():
            image = {
                (
                    frozenset(images[cell] for cell in window),
                    frozenset(images[cell] for cell in free),
                )
                for window, free in windows
            }
            assert image == windows, (game.variant, blank, images)
            legal = [{*game.legal(taken_in(each))} for each in (cells, moved(cells, tuple(images)))]
            assert {images[cell] for cell in legal[0]} == legal[1], (game.variant, blank, images)


def taken_in(cells: str) -> int:
    """Return the set of cells with a stone."""
    return bits_of(cells, "X") | bits_of(cells, "O")
