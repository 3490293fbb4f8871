"""A cache of complete answers by the bytes of their questions, one in each worker process.

A question that names no language is answered in that of its client, so it is part of the key.
"""

from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from threading import Lock

from cachetools import LRUCache
from pydantic_core import to_json

from service.api.admission.policy import HEAVY_BYTES
from service.api.http.etag import set_tag
from service.api.schemas import MoveResponse
from service.api.telemetry.request_stats import RequestStats
from service.game import Board
from service.languages import Language

MAX_BYTES = 8 << 20
"""The memory that answers may take in each worker."""
OVERHEAD_BYTES = HEAVY_BYTES + 2048
"""The memory that an entry takes beside its answer: the longest question, and the other objects."""
BYTES_OF_JSON_BYTE = 2
"""The memory that an answer takes for each byte of its JSON, at most."""


Key = tuple[bytes, Language]
"""The body of a request, and the language that its client accepts."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """An answer that stays the same whenever it is asked for, but for its cost."""

    tag: str
    """The entity tag of the answer."""
    language: Language
    """The language of the answer."""
    board: Board
    answer: MoveResponse
    json_bytes: int
    """The length of the answer in JSON."""

    @property
    def nbytes(self) -> int:
        """The memory that the entry takes at most with its question, in bytes."""
        return BYTES_OF_JSON_BYTE * self.json_bytes + OVERHEAD_BYTES

    def write(self, stats: RequestStats) -> bytes:
        """Return the answer in JSON at the cost of this look-up, and note it in `stats`."""
        answer = self.answer
        set_tag(self.tag)
        stats.note_question(self.board, answer["level"], answer["strength"])
        stats.note_known_answer((answer["value"], answer["proof"]["method"]))
        cost = {"nodes": 0, "table_hits": 1, "time_ms": round(1000 * stats.seconds, 3)}
        return to_json(answer | {"search": answer["search"] | cost})


class ResponseCache:
    """The answers by all that they depend on and that differs from one request to another."""

    def __init__(self) -> None:
        self._answers: LRUCache[Key, CachedResponse]
        self._answers = LRUCache(MAX_BYTES, attrgetter("nbytes"))
        self._lock = Lock()

    def get(self, question: Key) -> CachedResponse | None:
        """Return the answer to a question; None if none is kept."""
        with self._lock:
            return self._answers.get(question)

    def keep(self, question: Key, response: CachedResponse) -> None:
        """Keep a complete answer, unless its question is heavy: such an answer takes its time."""
        if len(question[0]) <= HEAVY_BYTES:
            with self._lock, suppress(ValueError):  # Of an answer too large for the cache alone.
                self._answers[question] = response
