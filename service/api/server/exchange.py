"""A request that the WSGI application answers in a thread, while the loop sends what is ready."""

import asyncio
import logging
from collections.abc import Callable
from threading import BoundedSemaphore, Semaphore
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.api.admission.disconnect import gone
from service.api.server.connection import Connection
from service.api.server.incoming_request import Message
from service.api.telemetry.progress import Progress

WHOLE_BYTES = 1 << 16
"""The size from which on an answer is handed over in pieces."""
MOST_PIECES = 16
"""How many pieces may wait to be sent; then the thread waits until a client has taken one."""
PERMIT_SECONDS = 1.0
"""How long a thread may wait for a permit to wait; then the client is cut off."""

logger = logging.getLogger(__name__)


class Exchange:
    """The answer to one request, from the thread that makes it to the loop that sends it."""

    def __init__(
        self,
        application: WSGIApplication,
        environ: WSGIEnvironment,
        connection: Connection,
        progress: Progress,
        permits: BoundedSemaphore,
    ) -> None:
        """A thread that waits for the client holds one of the `permits`."""
        self.connection, self.progress = connection, progress
        self._application, self._environ, self._permits = application, environ, permits
        self._loop = asyncio.get_running_loop()
        self._messages: asyncio.Queue[list[Message]] = asyncio.Queue()
        """What is to be sent; an empty list breaks the answer off."""
        self._room = Semaphore(MOST_PIECES)
        self._start: Message | None = None
        """The beginning of the answer, until it is handed over."""
        self.begun = False
        """Whether it has been."""
        self._pieces: list[bytes] = []
        self.done: Callable[[], object] = lambda: None
        """What the loop calls when the thread goes on to others."""

    def run(self) -> None:
        """Have the application answer; in a thread, or in the loop if that cannot take long."""
        self.progress.begin()
        try:
            self._answer()
        except ConnectionError:
            self._put([])
        except Exception:
            logger.exception("a request failed")
            self._put([])

    async def take(self) -> list[Message]:
        """Return the events that are to be sent next; none if the answer is broken off."""
        return await self._messages.get()

    def note_sent(self) -> None:
        """Note that what was taken has been sent, as far as the client takes it."""
        self._room.release()

    def _answer(self) -> None:
        body, size = self._application(self._environ, self._start_response), 0
        try:
            for piece in body:
                self._pieces.append(piece)
                size += len(piece)
                if size >= WHOLE_BYTES:
                    self._hand_over(more=True)
                    size = 0
        finally:
            if hasattr(body, "close"):
                body.close()
        self._hand_over(more=False)

    def _start_response(
        self, status: str, headers: list[tuple[str, str]], _: Any = None, /
    ) -> Callable[[bytes], object]:
        """Take the status and the headers: `start_response` of PEP 3333."""
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._start = {"type": "http.response.start", "status": int(status[:3]), "headers": fields}
        return self._write

    def _write(self, data: bytes) -> None:
        """Send a piece at once."""
        self._pieces.append(data)
        self._hand_over(more=True)

    def _hand_over(self, *, more: bool) -> None:
        """Have the loop send what there is of the answer."""
        self.progress.mark()
        if self.connection.gone:
            raise gone()
        if more and not self._room.acquire(blocking=False):
            self._wait_for_room()
        assert self.begun or self._start, "the application has not started its answer"
        messages = [self._start] if self._start else []
        body = b"".join(self._pieces)
        messages.append({"type": "http.response.body", "body": body, "more_body": more})
        self._start, self.begun = None, True
        self._pieces.clear()
        self._put(messages)

    def _wait_for_room(self) -> None:
        """Wait until the client has taken a piece, or has been given up."""
        if not self._permits.acquire(timeout=PERMIT_SECONDS):
            raise gone()  # Too many take their answers slowly.
        try:
            while not self._room.acquire(timeout=PERMIT_SECONDS):
                self.progress.mark()  # The request does not hang, for the waiting has an end.
                if self.connection.gone:
                    raise gone()
        finally:
            self._permits.release()

    def _put(self, messages: list[Message]) -> None:
        self._loop.call_soon_threadsafe(self._take, messages)

    def _take(self, messages: list[Message]) -> None:
        self._messages.put_nowait(messages)
        if not messages or not messages[-1]["more_body"]:
            self.done()
