"""What is kept of boards fits into its bytes, whichever boards are asked for."""

import tracemalloc
from dataclasses import dataclass

import pytest

from service.game import Geometry, Rules
from service.game.geometry import MOST_KEPT
from service.game.lru_cache import LruCache


@dataclass
class Box:
    """A value of a given size."""

    nbytes: int


def test_what_was_used_last_is_kept() -> None:
    cache: LruCache[str, Box] = LruCache(10)
    first = Box(4)
    cache.put("first", first)
    cache.put("second", Box(5))
    assert cache.get("first") is first
    cache.put("third", Box(6))
    assert (len(cache), cache.nbytes) == (2, 10)
    assert cache.get("first") is first
    assert cache.get("second") is None


def test_the_last_one_is_kept_whatever_its_size() -> None:
    cache: LruCache[str, Box] = LruCache(10)
    cache.put("first", Box(11))
    assert cache.get("first") == Box(11)
    cache.put("second", Box(1))
    assert (len(cache), cache.nbytes) == (1, 1)


def test_what_is_kept_anew_takes_the_place_of_what_was() -> None:
    cache: LruCache[str, Box] = LruCache(10)
    for size in (4, 5, 6):
        cache.put("first", Box(size))
    assert (cache.get("first"), cache.nbytes) == (Box(6), 6)
    cache.clear()
    assert (len(cache), cache.nbytes) == (0, 0)


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
    """Its size is measured by Python's allocator, and includes its place in the cache."""
    derive(Geometry(Rules(*shape)))
    kept: LruCache[Rules, Geometry] = LruCache(MOST_KEPT)
    tracemalloc.start()
    rules = Rules(*shape)
    kept.put(rules, geometry := Geometry(rules))
    derive(geometry)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < taken <= kept.nbytes <= MOST_KEPT
