"""Complete analyses in a Redis server that replicas share."""

import logging
import math
import time
from collections.abc import Callable
from typing import Literal

from service.game import Board
from service.sharing.breaker import Breaker
from service.sharing.entries import MOST_BYTES, RefusedEntryError, key_of, pack, unpack
from service.solver import Analysis

Event = Literal["hit", "miss", "refused", "error", "kept", "dropped"]
"""The outcome of a look-up, or of keeping; after a refused entry there is a hit or a miss, too."""

MOST_CELLS = 400
"""The size of the largest board that is looked up and kept."""
WARNING_SECONDS = 60.0
"""The least interval between log lines about refused entries."""

_log = logging.getLogger(__name__)


class NotSharedError(ValueError):
    """An analysis cannot be published, for this reason."""


class SharedStore:
    """A `Store` of the solver, which lives as long as the process and any that are forked from it.

    Any number of threads may use it, each at the time on a connection of its own.
    """

    def __init__(
        self,
        url: str,
        secret: bytes,
        keep_seconds: int,
        timeout_seconds: float,
        count: Callable[[Event], None] = lambda event: None,
        rest_seconds: float = 5.0,
    ) -> None:
        """Use the server at `url`, of scheme redis, rediss or unix; nothing is connected yet.

        The server may be silent for `timeout_seconds`; after a failure it is not asked for
        `rest_seconds`. Entries last for `keep_seconds`. `count` is called with every event,
        from any thread.
        """
        # The import takes long, and most processes have no use for it.
        from service.sharing.redis_client import RedisClient

        self._secret, self._count = secret, count
        self._breaker = Breaker(rest_seconds)
        self._client = RedisClient(url, keep_seconds, timeout_seconds)
        self._warned = -math.inf

    def recall(self, board: Board, *, best_only: bool) -> Analysis | None:
        """Return a complete analysis of `board`; None if there is none to be had.

        An analysis of all options serves a question for the best one, if there is none of that.
        """
        if board.rules.cells > MOST_CELLS or not self._breaker.admits():
            return None
        asked = [True, False] if best_only else [False]
        keys = [key_of(board, best_only=best) for best in asked]
        try:
            entries = self._client.fetch(keys)
        except Exception as error:  # The analysis goes on without the cache.
            self._fail(error)
            return None
        self._breaker.close()
        for key, entry in zip(keys, entries, strict=True):
            analysis = self._open(entry, key) if entry else None
            if analysis is not None:
                self._count("hit")
                return analysis
        self._count("miss")
        return None

    def keep(self, board: Board, analysis: Analysis, *, best_only: bool) -> None:
        """Keep a complete analysis of a game in progress, unless the server fails."""
        if self._breaker.open:
            self._count("dropped")
            return
        try:
            self.publish(analysis, best_only=best_only)
        except NotSharedError:
            self._count("dropped")
        except Exception as error:  # The answer is given without the cache.
            self._fail(error)
        else:
            self._count("kept")

    def publish(self, analysis: Analysis, *, best_only: bool) -> None:
        """Keep a complete analysis of a game in progress.

        Raises NotSharedError where replicas would not ask for it, else what the server fails with.
        """
        board = analysis.board
        if board.rules.cells > MOST_CELLS:
            raise NotSharedError(f"boards of more than {MOST_CELLS} cells are not shared")
        if not analysis.whole or not analysis.options:
            raise NotSharedError("it is not complete")
        key = key_of(board, best_only=best_only)
        entry = pack(analysis, key, self._secret)
        if len(entry) > MOST_BYTES:
            raise NotSharedError("it is too large")
        self._client.put(key, entry)

    def _open(self, entry: bytes, key: str) -> Analysis | None:
        try:
            return unpack(entry, key, self._secret)
        except RefusedEntryError as error:
            self._count("refused")
            now = time.monotonic()
            if now >= self._warned + WARNING_SECONDS:
                self._warned = now
                _log.warning("An entry of the shared cache is refused: %s.", error)
            return None

    def _fail(self, error: Exception) -> None:
        self._count("error")
        self._breaker.trip(error)
