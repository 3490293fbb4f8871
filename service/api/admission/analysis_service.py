"""The solver as requests may use it: a quick probe for each, and slots for what takes longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from service.api.admission.address import address_number
from service.api.admission.lifecycle import Lifecycle
from service.api.admission.slots import Slots, Ticket
from service.api.admission.turns import Turns
from service.api.http.problems import ProblemError
from service.api.telemetry import metrics
from service.api.telemetry.request_stats import current_stats
from service.game import Board
from service.solver import Analysis, Budget, Look, Solver

LATE_SECONDS = 1.0
"""What is late by less is answered with what is known at once, unless others wait; see `turns`."""
SMALL_CELLS = 100
"""So is, however late, what a batch asks about a board of no more cells."""
TINY_CELLS = 16
"""So is whatever is asked about one of these: answering costs hardly more than refusing."""


Found = TypeVar("Found")


class Client(Protocol):
    """Who waits for an analysis. Both methods raise `ConnectionResetError` once it has gone."""

    @property
    def address(self) -> str:
        """Where it asks from, as far as is known."""

    def wait(self) -> None:
        """Called every few milliseconds while there is no slot for the search."""

    def follow(self, look: Look) -> None:
        """Called every millisecond or so while the search goes on; see `Observer`."""


class AnalysisService:
    """Analyses positions for clients, as long as they are there."""

    def __init__(
        self, solver: Solver, slots: Slots, lifecycle: Lifecycle, most_waiting: int, at_once: int
    ) -> None:
        """So many questions may wait to be looked at, and so many small ones are at once."""
        self._solver, self._slots, self._lifecycle = solver, slots, lifecycle
        self._heavy, self._light = Turns(most_waiting), Turns(most_waiting, at_once)

    def at_once(self, board: Board, budget: Budget) -> Analysis | None:
        """What can be said of a small board without a search; None if that takes one."""
        small = board.rules.cells <= SMALL_CELLS
        return self._solver.at_once(board, budget) if small else None

    def analyse(self, board: Board, budget: Budget, client: Client) -> Analysis:
        """What can be said of `board` within the budget; waiting for a slot counts as thinking.

        When the server ends, searches end as when their time is over; so they do where one address
        has more slots than another that waits for one. Raises `ProblemError` when
        too much is asked of the service at once, also when the time was over long ago. No turn is
        held by whoever calls it.
        """

        ticket = Ticket(address_number(client.address))

        def observe(look: Look) -> bool:
            client.follow(look)
            return self._lifecycle.hurrying or self._slots.wants_back(ticket)

        admission = _Admission(self, board, budget, client, ticket)
        return self._solver.analyse(board, budget, observe, admission)

    def glance(self, board: Board, budget: Budget) -> Analysis:
        """What can be said of a board of any size without a search; within a turn."""
        return self._solver.glance(board, budget)

    def search(
        self, ticket: Ticket, client: Client, search: Callable[[], Analysis], deadline: float
    ) -> Analysis | None:
        """What `search` returns, run in a slot; None if none gets free in time."""

        def unwanted() -> bool:
            client.wait()
            return self._lifecycle.hurrying

        return self._slots.run(ticket, unwanted, search, deadline)

    @contextmanager
    def turn(self, board: Board | None = None, budget: Budget | None = None) -> Iterator[None]:
        """Within, this thread works and waits for nothing, and few others of its kind do here.

        Of heavy work it is the only one: that is all that is done for a large request, and what is
        done about a large `board`. With a `budget`, raises `ProblemError` where it would come late,
        but for a tiny board and for the questions of a batch.
        """
        stats, cells = current_stats(), 0 if board is None else board.rules.cells
        turns = self._heavy if stats.heavy or cells > SMALL_CELLS else self._light
        # The questions of a batch share its time, and small ones are answered all the same.
        alone = budget is not None and cells > TINY_CELLS and stats.batch is None
        with turns.one(budget.deadline if budget is not None and alone else None):
            if budget is not None and (alone or cells > SMALL_CELLS):
                refuse_late(budget.spent, budget.seconds or 0.0)
            yield


@dataclass(slots=True)
class _Admission:
    """An `Admission` for the analysis that a client asks for."""

    service: AnalysisService
    board: Board
    budget: Budget
    client: Client
    ticket: Ticket
    begun: bool = False
    """What has begun is not refused any more for being late."""

    def briefly(self, work: Callable[[], Found]) -> Found:
        """See `Admission`."""
        with self.service.turn(self.board, None if self.begun else self.budget):
            self.begun = True
            return work()

    def search(self, search: Callable[[], Analysis], deadline: float) -> Analysis | None:
        """See `Admission`."""
        return self.service.search(self.ticket, self.client, search, deadline)


def refuse_late(
    spent: float,
    seconds: float,
    detail: str = "This has waited for {:.1f} s, longer than it may take. Try again shortly.",
) -> None:
    """Raise `ProblemError` if what has waited for so long begins when it should have ended."""
    if spent > seconds + LATE_SECONDS:
        metrics.rejected.labels("late").inc()
        raise ProblemError("overloaded", detail.format(spent))
