"""Clients that ask without a pause, and what became of each request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

from tests.api.questions import EMPTY, JSON
from tests.api.raw import WAIT_SECONDS, wait_until
from tests.conftest import LiveServer

REFUSED, LOST = "connection refused", "lost"


class Load:
    """So many clients; every other one keeps its connection."""

    def __init__(self, server: LiveServer, clients: int) -> None:
        self.server = server
        self.outcomes: list[list[int | str]] = [[] for _ in range(clients)]
        """Of each client: statuses, `LOST`, and `REFUSED`, after which it asks no more."""
        self._stopped = Event()
        self._threads = [Thread(target=self._ask, args=(index,)) for index in range(clients)]

    @property
    def answered(self) -> int:
        """How many good answers there have been."""
        return sum(outcomes.count(200) for outcomes in self.outcomes)

    def go_on(self, more: int) -> None:
        """Wait until there have been so many more."""
        enough = self.answered + more
        wait_until(lambda: self.answered >= enough)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Ask, and see all that was asked through."""
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            for thread in self._threads:
                thread.join()

    def _ask(self, index: int) -> None:
        outcomes = self.outcomes[index]
        connection = HTTPConnection(self.server.host, self.server.port, timeout=WAIT_SECONDS)
        while not self._stopped.is_set() and REFUSED not in outcomes:
            try:
                connection.request("POST", "/move", json.dumps(EMPTY), JSON)
                response = connection.getresponse()
                response.read()
                outcomes.append(response.status)
            except ConnectionRefusedError:
                outcomes.append(REFUSED)
            except (OSError, HTTPException):
                outcomes.append(LOST)
                connection.close()
            if index % 2:
                connection.close()
        connection.close()
