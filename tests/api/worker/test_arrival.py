"""The end of a request is found wherever the bytes are cut, and where gunicorn's parser sees it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http import get_parser
from gunicorn.http.errors import NoMoreData, ParseException

from service.api.worker.arrival import HEAD_BYTES, Arrival, Arrived

LIMIT = 1000
POST = b"POST /move HTTP/1.1\r\nHost: a\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

WHOLE = {
    "no body": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "no headers": b"GET / HTTP/1.1\r\n\r\n",
    "an empty line first": b"\r\nGET / HTTP/1.1\r\n\r\n",
    "no length": POST + b"\r\n",
    "length 0": POST + b"Content-Length: 0\r\n\r\n",
    "a length": POST + b"content-length:  7 \r\n\r\n1234567",
    "the largest body": POST + b"Content-Length: 1000\r\n\r\n" + b"x" * LIMIT,
    "no chunk": CHUNKED + b"0\r\n\r\n",
    "chunks": CHUNKED + b"3\r\nabc\r\n0a;x=1\r\n0123456789\r\n00\r\n\r\n",
    "chunks of line ends": CHUNKED + b"9\r\n\r\n0\r\n\r\n\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n",
    "trailers": CHUNKED + b"1\r\na\r\n0\r\nA: b\r\nC: d\r\n\r\n",
    "the largest chunk": CHUNKED + b"3e8\r\n" + b"x" * LIMIT + b"\r\n0\r\n\r\n",
}
REFUSED_BY_THE_PARSER = {
    "a bare line feed": b"GET / HTTP/1.1\nHost: a\n\n",
    "two lengths": POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a length that is none": POST + b"Content-Length: 1_0\r\n\r\n",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n",
    "a length and chunks": POST + b"Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n",
    "an unknown coding": POST + b"Transfer-Encoding: rot13\r\n\r\n",
    "an unknown expectation": POST + b"Expect: wonders\r\nContent-Length: 9\r\n\r\n",
    "a chunk size that is none": CHUNKED + b"0x1\r\n",
    "a chunk longer than it says": CHUNKED + b"1\r\nabc\r\n",
    "an endless chunk size": CHUNKED + b"1;" + b"x" * 9000,
    "an endless request line": b"GET /" + b"a" * 9000,
}
ENOUGH = {
    "endless trailers": CHUNKED + b"0\r\n" + b"A: b\r\n" * 12_000,
    "a length over the limit": POST + b"Content-Length: 1001\r\n\r\n",
    "a length of many digits": POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a chunk over the limit": CHUNKED + b"fffff\r\n" + b"x" * (LIMIT + 1),
    "chunks over the limit": CHUNKED + (b"64\r\n" + b"x" * 100 + b"\r\n") * 11,
    "chunks that are all frame": CHUNKED + (b"1;" + b"x" * 1000 + b"\r\na\r\n") * 80,
}
SENT = {
    **{name: (sent, Arrived.WHOLE) for name, sent in WHOLE.items()},
    **{name: (sent, Arrived.WHOLE) for name, sent in REFUSED_BY_THE_PARSER.items()},
    **{name: (sent, Arrived.ENOUGH) for name, sent in ENOUGH.items()},
    "an endless head": (POST + b"A: b\r\n" * (HEAD_BYTES // 6 + 1), Arrived.ENDLESS_HEAD),
}


def pieces(sent: bytes, seed: int) -> list[bytes]:
    """The bytes one by one, all at once, or cut at random places."""
    if seed == 0:
        return [sent[at : at + 1] for at in range(len(sent))]
    cuts = sorted(random.Random(seed).choices(range(len(sent)), k=seed - 1))
    return [sent[start:end] for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True)]


@pytest.mark.parametrize("name", SENT)
def test_what_has_come_is_part_of_a_request_until_it_is_whole(name: str) -> None:
    sent, arrived = SENT[name]
    for seed in range(4):
        arrival = Arrival(LIMIT)
        seen = [arrival.add(piece) for piece in pieces(sent, seed)]
        # A piece may hold more than it takes; until then there is nothing to be said.
        first = next(index for index, each in enumerate(seen) if each is not Arrived.PART)
        assert seen[first] is arrived, seed
        if name in WHOLE:
            assert first == len(seen) - 1, "not before the last byte"
        assert arrival.received == sent


def read_with_gunicorn(sent: bytes) -> tuple[Any, bytes]:
    """The request as gunicorn reads it to its end, and what follows."""
    parser = get_parser(Config(), (), ("127.0.0.1", 1))
    parser.unreader.unread(sent)
    request = next(parser)
    request.body.read()
    return request, parser.unreader.take_buffered()


@pytest.mark.parametrize("name", WHOLE)
def test_gunicorn_finds_the_same_end(name: str) -> None:
    _, rest = read_with_gunicorn(WHOLE[name] + b"GET / HT")
    assert rest == b"GET / HT"


@pytest.mark.parametrize("name", REFUSED_BY_THE_PARSER)
def test_gunicorn_refuses_what_is_malformed(name: str) -> None:
    with pytest.raises(ParseException) as refused:
        read_with_gunicorn(REFUSED_BY_THE_PARSER[name])
    assert not isinstance(refused.value, NoMoreData)


def test_gunicorn_never_lacks_anything_of_what_is_whole() -> None:
    """Mutations of good requests: bytes replaced, taken out or put in, pieces repeated."""
    chance = random.Random(1)
    seen = set()
    for _ in range(2000):
        sent = bytearray(chance.choice(list(WHOLE.values())))
        for _ in range(chance.randrange(4)):
            start, size = chance.randrange(len(sent)), chance.randrange(4)
            words = (b"\r\n", b"\n", b"0", b"7", b";", b":", b"\x00", bytes(sent[start:]))
            sent[start : start + size] = chance.choice(words)
        arrived = Arrival(LIMIT).add(bytes(sent))
        seen.add(arrived)
        if arrived is Arrived.WHOLE:
            try:
                read_with_gunicorn(bytes(sent))
            except NoMoreData:
                pytest.fail(f"gunicorn waits for more of {bytes(sent)!r}")
            except ParseException:
                pass
    assert {Arrived.WHOLE, Arrived.PART} <= seen


def test_the_next_request_is_left_where_it_is() -> None:
    for sent in WHOLE.values():
        arrival = Arrival(LIMIT)
        assert arrival.add(sent + b"GET / HT") is Arrived.WHOLE
        assert arrival.received == sent + b"GET / HT"


@pytest.mark.parametrize(
    ("version", "expect", "asks"),
    [(b"1.1", b"100-continue", True), (b"1.1", b"100-Continue", True),
     (b"1.0", b"100-continue", False), (b"1.1", b"", False)],
)  # fmt: skip
def test_a_client_that_waits_to_be_told_is_known(version: bytes, expect: bytes, asks: bool) -> None:
    fields = b"Expect: " + expect + b"\r\n" if expect else b""
    head = b"POST / HTTP/" + version + b"\r\n" + fields + b"Content-Length: 1\r\n\r\n"
    arrival = Arrival(LIMIT)
    assert arrival.add(head) is Arrived.PART
    assert arrival.asks_first == asks
