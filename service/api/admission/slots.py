"""The few slots for searches that take long, and the short queue of searches that wait for one."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from service.api.admission.policy import SEARCH_NICENESS, lower_priority, overloaded
from service.api.admission.semaphore import Semaphore
from service.api.admission.slot_board import SlotBoard
from service.api.telemetry import metrics
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.solver import Analysis

POLL_SECONDS = 0.005
"""The interval at which a search that waits looks for a free slot."""


@dataclass(slots=True, eq=False)
class Ticket:
    """A search that waits for a slot, or has one."""

    address: int
    """The number of the client's address, see `address_number`."""
    slot: int | None = None


class Slots:
    """Slots for searches and a queue of those that wait, shared by all workers.

    One address has only its share of both. The next slot is for the address that has the fewest.
    """

    def __init__(self, slots: int, queue_length: int, share: int) -> None:
        """Make them before the workers are forked; an address may have `share` searches at once."""
        self._slots, self._queue = Semaphore(slots), Semaphore(queue_length)
        self._shares, self._board = Semaphore(share), SlotBoard(slots)
        self._line: deque[Ticket] = deque()
        # It starts no thread before there is something to do, so that it survives a fork.
        self._threads = ThreadPoolExecutor(slots, "slot", partial(lower_priority, SEARCH_NICENESS))

    def run(
        self,
        ticket: Ticket,
        unwanted: Callable[[], bool],
        search: Callable[[], Analysis],
        deadline: float,
    ) -> Analysis | None:
        """Return what `search` returns, run in a slot; None if none gets free by the deadline.

        While it waits, it calls `unwanted` every few milliseconds, which ends the waiting if it
        returns True or raises. Raises `ProblemError` at once if the queue is full, or the address
        has its share.
        """
        if time.monotonic() >= deadline:
            return None
        with self._share(ticket.address):
            ticket.slot = None if self._line else self._take(ticket.address)
            if ticket.slot is None:
                with current_stats().timed("queue"):
                    ticket.slot = self._wait(ticket, unwanted, deadline)
            if ticket.slot is None:
                return None
            progress = current_progress()
            try:
                with metrics.busy_slots.track_inprogress():
                    return self._threads.submit(progress.followed(search)).result()
            finally:
                progress.mark()
                self._board.leave(ticket.slot)
                self._slots.release(ticket.slot)

    def wants_back(self, ticket: Ticket) -> bool:
        """Return whether a search is to end early, for an address with fewer slots claims it."""
        return ticket.slot is not None and self._board.wanted_back(ticket.slot)

    @contextmanager
    def _share(self, address: int) -> Iterator[None]:
        permit = self._shares.acquire(address)
        if permit is None:
            detail = f"{self._shares.count} long searches of this address go on or wait"
            raise overloaded("share_full", f"{detail}, which is its share. Try again shortly.")
        try:
            yield
        finally:
            self._shares.release(permit)

    def _take(self, address: int) -> int | None:
        """Return a free slot that no other address has a claim to, or None."""
        slot = self._slots.acquire(allowed=lambda each: self._board.admits(each, address))
        if slot is not None:
            self._board.enter(slot, address)
        return slot

    def _wait(self, ticket: Ticket, unwanted: Callable[[], bool], deadline: float) -> int | None:
        permit = self._queue.acquire()
        if permit is None:
            detail = f"{self._slots.count} long searches are going on and {self._queue.count} wait"
            raise overloaded("queue_full", f"{detail}, which is the limit. Try again shortly.")
        self._line.append(ticket)
        metrics.queue_length.inc()
        try:
            while time.monotonic() < deadline and not unwanted():
                # Of several workers the first that looks gets the slot, unless there is a claim.
                if self._is_next(ticket):
                    if (slot := self._take(ticket.address)) is not None:
                        return slot
                    self._board.claim(ticket.address)
                time.sleep(POLL_SECONDS)
            return None
        finally:
            metrics.queue_length.dec()
            self._line.remove(ticket)
            self._queue.release(permit)

    def _is_next(self, ticket: Ticket) -> bool:
        """Return whether this is the earliest ticket of the addresses with the fewest slots."""
        return min(tuple(self._line), key=lambda each: self._board.held_by(each.address)) is ticket
