"""What is kept of boards fits into its bytes, whichever boards are asked for."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import dataclass

import pytest

from service.game import Geometry, Rules
from service.game.geometry import MOST_KEPT
from service.game.recent import Recent


@dataclass
class Box:
    """Something of a size."""

    nbytes: int


def test_what_was_used_last_is_kept() -> None:
    recent = Recent(Box, 10)
    first, second = recent(4), recent(5)
    assert recent(4) is first
    recent(6)
    assert recent.nbytes == 10
    assert recent(4) is first
    assert recent(5) is not second


def test_the_last_one_is_kept_whatever_its_size() -> None:
    recent = Recent(Box, 10)
    assert recent(11) is recent(11)
    recent(1)
    assert (len(recent), recent.nbytes) == (1, 1)


def derive(geometry: Geometry) -> list[object]:
    """All that can be worked out of it."""
    return [geometry.directions, geometry.lines, geometry.symmetries, geometry.uses]


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 99), (3, 3, 3), (2, 9, 5), (50, 50, 17), (1, 2500, 1250), (2500, 1, 7)],
    ids=str,
)
def test_a_geometry_takes_no_more_than_it_says(shape: tuple[int, int, int]) -> None:
    """As Python's allocator sees it, with the place it has among others."""
    derive(Geometry(Rules(*shape)))
    kept = Recent(Geometry, MOST_KEPT)
    tracemalloc.start()
    derive(kept(Rules(*shape)))
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < taken <= kept.nbytes


def test_geometries_of_all_shapes_fit() -> None:
    chance = random.Random(1)
    kept = Recent(Geometry, MOST_KEPT)
    for _ in range(200):
        width, height = chance.choice([(2500, 1), (1, 2500), (50, 50), (3, 3), (100, 25)])
        kept(Rules(width, height, chance.randint(1, max(width, height))))
        assert kept.nbytes <= MOST_KEPT
    assert len(kept) > 1
