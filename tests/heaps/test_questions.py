"""Lines are read one at a time, whatever their length."""

import gzip
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from service.heaps import questions
from service.heaps.questions import Questions

LIMIT = 10


@pytest.fixture(params=["heap.jsonl", "heap.jsonl.gz"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Provide the name of a file, compressed or not."""
    return tmp_path / str(request.param)


def write(path: Path, text: bytes) -> None:
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)


@pytest.mark.parametrize("length", [LIMIT - 1, LIMIT, LIMIT + 1, LIMIT + 2, 3 * LIMIT, 4 * LIMIT])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_lines_are_without_their_ends_and_none_if_over_the_limit(
    path: Path, length: int, end: bytes, last: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "SKIPPED", 7)
    long = b"x" * length
    write(path, end.join([b"a", long, b"", b"b", long]) + end * last)
    expected = long if length <= LIMIT else None
    assert list(Questions(path, LIMIT)) == [b"a", expected, b"", b"b", expected]


@pytest.mark.parametrize("length", [LIMIT, LIMIT + 1])
def test_a_byte_order_mark_is_no_part_of_the_first_line(path: Path, length: int) -> None:
    long = b"x" * length
    write(path, BOM_UTF8 + long + b"\n" + BOM_UTF8 + b"b\n")
    assert list(Questions(path, LIMIT)) == [long if length <= LIMIT else None, BOM_UTF8 + b"b"]


def test_it_tells_how_much_it_has_read(path: Path) -> None:
    write(path, b"x\n" * 100_000)
    heap = Questions(path, LIMIT)
    assert (heap.bytes, heap.bytes_read) == (path.stat().st_size, 0)
    assert sum(1 for _ in heap) == 100_000
    assert heap.bytes_read == heap.bytes
