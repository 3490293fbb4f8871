"""The solver as requests may use it: a quick probe for each, and slots for what takes longer."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from service.api.admission.address import address_number
from service.api.admission.bell import Bell
from service.api.admission.fifo_semaphore import FifoSemaphore
from service.api.admission.lifecycle import Lifecycle
from service.api.admission.policy import (
    CROWDED_LATE_SECONDS,
    HEAVY_CELLS,
    TINY_CELLS,
    overloaded,
    refuse_crowd,
    refuse_late,
)
from service.api.admission.slots import Slots, Ticket
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
        self, solver: Solver, slots: Slots, lifecycle: Lifecycle, most_waiting: int, cores: int
    ) -> None:
        """Up to `most_waiting` questions may wait for a turn; light work has `cores` turns."""
        self._solver, self._slots, self._lifecycle = solver, slots, lifecycle
        self._most_waiting = most_waiting
        self._heavy, self._light = FifoSemaphore(1), FifoSemaphore(cores)

    def analyse(
        self, board: Board, budget: Budget, client: Client, *, silent: bool = False
    ) -> Analysis:
        """Return what can be said of `board` within the budget, of which waiting is a part.

        A search ends early when the server stops, or when its address has more slots than another
        address that waits for one. Raises `ProblemError` when too much is asked of the service at
        once, also when the time was over long ago. The caller must not hold a turn. Of a `silent`
        search, as of another position than the one asked for, the client is told nothing.
        """
        ticket = Ticket(address_number(client.address))

        def observe(look: Look) -> bool:
            if silent:
                client.check()
            else:
                client.follow(look)
            return self._lifecycle.aborts_searches or self._slots.wants_back(ticket)

        def wait(bell: Bell, seconds: float) -> bool:
            client.wait(bell, seconds)
            return not self._lifecycle.aborts_searches

        admission = _Admission(self, board, budget, partial(self._slots.run, ticket, wait))
        return self._solver.analyse(board, budget, observe, admission)

    def glance(self, board: Board, budget: Budget) -> Analysis:
        """Return what can be said of a board of any size without a search; within a turn."""
        return self._solver.glance(board, budget)

    @contextmanager
    def turn(self, board: Board | None = None, budget: Budget | None = None) -> Iterator[None]:
        """Have a turn at working in Python, see `policy`: some milliseconds, without any waiting.

        A thread waits for nothing within a turn: no search or slot, no client, no shared cache, no
        other turn. Then no thread waits for one that waits itself. Other locks are taken within a
        turn, never the other way round.

        The turn is a heavy one for a large request, and for a large `board`. With a `budget`,
        raises `ProblemError` where the work would come late, except for a tiny board, and for the
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


@dataclass(slots=True)
class _Admission:
    """An `Admission` for the analysis that a client asks for."""

    service: AnalysisService
    board: Board
    budget: Budget
    search: Callable[[Callable[[], Analysis], float], Analysis | None]
    """See `Admission`."""
    begun: bool = False
    """Whether the work has begun, and is not refused any more for being late."""

    def briefly(self, work: Callable[[], Found]) -> Found:
        """See `Admission`."""
        with self.service.turn(self.board, None if self.begun else self.budget):
            self.begun = True
            return work()
