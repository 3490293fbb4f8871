"""Clients that ask again and again, and what became of each request."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import Self
from urllib.parse import urlsplit

from tests.api.questions import JSON
from tests.support.waiting import PATIENCE_SECONDS, wait_until

REFUSED, LOST = "connection refused", "lost"


class Load:
    """A client for each question, which it asks again and again; every other one on one connection.

    The others take a new connection each time.
    """

    def __init__(
        self, url: str, questions: Sequence[Mapping[str, object]], pause_seconds: float = 0.0
    ) -> None:
        self.outcomes: list[list[int | str]] = [[] for _ in questions]
        """Of each client: statuses, `LOST`, and `REFUSED`, after which it asks no more."""
        self.url = url
        """Where new connections lead."""
        self._pause_seconds = pause_seconds
        self._stopped = Event()
        self._threads = [
            Thread(target=self._ask, args=(json.dumps(question), outcomes, index % 2 == 0))
            for index, (question, outcomes) in enumerate(zip(questions, self.outcomes, strict=True))
        ]

    @property
    def seen(self) -> set[int | str]:
        """Return every outcome that there has been."""
        return {each for outcomes in self.outcomes for each in outcomes}

    def count(self, outcome: int | str) -> int:
        """Return how often there has been this outcome."""
        return sum(outcomes.count(outcome) for outcomes in self.outcomes)

    def go_on(self, more: int) -> None:
        """Wait until there have been so many good answers more."""
        enough = self.count(200) + more
        wait_until(lambda: self.count(200) >= enough)

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Ask, and see all that was asked through."""
        for thread in self._threads:
            thread.start()
        try:
            yield self
        finally:
            self._stopped.set()
            for thread in self._threads:
                thread.join()

    def _ask(self, question: str, outcomes: list[int | str], keep: bool) -> None:
        connection: HTTPConnection | None = None
        while REFUSED not in outcomes and not self._stopped.wait(self._pause_seconds):
            if connection is None or connection.sock is None:
                address = urlsplit(self.url).netloc
                connection = HTTPConnection(address, timeout=PATIENCE_SECONDS)
            try:
                connection.request("POST", "/move", question, JSON)
                response = connection.getresponse()
                response.read()
                outcomes.append(response.status)
            except ConnectionRefusedError:
                outcomes.append(REFUSED)
            except (OSError, HTTPException):
                outcomes.append(LOST)
                connection.close()
            if not keep:
                connection.close()
        if connection is not None:
            connection.close()
