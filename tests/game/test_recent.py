"""What is kept of boards fits into its bytes, whichever boards are asked for."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass

import pytest

from service.game import Geometry, Rules
from service.game.geometry import MOST_KEPT
from service.game.recent import Recent
from tests.support.sampling import chance_of


@dataclass
class Box:
    """Something of a size."""

    nbytes: int


def test_what_was_used_last_is_kept() -> None:
    recent: Recent[str, Box] = Recent(10)
    first = Box(4)
    recent.keep("first", first)
    recent.keep("second", Box(5))
    assert recent.recall("first") is first
    recent.keep("third", Box(6))
    assert (len(recent), recent.nbytes) == (2, 10)
    assert recent.recall("first") is first
    assert recent.recall("second") is None


def test_the_last_one_is_kept_whatever_its_size() -> None:
    recent: Recent[str, Box] = Recent(10)
    recent.keep("first", Box(11))
    assert recent.recall("first") == Box(11)
    recent.keep("second", Box(1))
    assert (len(recent), recent.nbytes) == (1, 1)


def test_what_is_kept_anew_takes_the_place_of_what_was() -> None:
    recent: Recent[str, Box] = Recent(10)
    for size in (4, 5, 6):
        recent.keep("first", Box(size))
    assert (recent.recall("first"), recent.nbytes) == (Box(6), 6)
    recent.clear()
    assert (len(recent), recent.nbytes) == (0, 0)


def derive(geometry: Geometry) -> list[object]:
    """Return all that can be worked out of a geometry."""
    return [
        geometry.directions, geometry.lines, geometry.symmetries, geometry.uses,
        geometry.off_centre,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 99), (3, 3, 3), (2, 9, 5), (50, 50, 17), (1, 2500, 1250), (2500, 1, 7)],
    ids=str,
)
def test_a_geometry_takes_no_more_than_it_says(shape: tuple[int, int, int]) -> None:
    """As Python's allocator sees it, with the place it has among others."""
    derive(Geometry(Rules(*shape)))
    kept: Recent[Rules, Geometry] = Recent(MOST_KEPT)
    tracemalloc.start()
    rules = Rules(*shape)
    kept.keep(rules, geometry := Geometry(rules))
    derive(geometry)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < taken <= kept.nbytes


def test_geometries_of_all_shapes_fit() -> None:
    chance = chance_of(1)
    kept: Recent[Rules, Geometry] = Recent(MOST_KEPT)
    for _ in range(200):
        width, height = chance.choice([(2500, 1), (1, 2500), (50, 50), (3, 3), (100, 25)])
        rules = Rules(width, height, chance.randint(1, max(width, height)))
        kept.keep(rules, Geometry(rules))
        assert kept.nbytes <= MOST_KEPT
    assert len(kept) > 1
