"""A semaphore shared by processes: each permit held once, and none lost with its holder."""

from service.api.admission.semaphore import Semaphore
from tests.support.programs import run_program

SHARED = """
import os, signal
from service.api.admission.semaphore import Semaphore

semaphore = Semaphore(3)
first = semaphore.acquire()
there, here = os.pipe()
child = os.fork()
if child == 0:
    assert semaphore.acquire() != first, "the parent's is the parent's"
    assert semaphore.acquire() is not None
    assert semaphore.acquire() is None
    os.write(here, b"taken")
    signal.pause()
assert os.read(there, 5) == b"taken"
assert semaphore.acquire() is None
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
print(len({first, semaphore.acquire(), semaphore.acquire()}), semaphore.acquire())
"""


def test_a_permit_is_held_once_until_it_is_released() -> None:
    semaphore = Semaphore(2)
    taken = [semaphore.acquire() for _ in range(2)]
    assert set(taken) == {0, 1}
    assert semaphore.acquire() is None
    semaphore.release(0)
    assert semaphore.acquire() == 0


def test_each_group_has_permits_of_its_own() -> None:
    semaphore, last = Semaphore(2), (1 << 40) - 1
    taken = [semaphore.acquire(group) for group in (0, 1, last) for _ in range(3)]
    assert [permit is None for permit in taken] == [False, False, True] * 3
    assert len(set(taken)) == 7
    permit = taken[-2]
    assert permit is not None
    semaphore.release(permit)
    assert semaphore.acquire(1) is None
    assert semaphore.acquire(last) == permit


def test_only_a_permit_that_is_allowed_is_taken() -> None:
    semaphore = Semaphore(3)
    assert semaphore.acquire(allowed=lambda permit: permit > 1) == 2
    assert semaphore.acquire(allowed=lambda permit: permit > 1) is None
    assert semaphore.acquire() == 0


def test_no_permits_are_never_free() -> None:
    assert Semaphore(0).acquire() is None


def test_a_process_that_is_killed_leaves_its_permits_to_others() -> None:
    assert run_program(SHARED) == "3 None\n"
