"""The service without HTTP: questions, as `POST /move` takes them, answered in this process."""

import errno
from threading import Event
from typing import Any

from service.api.admission.bell import Bell
from service.api.admission.lifecycle import Lifecycle
from service.api.app import new_analysis_service, new_solver
from service.api.routes.answer import answer_question
from service.api.schemas import MoveResponse
from service.settings import Settings
from service.solver import Look, Solver

LOOK_SECONDS = 0.05
"""How often who waits for a slot looks whether its caller has left."""


class Caller:
    """Who waits for an answer in this process, and may leave; a `Client`."""

    address = ""

    def __init__(self) -> None:
        self._left = Event()

    def leave(self) -> None:
        """Have the search end soon; any thread may call it."""
        self._left.set()

    def check(self) -> None:
        if self._left.is_set():
            raise ConnectionResetError(errno.ECONNRESET, "the caller has left")

    def wait(self, bell: Bell, seconds: float) -> None:
        bell.wait(min(seconds, LOOK_SECONDS))
        self.check()

    def follow(self, look: Look) -> None:
        self.check()


class InProcessService:
    """Answers as the server does, within the limits of the same settings. For any threads."""

    def __init__(self, settings: Settings, solver: Solver | None = None) -> None:
        """Without a `solver` make one; it is for the caller to warm it up."""
        self.solver = solver or new_solver(settings)
        self._settings = settings
        self._analyses = new_analysis_service(settings, self.solver, Lifecycle())

    def answer(self, question: Any, caller: Caller) -> MoveResponse:
        """Return the answer to a question in a JSON value; `ProblemError` if it has none.

        Raises `ConnectionResetError` if the caller leaves before.
        """
        return answer_question(
            self._analyses, self._settings, question, caller, lambda answer: answer
        )
