"""What a worker does: it answers a chunk of lines."""

import gzip
import math
import time
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from pydantic import SecretStr

from service.api.app import new_solver
from service.api.in_process import Caller
from service.api.routes.answer import answer_question
from service.api.schemas import MoveResponse
from service.heaps.analyses import ChunkAnalyses
from service.heaps.questions import Line
from service.heaps.results import Tally, answered, kind_of, read_question, refused
from service.players import DEFAULT_LEVEL
from service.settings import Settings
from service.solver import Solver

CHUNK_SECONDS = 2.0
"""After so long the answers of a chunk are handed back, and the rest of it is sent again."""
CHUNK_NODES, MOST_LINES = 1 << 19, 256
"""The most nodes of a chunk with a node limit, which are about a second, and lines of any chunk."""
LEAST_TABLE, NODES_PER_MEBIBYTE = 16, 1 << 16
"""With a node limit the table, which every chunk has anew, is no larger than the nodes fill."""
LONGEST_MS, MOST_NODES = 3_600_000, 1 << 62
"""What a question may ask for: nobody else waits here. The settings admit no more either."""
COMPRESSION_LEVEL = 1
_warming = Lock()
"""A worker of a cluster may have several threads, which wait for one solver."""


class Terms(NamedTuple):
    """How questions are answered, the same way by every worker."""

    settings: Settings
    nodes: int | None
    """The node limit of a question that has none. If it is given, then answers depend on nothing
    but the lines of their chunk: not on the clock, nor on what the worker did before."""

    @property
    def chunk_lines(self) -> int | None:
        """Return the lines of every chunk but the last one; None if any number will do."""
        return self.nodes and min(max(CHUNK_NODES // self.nodes, 1), MOST_LINES)


class Answers(NamedTuple):
    """The results of the first lines of a chunk."""

    member: bytes
    """The lines of the results, as a member of a gzip file."""
    tally: Tally
    seconds: float


def terms_of(settings: Settings, seconds: float | None, nodes: int | None) -> Terms:
    """Return the terms for these limits of a question that names none."""
    mebibytes = settings.table_mebibytes
    if nodes is not None:
        mebibytes = min(mebibytes, max(LEAST_TABLE, nodes // NODES_PER_MEBIBYTE))
    own: dict[str, Any] = {
        "max_time_limit_ms": LONGEST_MS,
        "max_node_limit": MOST_NODES,
        "table_mebibytes": mebibytes,
        # There is a worker for each core.
        "search_threads": 1,
        # No secret leaves this process.
        "cache_url": "",
        "cache_secret": SecretStr(""),
        "log_key": SecretStr(""),
    }
    if seconds is not None:
        own["default_time_limit_ms"] = max(round(seconds * 1000), 1)
    return Terms(settings.model_copy(update=own), nodes)


@lru_cache(maxsize=1)
def warm_solver(terms: Terms) -> Solver:
    """Return the solver that this process keeps from chunk to chunk."""
    solver = new_solver(terms.settings)
    solver.warm_up()
    return solver


def answer_chunk(terms: Terms, first: int, lines: list[Line]) -> Answers:
    """Answer lines, of which the `first` has this number, until all are or it has taken long."""
    timed = terms.nodes is None
    with _warming:
        solver = warm_solver(terms)
    if not timed:
        # To make a table costs less than to empty one, and its keys are not those of earlier games.
        solver = Solver(terms.settings.table_mebibytes, book=solver.book)
    analyses, results = ChunkAnalyses(solver), list[bytes]()
    started = time.monotonic() if timed else 0.0
    for number, line in enumerate(lines, first):
        results.append(_result(terms, analyses, number, line))
        if timed and time.monotonic() - started >= CHUNK_SECONDS:
            break
    # A chunk of lines that are counted is not measured: no clock is read for it.
    return answers_of(results, time.monotonic() - started if timed else 0.0)


def answers_of(results: list[bytes], seconds: float) -> Answers:
    """Return lines of results as `Answers`."""
    member = gzip.compress(b"".join(results), COMPRESSION_LEVEL, mtime=0)
    return Answers(member, Tally(map(kind_of, results)), seconds)


def _result(terms: Terms, analyses: ChunkAnalyses, number: int, line: Line) -> bytes:
    """Return the result of the question in the line of this number, as a line."""

    def write(answer: MoveResponse) -> bytes:
        if terms.nodes is not None:
            del answer["search"]["time_ms"]  # type: ignore[misc]
        return answered(answer)

    question = None
    try:
        question = read_question(line, terms.settings)
        wanted = question
        if terms.nodes is not None and isinstance(question, dict):
            wanted = _repeatable(question, terms.nodes, number)
        most_seconds = None if terms.nodes is not None else math.inf
        return answer_question(analyses, terms.settings, wanted, Caller(), write, most_seconds)
    except Exception as error:
        return refused(number, question, error)


def _repeatable(question: dict[str, Any], nodes: int, number: int) -> dict[str, Any]:
    """Return a question with a node limit, and a seed unless its level is without chance."""
    named = {name: value for name, value in question.items() if value is not None}
    by_chance = named.get("level", DEFAULT_LEVEL) != DEFAULT_LEVEL or "strength" in named
    return {"node_limit": nodes} | ({"seed": number} if by_chance else {}) | named
