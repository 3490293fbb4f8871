"""What a worker does: it answers a chunk of lines."""

import gzip
import math
import time
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from pydantic import SecretStr

from service.heaps.analyses import ChunkAnalyses
from service.heaps.asked import Asked, read_asked
from service.heaps.questions import Line
from service.heaps.results import Form, Tally
from service.players import DEFAULT_LEVEL
from service.questions.answering import answer_question
from service.questions.in_process import new_solver
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
WHOLE = Form()
_warming = Lock()
"""A worker of a cluster may have several threads, which wait for one solver."""


class Terms(NamedTuple):
    """How questions are answered, the same way by every worker."""

    settings: Settings
    nodes: int | None
    """The node limit of a question that has none. If it is given, then answers depend on nothing
    but the lines of their chunk: not on the clock, nor on what the worker did before."""
    form: Form = WHOLE

    @property
    def chunk_lines(self) -> int | None:
        """Return the lines of every chunk but the last one; None if any number will do."""
        return self.nodes and min(max(CHUNK_NODES // self.nodes, 1), MOST_LINES)


class Answers(NamedTuple):
    """The results of the first lines of a chunk."""

    member: bytes
    """The lines of the results, as a member of a gzip file."""
    tally: Tally
    seconds: float = 0.0
    extra: frozenset[str] = frozenset()
    """The names of what is passed through."""
    refusal: str = ""
    """Why the first of the lines that are refused is."""


class Result(NamedTuple):
    """The result of a line."""

    line: bytes
    asked: Asked
    refusal: str = ""


def terms_of(
    settings: Settings, seconds: float | None, nodes: int | None, form: Form = WHOLE
) -> Terms:
    """Return the terms for these limits of a question that names none."""
    mebibytes = settings.table_mebibytes
    if nodes is not None:
        mebibytes = min(mebibytes, max(LEAST_TABLE, nodes // NODES_PER_MEBIBYTE))
    default_ms = settings.default_time_limit_ms
    own: dict[str, Any] = {
        "default_time_limit_ms": default_ms if seconds is None else max(round(seconds * 1000), 1),
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
    return Terms(settings.model_copy(update=own), nodes, form)


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
    analyses, results = ChunkAnalyses(solver), list[Result]()
    started = time.monotonic() if timed else 0.0
    for number, line in enumerate(lines, first):
        results.append(_result(terms, analyses, number, line))
        if timed and time.monotonic() - started >= CHUNK_SECONDS:
            break
    # A chunk of lines that are counted is not measured: no clock is read for it.
    return answers_of(results, terms.form, time.monotonic() - started if timed else 0.0)


def answers_of(results: list[Result], form: Form, seconds: float = 0.0) -> Answers:
    """Return results as `Answers`."""
    lines = [result.line for result in results]
    return Answers(
        gzip.compress(b"".join(lines), COMPRESSION_LEVEL, mtime=0),
        Tally(map(form.kind_of, lines)),
        seconds,
        frozenset(name for result in results for name in result.asked.extra),
        next((result.refusal for result in results if result.refusal), ""),
    )


def refused(terms: Terms, asked: Asked, number: int, error: Exception) -> Result:
    """Return the result of a question without an answer, whose line has this number."""
    line, why = terms.form.refused(asked, number, error)
    return Result(line, asked, f"Line {number}: {why}")


def _result(terms: Terms, analyses: ChunkAnalyses, number: int, line: Line) -> Result:
    """Return the result of the question in the line of this number."""
    asked = Asked()
    try:
        asked = read_asked(line, terms.settings)
        wanted = asked.question
        if terms.nodes is not None and isinstance(wanted, dict):
            wanted = _repeatable(wanted, terms.nodes, number)
        most_seconds = None if terms.nodes is not None else math.inf
        answer = answer_question(
            analyses, terms.settings, wanted, lambda answer: answer, most_seconds
        )
        if terms.nodes is not None:
            del answer["search"]["time_ms"]  # type: ignore[misc]
        return Result(terms.form.answered(asked, answer), asked)
    except Exception as error:
        return refused(terms, asked, number, error)


def _repeatable(question: dict[str, Any], nodes: int, number: int) -> dict[str, Any]:
    """Return a question with a node limit, and a seed unless its level is without chance."""
    named = {name: value for name, value in question.items() if value is not None}
    by_chance = named.get("level", DEFAULT_LEVEL) != DEFAULT_LEVEL or "strength" in named
    return {"node_limit": nodes} | ({"seed": number} if by_chance else {}) | named
