"""Searches that take long run in few slots, at a low priority; the others wait for one."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from service.api.admission.bell import Bell
from service.api.admission.places import LOOK_SECONDS, Places
from service.api.admission.policy import SEARCH_NICENESS, lower_priority
from service.api.telemetry import metrics
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.solver import Analysis

Wait = Callable[[Bell, float], bool]
"""Waits for a bell, for so many seconds at most; returns whether to go on waiting."""


@dataclass(slots=True, eq=False)
class Ticket:
    """A search that waits for a slot, or has one."""

    address: int
    """The number of the client's address, see `address_number`."""
    place: int | None = None


class Slots:
    """Slots for searches and a queue of those that wait, shared by all workers.

    One address has only its share of both. The next slot is for the address that has the fewest.
    """

    def __init__(self, slots: int, queue_length: int, share: int) -> None:
        """Make them before the workers are forked; an address may have `share` searches at once."""
        self._places = Places(slots, queue_length, share)
        # It starts no thread before there is something to do, so that it survives a fork.
        self._threads = ThreadPoolExecutor(slots, "slot", partial(lower_priority, SEARCH_NICENESS))

    def run(
        self, ticket: Ticket, wait: Wait, search: Callable[[], Analysis], deadline: float
    ) -> Analysis | None:
        """Return what `search` returns, run in a slot; None if none gets free by the deadline.

        Raises `ProblemError` at once if the queue is full, or the address has its share, and what
        `wait` raises.
        """
        if time.monotonic() >= deadline:
            return None
        place = ticket.place = self._places.enter(ticket.address)
        try:
            if not self._places.has_slot(place) and not self._await_slot(place, wait, deadline):
                return None
            progress = current_progress()
            try:
                with metrics.busy_slots.track_inprogress():
                    return self._threads.submit(progress.followed(search)).result()
            finally:
                progress.mark()
        finally:
            self._places.leave(place)

    def wants_back(self, ticket: Ticket) -> bool:
        """Return whether a search is to end early, for an address with fewer slots waits."""
        return ticket.place is not None and self._places.wanted_back(ticket.place)

    def _await_slot(self, place: int, wait: Wait, deadline: float) -> bool:
        bell = self._places.bell(place)
        with current_stats().timed("queue"), metrics.queue_length.track_inprogress():
            while not self._places.has_slot(place):
                left = deadline - time.monotonic()
                if left <= 0 or not wait(bell, min(left, LOOK_SECONDS)):
                    return False
                self._places.look()
        return True
