"""What answers the questions of the tools."""

from collections.abc import Sequence
from typing import Any, Protocol

from service.api.judging import Answer, Question


class Answerer(Protocol):
    """Answers questions, several at once; where the task that asks is cancelled, a search ends."""

    async def ask(self, question: Question) -> Answer:
        """Return the answer to a question; `RefusedError` if it has none."""

    async def most_milliseconds(self) -> int:
        """Return the longest thinking time of one question; `RefusedError` if nobody says."""


class RefusedError(Exception):
    """A question without an answer: what is wrong, and at which of its fields."""

    def __init__(self, detail: str, errors: Sequence[Any] = ()) -> None:
        """Take over what a problem says: its detail, and errors with `pointer` and `message`."""
        super().__init__(detail)
        self.detail, self.errors = detail, errors
