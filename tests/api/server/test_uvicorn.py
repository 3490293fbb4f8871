"""What the server relies on in uvicorn beyond what uvicorn documents, and what it adds."""

import inspect
import random
import re
import socket
from collections.abc import Iterator

import pytest
import uvicorn
from uvicorn import Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tests.api.events import STREAM
from tests.api.questions import EMPTY
from tests.api.raw import PROBE, connect, post
from tests.api.server.conftest import SERVE_HANGING
from tests.support.live_server import LiveServer, serving

LAST = PROBE[:-2] + b"Connection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("where", "name", "purpose"),
    [
        (HttpToolsProtocol.__init__, "app_state", "the application finds its connection by it"),
        (HttpToolsProtocol.__init__, "self.loop", "threads have it send interim responses"),
        (HttpToolsProtocol.connection_made, "client", "it is the address of the client"),
        (HttpToolsProtocol.connection_made, "transport", "it is what answers are written to"),
        (HttpToolsProtocol.on_header, "self.headers", "it is what is known of a proxy"),
        (HttpToolsProtocol.on_url, "self.url", "a head comes again without an offer"),
        (HttpToolsProtocol.data_received, "self.parser.feed_data", "it parses by httptools"),
        (HttpToolsProtocol.on_header, "self.expect_100_continue", "HTTP/1.0 knows no 100"),
        (HttpToolsProtocol.on_headers_complete, "keep_alive=", "it tells whether a client may ask"),
        (Server.startup, "server_state=self.server_state", "the worker makes connections of it"),
        (Server.startup, "for sock in sockets", "uvicorn itself listens to none"),
        (RequestResponseCycle.run_asgi, "not self.disconnected", "the connection itself refuses"),
        (RequestResponseCycle.send, "chunked_encoding", "HTTP/1.0 knows no chunks"),
        (RequestResponseCycle.send, "expected_content_length", "nor the length of a stream"),
    ],
)
def test_uvicorn_still_has_what_it_does_not_document(
    where: object, name: str, purpose: str
) -> None:
    """After an upgrade, `service/api/server` has to be adapted where this fails."""
    code = inspect.getsource(where)  # type: ignore[arg-type]
    assert name in code, f"uvicorn {uvicorn.__version__} has changed `{name}`: {purpose}"


def old(question: object, *headers: str) -> bytes:
    return post(question, "/move", *headers).replace(b"HTTP/1.1", b"HTTP/1.0")


@pytest.mark.parametrize("field", ["Connection: keep-alive", "Expect: 100-continue", "A: b"])
def test_old_http_has_one_answer_and_its_connection_ends(server: LiveServer, field: str) -> None:
    """An interim response would be taken for the answer (RFC 9110, section 10.1.1)."""
    answer = server.exchange(old(EMPTY, field))
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert re.findall(rb"(?m)^connection: (.*)\r$", answer) == [b"close"]
    assert answer.endswith(b"}")


@pytest.mark.parametrize("headers", [(), ("Connection: keep-alive",)])
def test_a_stream_in_old_http_has_no_chunks_and_ends_with_the_connection(
    server: LiveServer, headers: tuple[str, ...]
) -> None:
    accept = f"Accept: {STREAM['Accept']}"
    head, _, body = server.exchange(old(EMPTY, accept, *headers)).partition(b"\r\n\r\n")
    assert b"\r\nconnection: close" in head
    assert b"transfer-encoding" not in head
    assert body.startswith(b": keep-alive\n\nevent: ")
    assert body.endswith(b"}\n\n")


@pytest.mark.parametrize(
    ("more", "last"),
    [(b"", []), (LAST, [200]), (b"nonsense\r\n\r\n", [400]),
     (b"GET / HTTP/1.1\r\nA: " + b"b" * 99999, [431])],
    ids=["it asks no more", "it wants to end", "nonsense", "an endless header"],
)  # fmt: skip
def test_what_was_asked_before_is_answered_first(
    server: LiveServer, more: bytes, last: list[int]
) -> None:
    """However it is cut, and whatever follows: no answer is taken for that to another request."""
    chance = random.Random(1)
    sent = (PROBE + post(EMPTY) + PROBE.replace(b"GET", b"HEAD")) * 20 + more
    with connect(server) as client:
        while sent:
            size = chance.choice((1, 10, 100, 10_000))
            client.sendall(sent[:size])
            sent = sent[size:]
        if last != [200]:
            client.shutdown(socket.SHUT_WR)
        received = client.makefile("rb").read()
    statuses = [int(status) for status in re.findall(rb"HTTP/1.1 ([0-9]+) ", received)]
    assert statuses == [200] * 60 + last
    assert received.count(b'"best_move":') == 20
    assert len(received.split(b"\r\n\r\nHTTP/1.1")) >= 20, "no answer to HEAD has a body"


def test_an_answer_after_which_no_more_is_read_reaches_a_client_that_still_sends(
    server: LiveServer,
) -> None:
    """RFC 9112, section 9.6: to close at once would reset the connection."""
    assert server.exchange(post(b" " * (8 << 20))).startswith(b"HTTP/1.1 413 ")


@pytest.fixture(scope="module")
def odd() -> Iterator[LiveServer]:
    """Provide a server whose application fails if it is asked to."""
    with serving(None, SERVE_HANGING, WORKERS="1", HANGING_SIDE="99") as server:
        yield server


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("how", "answer"),
    [("fail", rb'HTTP/1\.1 500 .*"code": "internal_error".*'),
     ("break", rb"HTTP/1\.1 200 .*\r\n\r\n4\r\npart\r\n")],
    ids=["it is answered for", "its answer breaks off, and is not ended"],
)  # fmt: skip
def test_an_application_that_fails(odd: LiveServer, how: str, answer: bytes) -> None:
    asked = post(EMPTY, "/move", f"X-Hang: {how}", "Connection: close")
    assert re.fullmatch(answer, odd.exchange(asked), re.DOTALL)
