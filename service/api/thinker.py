"""The solver as requests may use it: a glance for each, and slots for what takes longer."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from service.api.lifecycle import Lifecycle
from service.api.slots import Slots
from service.game import Board
from service.solver import Analysis, Budget, Look, Solver


class Client(Protocol):
    """Who waits for an analysis. Both methods raise `ConnectionResetError` once it has gone."""

    def wait(self) -> None:
        """Called every few milliseconds while there is no slot for the search."""

    def follow(self, look: Look) -> None:
        """Called every millisecond or so while the search goes on; see `Observer`."""


class Thinker:
    """Analyses positions for clients, as long as they are there."""

    def __init__(self, solver: Solver, slots: Slots, lifecycle: Lifecycle) -> None:
        self._solver, self._slots, self._lifecycle = solver, slots, lifecycle

    def analyse(self, board: Board, budget: Budget, client: Client) -> Analysis:
        """What can be said of `board` within the budget; waiting for a slot counts as thinking.

        When the service stops, searches end as if their time were over. Raises `ProblemError` when
        too much is asked of the service at once.
        """

        def unwanted() -> bool:
            client.wait()
            return self._lifecycle.draining

        def observe(look: Look) -> bool:
            client.follow(look)
            return self._lifecycle.draining

        return self._solver.analyse(board, budget, observe, partial(self._slots.run, unwanted))
