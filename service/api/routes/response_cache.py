"""A cache of complete answers by the bytes of their questions, one in each worker process.

A question that names no language is answered in that of its client, so it is part of the key.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from threading import Lock
from wsgiref.types import WSGIEnvironment

from cachetools import LRUCache

from service.api.admission.policy import HEAVY_BYTES
from service.api.http.etag import set_tag
from service.api.telemetry.request_stats import RequestStats
from service.game import Board
from service.languages import Language
from service.questions.notes import Outcome

MAX_BYTES = 8 << 20
"""The memory that answers may take in each worker."""
OVERHEAD_BYTES = HEAVY_BYTES + 2048
"""The memory that an entry takes beside its answer: the longest question, and the other objects."""
COST = re.compile(rb'"nodes":.*?"time_ms":[^}]*')
"""What an answer has cost, in JSON, in which a name with its colon stands in no string."""

Key = tuple[bytes, Language]
"""The body of a request, and the language that its client accepts."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """An answer that stays the same whenever it is asked for, but for its cost."""

    tag: str
    """The entity tag of the answer."""
    language: Language
    """The language of the answer."""
    question: tuple[Board, str, int | None]
    """The position, the level and its strength."""
    outcome: Outcome
    answer: bytes
    """The answer in JSON: the garbage collector would look at each part of the objects."""

    @property
    def nbytes(self) -> int:
        """The memory that the entry takes at most with its question, in bytes."""
        return len(self.answer) + OVERHEAD_BYTES

    def write(self, environ: WSGIEnvironment, stats: RequestStats) -> bytes:
        """Return the answer in JSON at the cost of this look-up, and note it in `stats`."""
        set_tag(environ, self.tag)
        stats.note_question(*self.question)
        stats.note_known_answer(self.outcome)
        cost = f'"nodes":0,"table_hits":1,"time_ms":{round(1000 * stats.seconds, 3)}'
        return COST.sub(cost.encode(), self.answer, count=1)


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
