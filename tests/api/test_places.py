"""Places shared by processes: each taken once, and none lost with who has taken it."""

from __future__ import annotations

from service.api.places import Places
from tests.programs import run_program

SHARED = """
import os, signal
from service.api.places import Places

places = Places(3)
first = places.take()
there, here = os.pipe()
child = os.fork()
if child == 0:
    assert places.take() != first, "the parent's is the parent's"
    assert places.take() is not None
    assert places.take() is None
    os.write(here, b"taken")
    signal.pause()
assert os.read(there, 5) == b"taken"
assert places.take() is None
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
print(len({first, places.take(), places.take()}), places.take())
"""


def test_a_place_is_taken_once_until_it_is_given_back() -> None:
    places = Places(2)
    taken = [places.take() for _ in range(2)]
    assert set(taken) == {0, 1}
    assert places.take() is None
    places.give_back(0)
    assert places.take() == 0


def test_no_places_are_never_free() -> None:
    assert Places(0).take() is None


def test_a_process_that_is_killed_leaves_its_places_to_others() -> None:
    assert run_program(SHARED) == "3 None\n"
