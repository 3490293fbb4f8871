"""The door of the tools over HTTP: who may come in, how slowly, and how much at once.

Connections are those of the service, which gives up clients that are silent, slow or too many.
"""

import asyncio
import logging
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from service.api.admission.address import ANYBODY, ClientNames
from service.api.server.connection import Connection
from service.api.server.crowd import Crowd
from service.api.server.incoming_request import IncomingRequest, Message, Receive
from service.api.server.sending import Send, send_refusal
from service.api.server.uvicorn_config import uvicorn_config
from service.api.telemetry.logs import log
from service.questions.refusals import RefusedError
from service.settings import Settings

BODY_BYTES = 1 << 16
"""The largest call. All moves of a game on the largest board take half of it."""
CALL_BYTES = 1 << 13
"""What a call counts at least, for it takes memory however short it is."""
MOST_BYTES = 1 << 20
"""The bytes of all calls that may go on at once. As objects they take fifty times as much."""
LOOK_SECONDS = 0.25
"""How often it is looked for clients that are late."""
ENDING_SECONDS = 5
"""How long calls over HTTP may go on when the server is stopped."""


async def serve_tools(application: Any, settings: Settings, host: str, port: int) -> None:
    """Serve the tools' ASGI application to any clients, until stopped by a signal."""
    # They tell every step.
    for name in ("mcp", "uvicorn.error", "httpx2"):
        logging.getLogger(name).setLevel("WARNING")
    door = Door(application, settings, host)
    config = uvicorn_config(
        door,
        host=host,
        port=port,
        http=partial(Connection, door.crowd),
        timeout_graceful_shutdown=ENDING_SECONDS,
    )
    looking = asyncio.create_task(door.look_after_clients())
    await uvicorn.Server(config).serve()
    looking.cancel()


class Door:
    """The ASGI application before that of the SDK, which would read bodies of any slowness."""

    def __init__(self, application: Any, settings: Settings, host: str) -> None:
        """Let in who calls this server by the `host` it listens on or by a name in `settings`."""
        self._application, self._bytes = application, 0
        self._probes: set[asyncio.Future[None]] = set()
        self._names = {*settings.agents_names, host}
        limits = settings.model_copy(
            update={"max_body_bytes": min(settings.max_body_bytes, BODY_BYTES)}
        )
        names = ClientNames(settings.log_key.get_secret_value())
        self.crowd = Crowd(limits, lambda address, _: names.name(address))

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request, or say whether the server is well, or let a call in."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        connection: Connection = scope["state"]["connection"]
        request = IncomingRequest(scope)
        try:
            request.check()
            if said := self._refusal(request):
                for message in said:
                    await send(message)
            else:
                await self._let_in(request, scope, receive, send)
        except RefusedError as problem:
            send_refusal(problem, connection, send)
        finally:
            connection.note_answer()

    async def look_after_clients(self) -> None:
        """Give up clients that are late, for as long as this is not cancelled."""
        while True:
            self.crowd.look()
            await asyncio.sleep(LOOK_SECONDS)

    def knows(self, url: str) -> bool:
        """Return whether the host in a URL is one by which this server may be called."""
        try:
            name = urlsplit(url).hostname
        except ValueError:
            return False
        return name is not None and not self._names.isdisjoint((name, ANYBODY))

    def _refusal(self, request: IncomingRequest) -> list[Message] | None:
        """Return the answer to what is no call of an agent that may call."""
        if request.path == b"/healthz":
            return _said(200, "ok")
        host, origin = request.fields.get(b"host", b""), request.fields.get(b"origin")
        for name, url, status in (("Host", b"//" + host, 421), ("Origin", origin, 403)):
            if url is not None and not self.knows(url.decode("latin-1")):
                log.tell("info", "refused", status=status, field=name)
                return _said(status, f"The {name} is none of AGENTS_HOSTS, which may call.")
        if request.method != "POST":
            # The SDK would keep a stream open on which nothing is ever sent.
            return _said(405, "Call by POST.", (b"Allow", b"POST"))
        return None

    async def _let_in(
        self, request: IncomingRequest, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        """Have the SDK answer a request once its body has come."""
        limit = self.crowd.settings.max_body_bytes
        if not await request.receive_body(receive, limit):
            return
        if request.too_large:
            raise RefusedError("body_too_large", f"The body is larger than {limit} bytes.")
        body = request.environ["wsgi.input"].read()
        size = max(len(body), CALL_BYTES)
        if self._bytes + size > MOST_BYTES:
            raise RefusedError("overloaded", "Too many calls go on already; call again shortly.")
        received = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_rest() -> dict[str, Any]:
            return received.pop() if received else await receive()

        self._bytes += size
        connection: Connection = scope["state"]["connection"]
        probe = partial(self._probe, connection, send)
        connection.on_leave = probe
        probe()
        try:
            await self._application(scope, receive_rest, send)
        finally:
            connection.on_leave = None
            self._bytes -= size

    def _probe(self, connection: Connection, send: Send) -> None:
        """Send what changes nothing to a client that says no more.

        If it has gone, that resets the connection, which ends the call; the SDK would do so after
        some seconds, as it does over HTTP/1.0, which has no interim responses.
        """
        answer = connection.cycle
        if not connection.half_closed or answer.response_complete:
            return
        if answer.chunked_encoding:  # A stream of events has begun.
            comment = {"type": "http.response.body", "body": b":\r\n\r\n", "more_body": True}
            self._probes.add(task := asyncio.ensure_future(send(comment)))
            task.add_done_callback(self._probes.discard)
        elif not answer.response_started and answer.scope["http_version"] != "1.0":
            connection.go_on()


def _said(status: int, text: str, *fields: tuple[bytes, bytes]) -> list[Message]:
    """Return an answer in plain text."""
    body = f"{text}\n".encode()
    length = (b"Content-Length", b"%d" % len(body))
    headers = [(b"Content-Type", b"text/plain; charset=utf-8"), length, *fields]
    start = {"type": "http.response.start", "status": status, "headers": headers}
    return [start, {"type": "http.response.body", "body": body}]
