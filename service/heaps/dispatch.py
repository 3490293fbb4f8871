"""Which chunk is sent next, and what follows if its worker dies."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice
from queue import SimpleQueue

from service.heaps.answering import MOST_LINES, Answers, Terms, answers_of, refused
from service.heaps.asked import Asked
from service.heaps.questions import Line
from service.heaps.workers import Workers, WorkersError
from service.questions.refusals import RefusedError

WANTED_SECONDS, LEAST_SECONDS = 1.0, 1e-3
"""How long a chunk should take, and what counts as its least time."""
WAITING = 8
"""How many times as many chunks as are under way may be answered while one before them is not."""
DEATHS = 3
"""After so many deaths of its workers a chunk is sent line by line."""
MORE_DEATHS = 2
"""So many more workers may die of its first line before that is refused."""
MOST_DEATHS = 8
"""If more workers die before any answers again, it is not the fault of a line."""


@dataclass(slots=True, order=True)
class Chunk:
    """Lines that are answered together, or that are left of them; the first ones come first."""

    first: int
    """The number of the first line that is not answered."""
    lines: list[Line]
    answers: deque[Answers] = field(default_factory=deque)
    """The answers that are not taken yet."""
    deaths: int = 0


class Dispatch:
    """Sends the lines of a heap to workers as chunks, and takes the answers."""

    def __init__(self, workers: Workers, terms: Terms, lines: Iterator[Line], first: int) -> None:
        """The `first` of the lines has this number."""
        self._workers, self._terms, self._lines, self._first = workers, terms, lines, first
        self._size = terms.chunk_lines or 1
        self._chunks: deque[Chunk] = deque()
        """All whose answers are not all taken, in order."""
        self._again: list[Chunk] = []
        """A heap of those of which something is to be sent again."""
        self._sent: dict[Future[Answers], Chunk] = {}
        """Those that are under way."""
        self._done: SimpleQueue[Future[Answers]] = SimpleQueue()
        self._deaths = 0

    def answers(self) -> Iterator[Answers]:
        """Yield the answers in order; WorkersError if workers fail."""
        self._send()
        while self._chunks:
            self._take(self._done.get())
            self._send()
            while self._chunks and (head := self._chunks[0]).answers:
                yield head.answers.popleft()
                if not head.answers and not head.lines:
                    self._chunks.popleft()
                    self._send()

    def _send(self) -> None:
        """Have enough chunks under way; what is to be sent again comes first."""
        while len(self._sent) < self._workers.most() and (chunk := self._next()) is not None:
            lines = chunk.lines[:1] if chunk.deaths >= DEATHS else chunk.lines
            future = self._workers.submit(chunk.first, lines)
            self._sent[future] = chunk
            future.add_done_callback(self._done.put)

    def _next(self) -> Chunk | None:
        """Return a chunk to send; None if there is none, or too many wait for one before them."""
        if self._again:
            return heappop(self._again)
        if len(self._chunks) >= WAITING * self._workers.most():
            return None
        lines = list(islice(self._lines, self._size))
        if not lines:
            return None
        chunk = Chunk(self._first, lines)
        self._first += len(lines)
        self._chunks.append(chunk)
        return chunk

    def _take(self, future: "Future[Answers]") -> None:
        """Take the answers of a chunk, or the death of its worker."""
        chunk = self._sent.pop(future)
        try:
            answers = future.result()
        except CancelledError:
            raise WorkersError("The scheduler has gone.") from None
        except self._workers.death:
            self._deaths += 1
            chunk.deaths += 1
            if self._deaths > MOST_DEATHS:
                raise WorkersError(f"{self._deaths} workers have died in succession.") from None
            if chunk.deaths < DEATHS + MORE_DEATHS:
                heappush(self._again, chunk)
                return
            problem = RefusedError("internal_error", "Each worker that was to answer has died.")
            refusal = refused(self._terms, Asked(), chunk.first, problem)
            answers = answers_of([refusal], self._terms.form)
            chunk.deaths = 0
        except Exception as error:  # Such as that a worker has another version.
            raise WorkersError(f"A worker has failed: {type(error).__name__}: {error}") from error
        self._deaths, chunk.deaths = 0, min(chunk.deaths, DEATHS)
        count = answers.tally.total()
        chunk.answers.append(answers)
        chunk.first += count
        del chunk.lines[:count]
        if chunk.lines:
            heappush(self._again, chunk)
        if self._terms.chunk_lines is None:
            rate = count / max(answers.seconds, LEAST_SECONDS)
            self._size = max(min(int(rate * WANTED_SECONDS), 2 * self._size, MOST_LINES), 1)
