"""A cache of complete answers by the bytes of their questions, one in each worker process."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic_core import to_json

from service.api.admission.policy import HEAVY_BYTES
from service.api.http.etag import set_tag
from service.api.schemas import MoveResponse
from service.api.telemetry.request_stats import RequestStats
from service.game import Board
from service.game.lru_cache import LruCache

MAX_BYTES = 8 << 20
"""The memory that answers may take in each worker."""
OVERHEAD_BYTES = 2048
"""The memory that an entry takes beside its question and its answer."""
BYTES_OF_JSON_BYTE = 4
"""The memory that an answer takes for each byte of its JSON."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """An answer that stays the same whenever it is asked for, but for its cost."""

    tag: str
    """The entity tag of the answer."""
    board: Board
    answer: MoveResponse
    nbytes: int
    """The memory that the entry takes at most, in bytes."""

    def to_json(self, stats: RequestStats) -> bytes:
        """Return the answer in JSON at the cost of this look-up, and note it in `stats`."""
        answer = self.answer
        set_tag(self.tag)
        stats.note_question(self.board, answer["level"], answer["strength"])
        stats.note_known_answer((answer["value"], answer["proof"]["method"]))
        cost = {"nodes": 0, "table_hits": 1, "time_ms": round(1000 * stats.seconds, 3)}
        return to_json(answer | {"search": answer["search"] | cost})


class ResponseCache(LruCache[bytes, CachedResponse]):
    """The answers by the body of the request; all else that they depend on never changes."""

    def __init__(self) -> None:
        super().__init__(MAX_BYTES)

    def keep(
        self, question: bytes, tag: str, board: Board, answer: MoveResponse, json_bytes: int
    ) -> None:
        """Keep a complete answer, which has `json_bytes` in JSON, unless its question is heavy."""
        if len(question) <= HEAVY_BYTES:
            nbytes = OVERHEAD_BYTES + len(question) + BYTES_OF_JSON_BYTE * json_bytes
            self.put(question, CachedResponse(tag, board, answer, nbytes))
