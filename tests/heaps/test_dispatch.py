"""Chunks are sent until all is answered, in order, whatever happens to their workers."""

import gzip
import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import count, islice, pairwise

import pytest

from service.heaps import answering, workers
from service.heaps.answering import (
    WHOLE,
    Answers,
    Result,
    Terms,
    answer_chunk,
    answers_of,
    terms_of,
)
from service.heaps.asked import Asked
from service.heaps.dispatch import MOST_DEATHS, WAITING, Dispatch
from service.heaps.questions import Line
from service.heaps.workers import WorkersError, workers_here
from service.settings import Settings
from tests.heaps.heap import check_answer, heap_of, mixed_cases, question_of, read, threads
from tests.support.sampling import chance_of, samples

SETTINGS = Settings(table_mebibytes=1)
TERMS = terms_of(SETTINGS, None, None)
STEADY = terms_of(SETTINGS, None, 1 << 17)


def made_of(results: list[bytes], seconds: float) -> Answers:
    """Return answers of these results."""
    return answers_of([Result(result, Asked()) for result in results], WHOLE, seconds)


class DeathError(Exception):
    """A worker has died."""


class Sent:
    """Threads that stand for workers: they die of some lines, and note what they are sent."""

    def __init__(self) -> None:
        self.chunks: list[tuple[int, int]] = []
        self._chance = chance_of("deaths")

    def answer(self, first: int, lines: list[Line]) -> Answers:
        """Answer each line by itself, but `half` of it only with those before it."""
        self.chunks.append((first, len(lines)))
        results = []
        for line in lines:
            if line == b"poison" or (line == b"unlucky" and self._chance.random() < 0.3):
                raise DeathError
            if line == b"fault":
                raise ZeroDivisionError
            if line == b"slow":
                time.sleep(0.01)
            results.append(b'{"answer":{"value":0,"line":"%s"}}\n' % (line or b""))
            if line == b"half":
                break
        return made_of(results, 1e-3 * len(results))


def dispatched(lines: list[bytes], most: int, terms: Terms = TERMS) -> tuple[list[bytes], Sent]:
    """Return the line that each result names, or `refused`, and what has been sent."""
    sent = Sent()
    with threads(most, sent.answer, DeathError) as ready:
        answers = list(Dispatch(ready, terms, iter(lines), 1).answers())
    results = b"".join(gzip.decompress(each.member) for each in answers).splitlines()
    named = [
        b"refused" if WHOLE.kind_of(each) == "refused" else each.split(b'"')[-2] for each in results
    ]
    for number, result in enumerate(results, 1):
        assert WHOLE.kind_of(result) != "refused" or result.endswith(b'"line":%d}' % number)
    return named, sent


@pytest.mark.parametrize("most", [1, 2, 7])
@pytest.mark.parametrize("terms", [TERMS, STEADY])
def test_results_are_in_order_and_none_is_lost(most: int, terms: Terms) -> None:
    chance = chance_of(f"order {most}")
    kinds = [b"slow", b"half", b"unlucky"]
    lines = [chance.choice([b"%d" % number, *kinds]) for number in range(samples(400))]
    results, _ = dispatched(lines, most, terms)
    assert [each for each in results if each != b"refused"] == [
        line for line, result in zip(lines, results, strict=True) if result != b"refused"
    ]
    refused = {line for line, result in zip(lines, results, strict=True) if result == b"refused"}
    assert refused <= {b"unlucky"}


@pytest.mark.parametrize("most", [1, 3])
def test_a_line_that_kills_its_workers_is_refused_alone(most: int) -> None:
    lines = [b"%d" % number for number in range(300)]
    expected = list(lines)
    for place in (0, 57, 58, 299):
        lines[place], expected[place] = b"poison", b"refused"
    for terms in (TERMS, STEADY):
        results, _ = dispatched(lines, most, terms)
        assert results == expected


def test_chunks_begin_small_and_grow_with_the_rate_and_steady_ones_do_not() -> None:
    lines = [b"%d" % number for number in range(1000)]
    _, sent = dispatched(lines, 1)
    sizes = [size for _, size in sent.chunks]
    assert sizes[0] == 1
    assert all(size <= 2 * before for before, size in pairwise(sizes))
    assert max(sizes) == answering.MOST_LINES
    _, sent = dispatched(lines[:10], 2, STEADY)
    assert sorted(sent.chunks) == [(1, 4), (5, 4), (9, 2)]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([b"poison"] * 3, f"{MOST_DEATHS + 1} workers have died in succession"),
        # As of another version of the service.
        ([b"fault"], "A worker has failed: ZeroDivisionError: "),
    ],
)
def test_if_all_workers_die_or_one_fails_it_ends(lines: list[bytes], said: str) -> None:
    with pytest.raises(WorkersError, match=said):
        dispatched(lines, 2)


def test_what_waits_for_one_that_takes_long_is_bounded() -> None:
    lines_read, others, waited = count(), count(1), threading.Event()

    def lines() -> Iterator[bytes]:
        for number in islice(lines_read, 1000):
            yield b"x" if number else b"long"

    def answer(first: int, lines: list[Line]) -> Answers:
        if lines == [b"long"]:
            waited.wait()
        elif next(others) == 2 * WAITING - 1:
            waited.set()
        return made_of([b'{"answer":{"value":0}}\n'] * len(lines), 1.0)

    with threads(2, answer) as ready:
        answers = Dispatch(ready, TERMS, lines(), 1).answers()
        next(answers)
        assert next(lines_read) == 2 * WAITING
        assert sum(each.tally.total() for each in answers) == 999


def test_a_chunk_that_takes_long_is_answered_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "CHUNK_SECONDS", 0.0)
    cases = mixed_cases(20, "long")
    lines: list[Line] = heap_of([question_of(case) for case in cases]).splitlines()  # type: ignore[assignment]
    answers = answer_chunk(TERMS, 1, lines)
    assert answers.tally.total() == 1
    assert answer_chunk(STEADY, 1, lines).tally.total() == 20, "no clock has a say in it"
    with threads(2, partial(answer_chunk, TERMS)) as ready:
        parts = list(Dispatch(ready, TERMS, iter(lines), 1).answers())
    results = read(b"".join(gzip.decompress(part.member) for part in parts))
    assert len(parts) == 20
    for result, case in zip(results, cases, strict=True):
        check_answer(result, case)


@pytest.mark.thorough
def test_processes_that_die_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a process as the command starts it, but for what it does with a chunk."""
    monkeypatch.setattr(workers, "answer_chunk", die_of_poison)
    lines = [b"%d" % number for number in range(200)]
    lines[77] = b"poison"
    with workers_here(2, TERMS) as ready:
        answers = list(Dispatch(ready, TERMS, iter(lines), 1).answers())
    results = b"".join(gzip.decompress(each.member) for each in answers).splitlines()
    assert [
        number for number, result in enumerate(results) if WHOLE.kind_of(result) == "refused"
    ] == [77]
    assert len(results) == 200


def die_of_poison(terms: Terms, first: int, lines: list[Line]) -> Answers:
    """Answer a chunk, or die as of a fault of a kernel."""
    if b"poison" in lines:
        os.kill(os.getpid(), signal.SIGSEGV)
    return made_of([b'{"answer":{"value":0}}\n'] * len(lines), 1e-3)
