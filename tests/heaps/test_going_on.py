"""An output that was cut off anywhere is gone on with; one of another heap is left alone."""

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache
from itertools import accumulate, islice, pairwise
from pathlib import Path

import pytest

from service.heaps.answering import Answers, Terms, answer_chunk, terms_of
from service.heaps.output import Output, OutputError
from service.heaps.questions import Line, Questions
from service.heaps.results import Form
from service.settings import Settings
from tests.heaps.heap import REFUSED, heap_of, mixed_cases, question_of
from tests.support.sampling import samples

SETTINGS = Settings(table_mebibytes=1)
TERMS = {"any lines": terms_of(SETTINGS, None, None), "steady": terms_of(SETTINGS, None, 1 << 17)}
"""With the second, chunks have four lines."""
FIELDS = ("id", "value", "best_move", "extra")
ANSWERED = [
    question_of(case, max_options=1, id=str(n)) for n, case in enumerate(mixed_cases(9, "few"))
]
QUESTIONS = [*ANSWERED[:4], *REFUSED, *ANSWERED[4:]]
HEAP = heap_of(QUESTIONS)


@cache
def answers_to(terms: Terms, first: int, lines: tuple[Line, ...]) -> Answers:
    """Return the answers of a chunk, which are the same each time."""
    return answer_chunk(terms, first, list(lines))


def go_on(folder: Path, name: str, terms: Terms, heap: bytes = HEAP) -> int:
    """Answer what is not answered yet, and return how many were when it began."""
    (folder / "heap.jsonl").write_bytes(heap)
    with closing(Output(folder / name, terms.form)) as output:
        lines = output.go_on(Questions(folder / "heap.jsonl", SETTINGS.max_body_bytes), terms)
        begun = number = output.tally.total()
        for chunk in chunks(lines, terms.chunk_lines or 1):
            output.append(answers_to(terms, number + 1, chunk))
            number += len(chunk)
        assert output.tally.total() == len(heap.splitlines())
    return begun


def chunks(lines: Iterator[Line], size: int) -> Iterator[tuple[Line, ...]]:
    """Yield so many lines at a time."""
    return iter(lambda: tuple(islice(lines, size)), ())


def begun_from(path: Path, terms: Terms, whole: bytes, ends: Iterable[int]) -> list[int]:
    """Return where it went on from each of these ends, after checking that all becomes whole."""
    begun = []
    for end in (*ends, len(whole)):
        path.write_bytes(whole[:end])
        begun.append(go_on(path.parent, path.name, terms))
        assert path.read_bytes() == whole, end
    assert begun.pop() == len(QUESTIONS), "whole as it is"
    return begun


@pytest.mark.parametrize("name", ["answers.jsonl", "answers.jsonl.gz"])
@pytest.mark.parametrize("kind", TERMS)
def test_an_output_that_ends_anywhere_becomes_the_same(
    tmp_path: Path, name: str, kind: str
) -> None:
    terms, path = TERMS[kind], tmp_path / name
    assert terms.chunk_lines == (4 if kind == "steady" else None)
    assert go_on(tmp_path, name, terms) == 0
    whole = path.read_bytes()
    # The beginning and the last lines byte by byte, and some ends between.
    last = range(max(len(whole) - samples(2500), 0), len(whole))
    begun = {*begun_from(path, terms, whole, (*range(20), *range(20, last.start, 200), *last))}
    assert len(begun) > 2
    assert {number % (terms.chunk_lines or 1) for number in begun} == {0}


@pytest.mark.parametrize("kind", TERMS)
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.csv", "a.csv.gz"])
def test_some_fields_that_end_anywhere_become_the_same(
    tmp_path: Path, name: str, kind: str
) -> None:
    terms, path = TERMS[kind]._replace(form=Form(FIELDS, "csv" in name)), tmp_path / name
    assert go_on(tmp_path, name, terms) == 0
    whole = path.read_bytes()
    begun = begun_from(path, terms, whole, range(0, len(whole), samples(40, 7)))
    assert len({*begun}) > 2
    lines = HEAP.splitlines(keepends=True)
    other = b"".join([*lines[:-1], lines[-1].replace(b'"id": "', b'"id": "other ')])
    assert "another answer than one to line" in is_refused(tmp_path, name, other, terms)
    for content in (b"value\nsomething dear\n", terms.form.head + b'"some"thing dear\n'):
        path.write_bytes(content)
        assert "something else than results" in is_refused(tmp_path, name, HEAP, terms)


@pytest.mark.parametrize("kind", TERMS)
def test_a_compressed_output_that_ends_about_any_member_becomes_the_same(
    tmp_path: Path, kind: str
) -> None:
    """As after kill -9, be it in the header, the middle or the trailer of a member."""
    path, terms = tmp_path / "answers.jsonl.gz", TERMS[kind]
    go_on(tmp_path, path.name, terms)
    whole = path.read_bytes()
    bounds = [0, *accumulate(map(len, members_of(whole)))]
    assert len(bounds) == 1 + (4 if kind == "steady" else len(QUESTIONS))
    about = samples(64, 8)
    for number, (start, after) in enumerate(pairwise(bounds)):
        near = {*range(start, start + about), (start + after) // 2, *range(after - about, after)}
        begun = begun_from(path, terms, whole, sorted(near & {*range(start, after)}))
        assert {*begun} == {number * (terms.chunk_lines or 1)}


def members_of(compressed: bytes) -> Iterator[bytes]:
    """Yield the members of a gzip file."""
    while compressed:
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        member.decompress(compressed)
        yield compressed[: -len(member.unused_data) or None]
        compressed = member.unused_data


@pytest.mark.parametrize("name", ["answers.jsonl", "answers.jsonl.gz"])
@pytest.mark.parametrize("rest", [b"\0" * 5000, b'{"answer":' + b"\0" * 50, b"\x1f\x8b\x08\0\0\0"])
def test_blocks_that_were_never_written_are_cut_off(tmp_path: Path, name: str, rest: bytes) -> None:
    path = tmp_path / name
    go_on(tmp_path, name, TERMS["steady"])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20] + rest)
    assert go_on(tmp_path, name, TERMS["steady"]) == 12
    assert path.read_bytes() == whole


def is_refused(
    folder: Path, name: str, heap: bytes = HEAP, terms: Terms = TERMS["any lines"]
) -> str:
    """Return why an output is not gone on with, after checking that it is as it was."""
    path = folder / name
    before = path.read_bytes()
    with pytest.raises(OutputError) as raised:
        go_on(folder, name, terms, heap)
    assert path.read_bytes() == before
    return str(raised.value)


@pytest.mark.parametrize("name", ["answers.jsonl", "answers.jsonl.gz"])
@pytest.mark.parametrize("cut", [0, 30])
def test_the_output_of_another_heap_is_left_alone(tmp_path: Path, name: str, cut: int) -> None:
    go_on(tmp_path, name, TERMS["any lines"])
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[: -cut or None])
    lines = HEAP.splitlines(keepends=True)
    others = [
        b"".join(reversed(lines)),
        b"".join([lines[1], lines[0], *lines[2:]]),
        b"".join([lines[0], *lines]),
        b"".join(lines).replace(b'"id": "7"', b'"id": "9"'),
        b"".join(lines).replace(b"no JSON", b"\xff"),
        b"".join(lines[1:]) + lines[0],
    ]
    for other in others:
        assert "another answer than one to line" in is_refused(tmp_path, name, other)
    assert "more results than questions" in is_refused(tmp_path, name, b"".join(lines[:-5]))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b"something dear"),
        ("a.jsonl", b"something dear\n"),
        ("a.jsonl", b'{"answer":"something dear'),
        ("a.jsonl", b'{"answer":{"status":"dear'),
        ("a.jsonl", b'{"problem":{"type":"dear"'),
        ("a.jsonl", b'{"answer":42}\n'),
        ("a.jsonl", b'{"answer":something dear\n'),
        ("a.jsonl.gz", gzip.compress(HEAP, mtime=0)[:-9]),
        ("a.jsonl.gz", gzip.compress(b'{"answer":"something dear"}' * 99, mtime=0)[:-9]),
        ("a.jsonl.gz", gzip.compress(HEAP, mtime=0)[: len(HEAP) // 9]),
        ("a.jsonl", HEAP),
        ("a.jsonl", gzip.compress(HEAP)),
        ("a.jsonl.gz", b"something dear"),
        ("a.jsonl.gz", gzip.compress(HEAP, mtime=0)),
        ("a.jsonl.gz", gzip.compress(HEAP)[:-9]),
    ],
)
def test_a_file_that_is_no_output_is_left_alone(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert re.search("something else than results|another answer", is_refused(tmp_path, name))


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").touch()
    assert go_on(tmp_path, "answers.jsonl", TERMS["any lines"]) == 0


def test_two_at_once_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with closing(Output(path)), pytest.raises(OutputError, match="Another process is writing to"):
        Output(path)
    assert go_on(tmp_path, path.name, TERMS["any lines"]) == 0
