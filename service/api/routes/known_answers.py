"""Answers as they were written: the same question again costs next to nothing."""

from __future__ import annotations

from typing import NamedTuple

from service.api.telemetry.request_stats import Outcome, RequestStats
from service.game import Board
from service.game.recent import Recent

MOST_KEPT = 8 << 20
"""Bytes of answers, in each worker."""
OVERHEAD = 2048
"""Bytes that any of them takes beside what is written of it."""
MOST_QUESTION_BYTES = 4096
"""Longer questions are about boards that take their time anyhow."""
COST = b'"nodes":'
"""Where the cost of an answer begins, which is not the same each time; a brace ends it."""


class KnownAnswer(NamedTuple):
    """An answer that will be the same whenever it is asked for, but for its cost."""

    tag: str
    before: bytes
    """What is written before the cost."""
    after: bytes
    board: Board
    level: str | None
    strength: int | None
    outcome: Outcome

    @property
    def nbytes(self) -> int:
        """What it takes at most with its question, in bytes."""
        return len(self.before) + len(self.after) + MOST_QUESTION_BYTES + OVERHEAD

    def write(self, stats: RequestStats) -> bytes:
        """The answer at the cost of looking it up, which is noted."""
        stats.tag = self.tag
        stats.note_question(self.board, self.level, self.strength)
        stats.note_known_answer(self.outcome)
        time_ms = 1000 * stats.seconds
        return b'%b"nodes":0,"table_hits":1,"time_ms":%.3f%b' % (self.before, time_ms, self.after)


class KnownAnswers:
    """By the body of the request, for all else that they depend on stays as it is."""

    def __init__(self) -> None:
        self._kept: Recent[bytes, KnownAnswer] = Recent(MOST_KEPT)

    def keep(self, question: bytes, answer: bytes, stats: RequestStats) -> None:
        """Keep the answer to a question, to which `stats` has given a tag."""
        if len(question) > MOST_QUESTION_BYTES or stats.tag is None or stats.board is None:
            return
        before, _, rest = answer.partition(COST)
        after = rest[rest.index(b"}") :]
        (outcome,) = stats.outcomes
        asked = stats.board, stats.level, stats.strength
        known = KnownAnswer(stats.tag, before, after, *asked, outcome)
        self._kept.keep(question, known)

    def write(self, question: bytes, stats: RequestStats) -> bytes | None:
        """The answer to a question, if it is known."""
        known = self._kept.recall(question)
        return None if known is None else known.write(stats)
