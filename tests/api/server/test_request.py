"""A request is read alike wherever its bytes are cut, and as gunicorn reads it for WSGI."""

import random
import weakref
from contextlib import suppress
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http import get_parser
from gunicorn.http.errors import InvalidHeader, InvalidHeaderName, ObsoleteFolding
from gunicorn.http.wsgi import create

from service.api.http.problems import ProblemError
from service.api.server.head import HEAD_BYTES
from service.api.server.request import IncomingRequest
from service.api.server.wsgi import make_environ

LIMIT = 1000
POST = b"POST /move HTTP/1.1\r\nHost: a\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

WHOLE = {
    "no body": b"GET /a%20b%25?c=%64 HTTP/1.1\r\nHost: a\r\n\r\n",
    "no headers": b"GET / HTTP/1.0\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "a host of the newer kind": b"GET / HTTP/1.1\r\nHost: [2001:db8::1]:8000\r\n\r\n",
    "a host of a network of containers": b"GET / HTTP/1.1\r\nHost: my_move-1.local:80\r\n\r\n",
    "an address": b"GET http://a/b?c HTTP/1.1\r\nHost: a\r\n\r\n",
    "an empty line first": b"\r\nGET //a HTTP/1.1\r\nHost: a\r\n\r\n",
    "fields": b"GET / HTTP/1.0\r\nX-a: b\r\nx-A: \xe9\r\nX_A: c\r\nCookie:\r\n\r\n",
    "no length": POST + b"\r\n",
    "length 0": POST + b"Content-Length: 0\r\n\r\n",
    "a length": POST + b"content-length:  7 \r\n\r\n1234567",
    "the largest body": POST + b"Content-Length: 1000\r\n\r\n" + b"x" * LIMIT,
    "no chunk": CHUNKED + b"0\r\n\r\n",
    "chunks": CHUNKED + b"3\r\nabc\r\n0a;x=1\r\n0123456789\r\n00\r\n\r\n",
    "chunks of line ends": CHUNKED + b"9\r\n\r\n0\r\n\r\n\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n",
    "chunks with extensions": CHUNKED + b'3 ;a;b=c ; d="e;\\"\t"\r\nabc\r\n0;z\r\n\r\n',
    "a size after many zeros": CHUNKED + b"0" * 8000 + b"3\r\nabc\r\n" + b"0" * 100 + b"\r\n\r\n",
    "trailers": CHUNKED + b"1\r\na\r\n0\r\nA: b\r\nC: d\r\n\r\n",
    "the largest chunk": CHUNKED + b"3e8\r\n" + b"x" * LIMIT + b"\r\n0\r\n\r\n",
}
REFUSED = {
    "a request line that is none": (b"nonsense\r\n\r\n", "bad_request"),
    "two spaces": (b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "bad_request"),
    "a tab in a request line": (b"GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", "bad_request"),
    "a tab in a target": (b"GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", "bad_request"),
    "a tab before a colon": (b"GET / HTTP/1.1\r\nHost\t: a\r\n\r\n", "bad_request"),
    "a field that is folded by a tab": (b"GET / HTTP/1.1\r\nA: b\r\n\tc\r\n\r\n", "bad_request"),
    "another version": (b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", "bad_request"),
    "a field without a colon": (b"GET / HTTP/1.1\r\nnonsense\r\n\r\n", "bad_request"),
    "a folded field": (b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "bad_request"),
    "a bare line feed": (b"GET / HTTP/1.1\nHost: a\n\n", "bad_request"),
    "no address": (b"GET http://[ HTTP/1.1\r\n\r\n", "bad_request"),
    "two lengths": (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "bad_request"),
    "a length that is none": (POST + b"Content-Length: 1_0\r\n\r\n", "bad_request"),
    "a negative length": (POST + b"Content-Length: -1\r\n\r\n", "bad_request"),
    "an endless length": (
        POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", "body_too_large",
    ),
    "a length and chunks": (
        POST + b"Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n", "bad_request",
    ),
    "a length with a sign": (POST + b"Content-Length: +1\r\n\r\n", "bad_request"),
    "a list of lengths": (POST + b"Content-Length: 1, 1\r\n\r\n", "bad_request"),
    "a length of nothing": (POST + b"Content-Length:\r\n\r\n", "bad_request"),
    "chunks within HTTP/1.0": (
        POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n", "bad_request",
    ),
    "chunks of something else": (
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "not_implemented",
    ),
    "chunks in two fields": (
        POST + b"Transfer-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\nz",
        "not_implemented",
    ),
    "chunks of the same": (
        POST + b"Transfer-Encoding: identity,chunked\r\n\r\n", "not_implemented",
    ),
    "a coding without chunks": (POST + b"Transfer-Encoding: gzip\r\n\r\n", "not_implemented"),
    "chunks twice": (POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n", "bad_request"),
    "an unknown coding": (POST + b"Transfer-Encoding: rot13\r\n\r\n", "not_implemented"),
    "an unknown expectation": (
        POST + b"Expect: wonders\r\nContent-Length: 9\r\n\r\n", "expectation_failed",
    ),
    "a chunk longer than it says": (CHUNKED + b"1\r\nabc\r\n", "incomplete_body"),
    "a chunk without its line end": (CHUNKED + b"1\r\na\rb", "incomplete_body"),
    "an endless chunk size": (CHUNKED + b"1;" + b"x" * 9000, "incomplete_body"),
    "a chunk size of endless zeros": (CHUNKED + b"0" * 9000, "incomplete_body"),
    "a chunk size with a bare line feed": (CHUNKED + b"1\na\r\n", "bad_request"),
    **{
        f"a chunk size of {size!r}": (CHUNKED + size + b"\r\n", "incomplete_body")
        for size in (
            b"", b"0x1", b"+1", b"-1", b"-0", b"1_0", b" 1", b"1 ", b"1\t", b"1 1", b"1.0", b"g",
            b"\xb2", b";a", b"1;", b"1;;a", b"1;a b", b"1;a=", b'1;a="', b"1;\x00", b"1;a\r",
        )
    },
    **{
        f"a trailer {field!r}": (CHUNKED + b"0\r\n" + field + b"\r\n\r\n", "bad_request")
        for field in (
            b"nonsense", b": a", b"A : b", b"A b: c", b" A: b", b"A: b\r\n c", b"A: b\r\n\tc",
            b"A\x00: b", b"A: \x00", b"A: b\rc", b"\xe9: a", b"Host: a", b"content-length: 3",
            b"Transfer-Encoding: chunked", b"A: b\nC: d",
        )
    },
    "an endless request line": (b"GET /" + b"a" * 9000, "uri_too_long"),
    "an endless field": (POST + b"A: " + b"a" * 9000, "headers_too_large"),
    "many fields": (POST + b"A: b\r\n" * 200, "headers_too_large"),
    "an endless head": (
        POST + (b"A: " + b"b" * 8000 + b"\r\n") * (HEAD_BYTES // 8000 + 1), "headers_too_large",
    ),
    "an endless trailer": (CHUNKED + b"0\r\nA: " + b"b" * 9000, "headers_too_large"),
    "endless trailers": (CHUNKED + b"0\r\n" + b"A: b\r\n" * 200, "headers_too_large"),
    "chunks that are all frame": (
        CHUNKED + (b"1;" + b"x" * 1000 + b"\r\na\r\n") * 80, "body_too_large",
    ),
}  # fmt: skip
TOO_LARGE = {
    "a length over the limit": POST + b"Content-Length: 1001\r\n\r\n",
    "a chunk over the limit": CHUNKED + b"fffff\r\n" + b"x" * (LIMIT + 1),
    "a chunk without end": CHUNKED + b"1" + b"0" * 18 + b";a\r\n",
    "a chunk that takes a line to tell": CHUNKED + b"f" * 8000 + b"\r\n",
    "a chunk too many": CHUNKED + b"3e8\r\n" + b"x" * LIMIT + b"\r\n1\r\n",
    "chunks over the limit": CHUNKED + (b"64\r\n" + b"x" * 100 + b"\r\n") * 11,
}


def pieces(sent: bytes, seed: int) -> list[bytes]:
    """Return the bytes one by one, all at once, or cut at random places."""
    if seed == 0:
        return [sent[at : at + 1] for at in range(len(sent))]
    cuts = sorted(random.Random(seed).choices(range(len(sent)), k=seed - 1))
    return [sent[start:end] for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True)]


def read(*sent: bytes) -> tuple[IncomingRequest, int]:
    """Return a request and how many of these pieces it takes; fails if they are not enough."""
    request = IncomingRequest(LIMIT)
    taken = next(index for index, piece in enumerate(sent) if request.feed(piece))
    return request, taken + 1


CLIENT, SERVER = ("127.0.0.1", 1), ("127.0.0.2", 2)


def told(environ: dict[str, Any], *, close: bool) -> dict[str, Any]:
    """Return what the application sees of a request, its body included."""
    body = environ["wsgi.input"].read()
    seen = {name: value for name, value in environ.items() if name.isupper()}
    for others in ("RAW_URI", "SERVER_SOFTWARE"):
        seen.pop(others, None)
    return seen | {"body": body, "close": close}


def environment(request: IncomingRequest) -> dict[str, Any]:
    """Return what the application sees of a request that has been read here."""
    return told(make_environ(request, CLIENT, SERVER), close=not request.head.keeps_alive)


def stock(sent: bytes) -> tuple[Any, bytes]:
    """Return what it sees of a request as gunicorn reads it for other workers, and what follows."""
    parser = get_parser(Config(), (), CLIENT)
    parser.unreader.unread(sent)
    request = next(parser)
    _, environ = create(request, None, CLIENT, SERVER, Config())
    seen = told(environ, close=request.should_close())
    seen["PATH_INFO"] = seen["PATH_INFO"] or "/"  # Both are the same resource.
    return seen, parser.unreader.take_buffered()


@pytest.mark.parametrize("name", WHOLE)
def test_a_request_is_whole_at_its_last_byte_and_read_as_gunicorn_reads_it(name: str) -> None:
    sent = WHOLE[name]
    for seed in range(4):
        cut = pieces(sent, seed)
        request, taken = read(*cut)
        assert taken == len(cut), seed
        assert not request.leftover
        assert environment(request) == stock(sent)[0]
    request, _ = read(sent + b"GET / HT")
    assert request.leftover == b"GET / HT"


@pytest.mark.parametrize(
    "fields",
    [b"A:\tb\t\r\nTransfer-Encoding:\tchunked\t\r\n\r\n0\r\n\r\n",
     b"Content-Length: \t7\t \r\nConnection:\tclose \t\r\n\r\n1234567"],
)  # fmt: skip
def test_around_a_value_tabs_are_as_good_as_spaces(fields: bytes) -> None:
    """RFC 9110, section 5.6.3."""
    request, spaced = POST + fields, POST + fields.replace(b"\t", b" ")
    for seed in range(4):
        assert environment(read(*pieces(request, seed))[0]) == stock(spaced)[0]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_malformed_is_refused_as_soon_as_it_shows(name: str) -> None:
    sent, code = REFUSED[name]
    for seed in range(4):
        with pytest.raises(ProblemError) as refused:
            read(*pieces(sent, seed))
        assert refused.value.code == code


NO_HOSTS = (b"a b", b"a/b", b"u@a", b"a:b", b"a:8:8", b"a,b c", b"[::1", b"::1", b"a\\b", b"<a>",
            b"\xc3\xa9", b"%zz", b"a?b", b"a#b", b'"a"')  # fmt: skip


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
@pytest.mark.parametrize(
    "fields", [b"", b"Host: a\r\nHost: a\r\n", *(b"Host: %b\r\n" % host for host in NO_HOSTS)]
)
def test_a_host_is_named_once(version: bytes, fields: bytes) -> None:
    """RFC 9112, section 3.2; HTTP/1.0 knows of none."""
    sent = b"GET http://a/ HTTP/" + version + b"\r\n" + fields + b"\r\n"
    if version == b"1.0" and not fields:
        assert IncomingRequest(LIMIT).feed(sent)
        return
    with pytest.raises(ProblemError, match=r"[Hh]ost") as refused:
        IncomingRequest(LIMIT).feed(sent)
    assert refused.value.code == "bad_request"


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_body_over_the_limit_is_not_waited_for(name: str) -> None:
    for seed in range(4):
        request, _ = read(*pieces(TOO_LARGE[name], seed))
        assert request.too_large
        seen = environment(request)
        assert max(int(seen.get("CONTENT_LENGTH", 0)), len(seen["body"])) > LIMIT


def test_gunicorn_reads_whatever_is_taken_for_a_request_alike() -> None:
    """Mutations of good requests: bytes replaced, taken out or put in, pieces repeated."""
    chance = random.Random(1)
    whole = 0
    for _ in range(2000):
        sent = bytearray(chance.choice(list(WHOLE.values())))
        for _ in range(chance.randrange(4)):
            start, size = chance.randrange(len(sent)), chance.randrange(4)
            words = (b"\r\n", b"\n", b"0", b"7", b";", b":", b"\x00", bytes(sent[start:]))
            sent[start : start + size] = chance.choice(words)
        request = IncomingRequest(LIMIT)
        with suppress(ProblemError):
            if not request.feed(bytes(sent)) or request.too_large:
                continue
            taken, leftover = environment(request), request.leftover
            try:
                assert (taken, leftover) == stock(bytes(sent)), sent
            except (InvalidHeader, InvalidHeaderName, ObsoleteFolding):
                assert b"\r\n0" in sent, "nobody looks at trailers"
            whole += 1
    assert whole > 200


@pytest.mark.parametrize(
    ("version", "expect", "asks"),
    [(b"1.1", b"100-continue", True), (b"1.1", b"100-Continue", True),
     (b"1.1", b"\t100-continue \t", True),
     (b"1.0", b"100-continue", False), (b"1.1", b"", False)],
)  # fmt: skip
def test_a_client_that_waits_to_be_told_is_known(version: bytes, expect: bytes, asks: bool) -> None:
    fields = b"Expect: " + expect + b"\r\n" if expect else b""
    head = b"POST / HTTP/" + version + b"\r\nHost: a\r\n" + fields + b"Content-Length: 2\r\n\r\n"
    request = IncomingRequest(LIMIT)
    assert not request.feed(head)
    assert request.expects_continue == asks
    assert not request.feed(b"{")
    assert not request.expects_continue, "it is told once"


@pytest.mark.parametrize("fields", [b"", b"Cookie: " + b"c" * 5000 + b"\r\n"])
def test_how_much_is_asked_shows_in_the_address_and_the_body(fields: bytes) -> None:
    """Neither in the headers, nor in how it is framed, nor in what follows."""
    line, length = POST, b"Content-Length: %d\r\n\r\n"
    for body in (b"", b"x" * LIMIT):
        request, _ = read(line + fields + length % len(body) + body + b"GET / HTTP/1.1\r\n")
        assert request.question_bytes == len(b"/move") + len(body)
    request, _ = read(line + fields + WHOLE["the largest chunk"].removeprefix(POST))
    assert request.question_bytes == len(b"/move") + LIMIT


@pytest.mark.parametrize(
    ("sent", "told"),
    [(POST, None), (POST + b"Content-Length: 7\r\n\r\n123", "after 3 of 7 bytes"),
     (CHUNKED + b"3\r\nabc\r\n", "after")],
)  # fmt: skip
def test_an_early_end_is_told_where_it_cut_a_body(sent: bytes, told: str | None) -> None:
    request = IncomingRequest(LIMIT)
    assert not request.feed(sent)
    if told is None:
        request.end()
        return
    with pytest.raises(ProblemError, match=told) as refused:
        request.end()
    assert refused.value.code == "incomplete_body"


def test_the_bytes_are_given_back_as_soon_as_nobody_wants_them() -> None:
    """Not when cycles are collected next, for which hundreds of clients do not wait."""
    for sent in (POST, POST + b"Content-Length: 7\r\n\r\n123", CHUNKED + b"3\r\na", CHUNKED):
        request = IncomingRequest(LIMIT)
        assert not request.feed(sent)
        kept, request = weakref.ref(request), IncomingRequest(LIMIT)
        assert kept() is None
