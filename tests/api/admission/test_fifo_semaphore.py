"""Threads get the permits in the order in which they ask, and those that wait in vain give up."""

from concurrent.futures import ThreadPoolExecutor

from service.api.admission.fifo_semaphore import FifoSemaphore
from tests.support.waiting import wait_until

THREADS = 9
ENOUGH_SECONDS = 60
"""After so long a thread waits no more, so that a test that fails ends."""


def waiting(semaphore: FifoSemaphore, count: int) -> None:
    """Wait until so many threads wait."""
    wait_until(lambda: semaphore.waiting == count)


def test_one_thread_works_at_a_time_in_the_order_of_asking() -> None:
    semaphore, order, at_work = FifoSemaphore(1), list[int](), list[int]()

    def work(index: int) -> None:
        assert semaphore.acquire(ENOUGH_SECONDS)
        at_work.append(index)
        if at_work == [index]:
            order.append(index)
        at_work.remove(index)
        semaphore.release()

    with ThreadPoolExecutor(THREADS) as pool:
        semaphore.acquire()
        for index in range(THREADS):
            pool.submit(work, index)
            waiting(semaphore, index + 1)
        semaphore.release()
    assert order == list(range(THREADS))


def test_as_many_threads_work_at_once_as_there_are_permits() -> None:
    semaphore = FifoSemaphore(2)
    assert all(semaphore.acquire(timeout=0) for _ in range(2))
    with ThreadPoolExecutor() as pool:
        third = pool.submit(semaphore.acquire, ENOUGH_SECONDS)
        waiting(semaphore, 1)
        semaphore.release()
        assert third.result()


def test_a_thread_that_gives_up_leaves_the_queue_to_the_others() -> None:
    semaphore = FifoSemaphore(1)
    semaphore.acquire()
    with ThreadPoolExecutor() as pool:
        hasty = pool.submit(semaphore.acquire, timeout=0.5)
        waiting(semaphore, 1)
        patient = pool.submit(semaphore.acquire, ENOUGH_SECONDS)
        waiting(semaphore, 2)
        assert not hasty.result()
        assert not semaphore.acquire(timeout=0)
        semaphore.release()
        assert patient.result()
    semaphore.release()
    assert semaphore.acquire(timeout=0)
