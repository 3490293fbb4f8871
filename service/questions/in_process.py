"""Questions, as `POST /move` takes them, answered in this process."""

import errno
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from threading import Event, Semaphore
from typing import Any, TypeVar

from service import sharing
from service.game import Board
from service.questions.answering import answer_question
from service.questions.notes import Notes
from service.questions.schemas import MoveResponse
from service.settings import Settings
from service.solver import Analysis, Budget, Look, Solver, read_book

LOOK_SECONDS = 0.05
"""How often who waits for a slot looks whether its caller has left."""

Found = TypeVar("Found")


class Caller:
    """Who waits for an answer, and may leave."""

    def __init__(self) -> None:
        self._left = Event()

    def leave(self) -> None:
        """Have the search end soon; any thread may call it."""
        self._left.set()

    def check(self) -> None:
        """Raise `ConnectionResetError` when the caller has left."""
        if self._left.is_set():
            raise ConnectionResetError(errno.ECONNRESET, "the caller has left")


class InProcessService:
    """Answers as the server does, within the limits of the same settings. For any threads."""

    def __init__(self, settings: Settings) -> None:
        """It is for the caller to warm the `solver` up."""
        self.solver = new_solver(settings)
        self._settings = settings
        self._slots = Semaphore(settings.solver_slots)

    def answer(self, question: Any, caller: Caller | None = None) -> MoveResponse:
        """Return the answer to a question in a JSON value; `RefusedError` if it has none.

        Raises `ConnectionResetError` if the caller leaves before.
        """
        analyses = _CallerAnalyses(self.solver, self._slots, caller or Caller())
        return answer_question(analyses, self._settings, question, lambda answer: answer)


@dataclass(slots=True)
class _CallerAnalyses:
    """The `Analyses` of a caller, and the `Admission` of its searches, each of which has a slot."""

    solver: Solver
    slots: Semaphore
    caller: Caller
    notes: Notes = field(default_factory=Notes)

    def analyse(self, board: Board, budget: Budget, *, silent: bool = False) -> Analysis:
        return self.solver.analyse(board, budget, self._observe, self)

    def glance(self, board: Board, budget: Budget) -> Analysis:
        return self.solver.glance(board, budget)

    def turn(
        self, board: Board | None = None, budget: Budget | None = None
    ) -> AbstractContextManager[None]:
        return nullcontext()

    def briefly(self, work: Callable[[], Found]) -> Found:
        return work()

    def search(self, search: Callable[[], Analysis], deadline: float) -> Analysis | None:
        left = deadline - time.monotonic()
        while not self.slots.acquire(timeout=max(min(left, LOOK_SECONDS), 0.0)):
            self.caller.check()
            left = deadline - time.monotonic()
            if left <= 0:
                return None
        try:
            return search()
        finally:
            self.slots.release()

    def _observe(self, look: Look) -> bool:
        self.caller.check()
        return False


def new_solver(
    settings: Settings, on_event: Callable[[sharing.Event], None] = lambda event: None
) -> Solver:
    """Return a solver that is not warm yet, with the shared cache and the book of the settings.

    What comes of asking the cache is told to `on_event`.
    """
    store = None
    if settings.cache_url:
        store = sharing.SharedStore(
            settings.cache_url,
            settings.cache_secret.get_secret_value().encode(),
            settings.cache_seconds,
            settings.cache_timeout_ms / 1000,
            on_event,
        )
    book = read_book(wanted=settings.book)
    return Solver(settings.table_mebibytes, settings.threads_per_search, store, book)
