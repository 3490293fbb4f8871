"""A constant load of questions, and what came of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

import requests

from tests.api.questions import EMPTY
from tests.waiting import wait_until

SHORT = EMPTY
LONGER = {"board": ["......"] * 6, "row_length": 5, "time_limit_ms": 150}
PAUSE_SECONDS = 0.01
AT_LEAST = 20
"""Questions that are answered while things are in one state."""


class Load:
    """Clients that ask all the time: one on a connection it keeps, one on a new one each time."""

    def __init__(self, url: str) -> None:
        self.outcomes: Counter[str] = Counter()
        self._url = url
        self._stop = Event()
        self._lock = Lock()
        self._threads = [
            Thread(target=self._ask, args=(keep, question))
            for keep, question in ((True, SHORT), (False, SHORT), (True, LONGER))
        ]

    def go_on(self) -> None:
        """Wait until some more questions are answered, as things are now."""
        before = self.outcomes.total()
        wait_until(lambda: self.outcomes.total() >= before + AT_LEAST)

    def _ask(self, keep: bool, question: dict[str, object]) -> None:
        session = requests.Session()
        while not self._stop.wait(PAUSE_SECONDS):
            try:
                response = session.post(f"{self._url}/move", json=question, timeout=30)
                outcome = str(response.status_code)
            except requests.RequestException as error:
                outcome = repr(error)
            with self._lock:
                self.outcomes[outcome] += 1
            if not keep:
                session.close()

    def begin(self) -> None:
        """Begin to ask."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Ask no more."""
        self._stop.set()
        for thread in self._threads:
            thread.join()


@contextmanager
def load_on(url: str) -> Iterator[Load]:
    """A load that lasts as long as the context."""
    load = Load(url)
    load.begin()
    try:
        yield load
    finally:
        load.end()
