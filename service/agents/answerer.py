"""What answers the questions of the tools."""

from typing import Protocol

from service.questions.judging import Answer, Question


class Answerer(Protocol):
    """Answers questions, several at once; where the task that asks is cancelled, a search ends."""

    async def ask(self, question: Question) -> Answer:
        """Return the answer to a question; `RefusedError` if it has none."""

    async def most_milliseconds(self) -> int:
        """Return the longest thinking time of one question; `RefusedError` if nobody says."""
