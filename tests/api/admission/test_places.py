"""The places that processes share: each slot given away once, in turn, and none lost."""

import time
from collections.abc import Sequence

import pytest

from service.api.admission.places import LEAST_SECONDS, Places
from service.questions.refusals import RefusedError
from tests.support.programs import run_program

GREEDY, MODEST, IDLE = 1, 2, 3

SHARED = """
import os, signal
from service.api.admission.places import Places

places = Places(2, 2, 4)
first, second = places.enter(1), places.enter(1)
there, here = os.pipe()
child = os.fork()
if child == 0:
    waiting = places.enter(2)
    assert not places.has_slot(waiting)
    os.write(here, b"1")
    assert places.bell(waiting).wait(60), "another process left its slot"
    assert places.has_slot(waiting)
    os.write(here, b"2")
    signal.pause()
assert os.read(there, 1) == b"1"
last = places.enter(1)
places.leave(first)
assert os.read(there, 1) == b"2"
assert not places.has_slot(last), "the slot went to who had waited"
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
places.look()
assert places.has_slot(last), "a process that dies leaves its slot"
assert places.bell(last).wait(0)
print([places.has_slot(places.enter(1)) for _ in range(2)])
"""

KILLED_WHILE_LEAVING = """
import os, signal
from service.api.admission.places import Places

places = Places(1, 1, 2)
there, here = os.pipe()
child = os.fork()
if child == 0:
    place = places.enter(1)
    os.write(here, b"1")
    signal.pause()
assert os.read(there, 1) == b"1"
waiting = places.enter(2)
assert not places.has_slot(waiting)
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
places._arrived[0] = 0.0  # What the process has done last.
places.look()
print(places.has_slot(waiting))
"""


def with_slots(places: Places, taken: Sequence[int]) -> list[bool]:
    return [places.has_slot(place) for place in taken]


def rings(places: Places, place: int) -> bool:
    return places.bell(place).wait(0)


def test_slots_are_for_who_comes_first_and_then_for_who_waits() -> None:
    places = Places(2, 2, 4)
    taken = [places.enter(GREEDY) for _ in range(4)]
    assert len(set(taken)) == 4
    assert with_slots(places, taken) == [True, True, False, False]
    assert not rings(places, taken[2])
    places.leave(taken[0])
    assert with_slots(places, taken[2:]) == [True, False]
    assert rings(places, taken[2])
    assert not rings(places, taken[3])
    places.leave(taken[3])
    again = places.enter(GREEDY)
    assert not places.has_slot(again)
    assert not rings(places, again), "what rang for another is forgotten"
    places.leave(taken[2])
    assert rings(places, again)


def test_more_than_can_wait_is_refused_and_what_exceeds_a_share() -> None:
    places = Places(1, 2, 2)
    taken = [places.enter(GREEDY) for _ in range(2)]
    with pytest.raises(RefusedError, match="2 long searches of this address"):
        places.enter(GREEDY)
    taken.append(places.enter(MODEST))
    with pytest.raises(RefusedError, match="1 long searches are going on and 2 wait"):
        places.enter(IDLE)
    for place in taken:
        places.leave(place)
    assert places.has_slot(places.enter(GREEDY))


def test_the_next_slot_is_for_the_address_with_the_fewest_and_who_came_first() -> None:
    places = Places(2, 8, 9)
    addresses = [GREEDY, MODEST, GREEDY, MODEST, IDLE, IDLE]
    taken = [places.enter(address) for address in addresses]
    waiting, order = set(taken[2:]), []
    leaving = taken[1]
    while waiting:
        places.leave(leaving)
        [leaving] = filter(places.has_slot, waiting)
        waiting.remove(leaving)
        order.append(taken.index(leaving))
    assert order == [3, 4, 5, 2]


def test_the_longest_search_of_who_has_two_more_is_wanted_back_after_its_time() -> None:
    places = Places(3, 3, 4)
    longest, shorter = places.enter(GREEDY), places.enter(GREEDY)
    modest = places.enter(MODEST)
    time.sleep(LEAST_SECONDS)
    waits = places.enter(MODEST)
    assert not any(map(places.wanted_back, (longest, shorter, modest))), "it would have no fewer"
    idle = places.enter(IDLE)
    assert [each for each in (longest, shorter, modest) if places.wanted_back(each)] == [longest]
    places.leave(idle)
    assert not places.wanted_back(longest), "nobody waits for it any more"
    idle = places.enter(IDLE)
    places.leave(longest)
    assert with_slots(places, [idle, waits]) == [True, False]
    assert not any(map(places.wanted_back, (shorter, modest, idle)))


def test_a_search_that_has_only_begun_keeps_its_slot() -> None:
    places = Places(2, 1, 2)
    taken = [places.enter(GREEDY) for _ in range(2)]
    places.enter(IDLE)
    assert not any(map(places.wanted_back, taken))
    time.sleep(LEAST_SECONDS)
    assert list(map(places.wanted_back, taken)) == [True, False]


def test_processes_give_each_other_slots_and_one_that_is_killed_leaves_its_own() -> None:
    assert run_program(SHARED) == "[False, False]\n"


def test_a_process_that_dies_between_leaving_and_giving_its_slot_away_keeps_nobody() -> None:
    assert run_program(KILLED_WHILE_LEAVING) == "True\n"
