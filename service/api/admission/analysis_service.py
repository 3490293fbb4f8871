"""The solver as requests may use it: a quick probe for each, and slots for what takes longer."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from service.api.admission.address import address_number
from service.api.admission.bell import Bell
from service.api.admission.fifo_semaphore import FifoSemaphore
from service.api.admission.lifecycle import Lifecycle
from service.api.admission.places import LOOK_SECONDS, Places
from service.api.admission.policy import (
    CROWDED_LATE_SECONDS,
    HEAVY_CELLS,
    SEARCH_NICENESS,
    TINY_CELLS,
    lower_priority,
    overloaded,
    refuse_crowd,
    refuse_late,
)
from service.api.telemetry import metrics
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.game import Board
from service.solver import Analysis, Budget, Look, Solver

Found = TypeVar("Found")


class Client(Protocol):
    """A client that waits for an analysis. All methods raise `ConnectionResetError` once it has
    closed the connection."""

    @property
    def address(self) -> str:
        """Return the address that the client asks from, as far as it is known."""

    def check(self) -> None:
        """Called now and then while there is nothing to tell."""

    def wait(self, bell: Bell, seconds: float) -> None:
        """Wait for a bell, while there is no slot for the search.

        After so many seconds at the latest, or when the client has gone, it returns.
        """

    def follow(self, look: Look) -> None:
        """Called every millisecond or so while the search goes on; see `Observer`."""


class AnalysisService:
    """Analyses positions for clients, as long as they are connected."""

    def __init__(
        self, solver: Solver, places: Places, lifecycle: Lifecycle, most_waiting: int, cores: int
    ) -> None:
        """Up to `most_waiting` questions may wait for a turn; light work has `cores` turns."""
        self._solver, self._most_waiting = solver, most_waiting
        self.places, self.lifecycle = places, lifecycle
        lower = partial(lower_priority, SEARCH_NICENESS)
        # It starts no thread before there is something to do, so that it survives a fork.
        self.threads = ThreadPoolExecutor(places.slots, "slot", lower)
        """The threads of searches that have a slot."""
        self._heavy, self._light = FifoSemaphore(1), FifoSemaphore(cores)

    def analyse(
        self, board: Board, budget: Budget, client: Client, *, silent: bool = False
    ) -> Analysis:
        """Return what can be said of `board` within the budget, of which waiting is a part.

        A search ends early when the server stops, or when its address has more slots than another
        address that waits for one. Raises `RefusedError` when too much is asked of the service at
        once, also when the time was over long ago. The caller must not hold a turn. Of a `silent`
        search, as of another position than the one asked for, the client is told nothing.
        """
        asked = Asked(self, board, budget, client, silent)
        return self._solver.analyse(board, budget, asked.observe, asked)

    def glance(self, board: Board, budget: Budget) -> Analysis:
        """Return what can be said of a board of any size without a search; within a turn."""
        return self._solver.glance(board, budget)

    def of(self, client: Client) -> "ClientAnalyses":
        """Return the solver as the questions of a client may use it."""
        return ClientAnalyses(self, client)

    @contextmanager
    def turn(self, board: Board | None = None, budget: Budget | None = None) -> Iterator[None]:
        """Have a turn at working in Python, see `policy`: some milliseconds, without any waiting.

        A thread waits for nothing within a turn: no search or slot, no client, no shared cache, no
        other turn. Then no thread waits for one that waits itself. Other locks are taken within a
        turn, never the other way round.

        The turn is a heavy one for a large request, and for a large `board`. With a `budget`,
        raises `RefusedError` where the work would come late, except for a tiny board, and for the
        small questions of a batch, which share the time of the batch.
        """
        stats, cells = current_stats(), 0 if board is None else board.rules.cells
        turns = self._heavy if stats.heavy or cells > HEAVY_CELLS else self._light
        punctual = budget is not None and cells > TINY_CELLS and stats.batch is None
        if not turns.acquire(timeout=0):
            with stats.timed("queue"):
                self._wait(turns, budget if punctual else None)
        try:
            if budget is not None and (punctual or cells > HEAVY_CELLS):
                refuse_late(budget.spent, budget.seconds or 0.0)
            yield
        finally:
            turns.release()

    def _wait(self, turns: FifoSemaphore, budget: Budget | None) -> None:
        """Wait for a turn; with a budget, only as long as the answer would not come late."""
        if budget is None:
            turns.acquire()
            return
        refuse_crowd(turns.waiting, self._most_waiting, "questions wait to be looked at")
        left = budget.deadline + CROWDED_LATE_SECONDS - time.monotonic()
        if not turns.acquire(timeout=max(left, 0.0)):
            seconds = time.monotonic() - budget.deadline
            detail = f"So much is asked that the answer would come {seconds:.1f} s late."
            raise overloaded("late", f"{detail} Try again shortly.")


class ClientAnalyses:
    """The `Analyses` of the questions of a client."""

    def __init__(self, service: AnalysisService, client: Client) -> None:
        self._service, self._client = service, client
        self.notes, self.turn, self.glance = current_stats(), service.turn, service.glance

    def analyse(self, board: Board, budget: Budget, *, silent: bool = False) -> Analysis:
        return self._service.analyse(board, budget, self._client, silent=silent)


@dataclass(slots=True)
class Asked:
    """The analysis that a client asks for: its `Admission`, and its `Observer`."""

    service: AnalysisService
    board: Board
    budget: Budget
    client: Client
    silent: bool = False
    """Whether the client is told nothing."""
    begun: bool = False
    """Whether the work has begun, and is not refused any more for being late."""
    place: int | None = None
    """The place of its search, see `Places`."""

    def observe(self, look: Look) -> bool:
        """Return whether the search is to end early."""
        if self.silent:
            self.client.check()
        else:
            self.client.follow(look)
        wanted = self.place is not None and self.service.places.wanted_back(self.place)
        return wanted or self.service.lifecycle.aborts_searches

    def briefly(self, work: Callable[[], Found]) -> Found:
        """See `Admission`."""
        with self.service.turn(self.board, None if self.begun else self.budget):
            self.begun = True
            return work()

    def search(self, search: Callable[[], Analysis], deadline: float) -> Analysis | None:
        """See `Admission`; the search runs at a low priority, in a slot.

        Raises `RefusedError` at once if too many wait, or the address has its share.
        """
        if time.monotonic() >= deadline:
            return None
        places = self.service.places
        self.place = places.enter(address_number(self.client.address))
        try:
            if not (places.has_slot(self.place) or self._has_waited(self.place, deadline)):
                return None
            progress = current_progress()
            try:
                with metrics.busy_slots.track_inprogress():
                    return self.service.threads.submit(progress.followed(search)).result()
            finally:
                progress.mark()
        finally:
            places.leave(self.place)

    def _has_waited(self, place: int, deadline: float) -> bool:
        """Wait for a slot, and return whether the place has one."""
        places = self.service.places
        with current_stats().timed("queue"), metrics.queue_length.track_inprogress():
            while not places.has_slot(place):
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                self.client.wait(places.bell(place), min(left, LOOK_SECONDS))
                if self.service.lifecycle.aborts_searches:
                    return False
                places.look()
        return True
