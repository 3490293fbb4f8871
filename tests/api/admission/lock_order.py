"""A program that answers all kinds of questions in several threads, and watches their locks.

It prints pairs in JSON: what a thread held, and for what it waited, or could have, meanwhile. Locks
are named by the module that made them; the others are `turn`, `wait` (for a condition, an event or
a future) and `sleep`.
"""

import json
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.api.events import STREAM
from tests.api.questions import EMPTY, LARGE

ROOT = Path(__file__).parents[3]
THREADS = 4

_held: defaultdict[int, list[tuple[object, str]]] = defaultdict(list)
"""What each thread holds, with its name."""
_seen: set[tuple[str, str]] = set()


def _note(name: str, own: object = None) -> None:
    held = _held[threading.get_ident()]
    _seen.update((its_name, name) for each, its_name in held if each is not own)


class Watched:
    """A lock, or a turn, that tells who waits for it while holding others."""

    def __init__(self, lock: Any, name: str) -> None:
        self._lock, self._name = lock, name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lock, name)

    def acquire(self, *how: Any, **named: Any) -> bool:
        if named.get("blocking", True) and False not in how:
            _note(self._name, self)
        taken: bool = self._lock.acquire(*how, **named)
        if taken:
            _held[threading.get_ident()].append((self, self._name))
        return taken

    def release(self) -> None:
        self._lock.release()
        with suppress(ValueError):  # Another thread has acquired it.
            _held[threading.get_ident()].remove((self, self._name))

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def _watching(make: Callable[[], Any]) -> Callable[..., Any]:
    def watched(*_: object) -> Any:
        frame = sys._getframe(1)
        while frame.f_code.co_filename == threading.__file__ and frame.f_back:
            frame = frame.f_back
        path = Path(frame.f_code.co_filename)
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
        # The locks of which turns are made are released by others than those that acquire them.
        return make() if path.name == "fifo_semaphore.py" else Watched(make(), name)

    return watched


def watch() -> None:
    """Watch all locks that are made from now on."""
    for kind in ("Lock", "RLock"):
        setattr(threading, kind, _watching(getattr(threading, kind)))
    wait, sleep = threading.Condition.wait, time.sleep

    def noted_wait(self: Any, timeout: float | None = None) -> bool:
        _note("wait", self._lock)
        return wait(self, timeout)

    def noted_sleep(seconds: float) -> None:
        _note("sleep")
        sleep(seconds)

    threading.Condition.wait = noted_wait  # type: ignore[method-assign]
    time.sleep = noted_sleep  # type: ignore[assignment]


def run() -> None:
    """Ask, and print what was seen."""
    watch()
    from service.api.admission import analysis_service, fifo_semaphore
    from service.api.app import create_app
    from service.questions.in_process import new_solver
    from service.settings import Settings

    turns = fifo_semaphore.FifoSemaphore
    vars(analysis_service)["FifoSemaphore"] = lambda permits: Watched(turns(permits), "turn")
    settings = Settings(slots=1)
    solver = new_solver(settings)
    solver.warm_up()
    _seen.clear()
    client = create_app(settings, solver).test_client()

    def ask(index: int) -> int:
        path, question = QUESTIONS[index % len(QUESTIONS)]
        status: int = client.open(
            path,
            method="GET" if question is None else "POST",
            json=question,
            headers=STREAM if path == "/move" and index % 5 == 0 else {},
            environ_overrides={"service.is_heavy": index % 2 == 0},
        ).status_code
        return status

    with ThreadPoolExecutor(THREADS) as pool:
        statuses = set(pool.map(ask, range(THREADS * len(QUESTIONS))))
    # On a machine that is busy otherwise some come too late, but not again and again alone.
    for index in range(len(QUESTIONS)):
        while (status := ask(index)) == 503:
            pass
        statuses.add(status)
    assert statuses - {503} == {200, 422}, statuses
    sys.stdout.write(json.dumps(sorted(_seen)))


MIDDLE = {"board": ["." * 15] * 15, "row_length": 5, "time_limit_ms": 50}
QUESTIONS: list[tuple[str, dict[str, Any] | None]] = [
    ("/move", EMPTY),
    ("/move", EMPTY | {"evaluate": "none"}),
    ("/move", MIDDLE),
    ("/move", MIDDLE | {"evaluate": "none"}),
    ("/move", MIDDLE | {"evaluate": "none", "strength": 5}),
    ("/move", MIDDLE | {"level": "novice", "seed": 1}),
    ("/move", MIDDLE | {"moves": ["h8", "a1"]}),
    ("/move", LARGE | {"time_limit_ms": 50}),
    ("/move", LARGE | {"time_limit_ms": 50, "evaluate": "none", "level": "rules"}),
    ("/move", {"board": []}),
    ("/moves", {"requests": [EMPTY, MIDDLE, LARGE, MIDDLE | {"evaluate": "none"}]}),
    ("/metrics", None),
]


if __name__ == "__main__":
    run()
