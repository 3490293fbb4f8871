"""Agents: the SDK's own client, each with a tool server in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from tests.support.live_server import (
    AN_HOUR,
    ONE_SLOT,
    START_SECONDS,
    children,
    processor_seconds,
)
from tests.support.ports import free_port, listens
from tests.support.waiting import PATIENCE_SECONDS, wait_until

COMMAND = (sys.executable, "-m", "service", "mcp")
SETTINGS = {"TABLE_MEBIBYTES": "16", **AN_HOUR, **ONE_SLOT}
"""A search takes the only slot, and may outlast every test."""
FOR_AN_HOUR = {"in_a_row": 5, "width": 15, "height": 15, "moves": ["h8"], "seconds": 3600}
"""What nobody can prove."""
FOR_A_SECOND = {"in_a_row": 4, "width": 6, "height": 4, "moves": ["a1"], "seconds": 3600}
"""What is proven in less, but not before there is a slot; it is known when it is asked again."""


def text_of(result: CallToolResult) -> str:
    """Return the one text of a result."""
    (content,) = result.content
    return cast("TextContent", content).text


@dataclass(frozen=True)
class Agent:
    """A client of a tool server, which is this process."""

    portal: BlockingPortal
    client: Client
    server: int
    url: str = ""
    log: Path | None = None

    def start(self, tool: str, **arguments: Any) -> Future[CallToolResult]:
        """Begin a call; who cancels it cancels the call."""
        return self.portal.start_task_soon(self.client.call_tool, tool, arguments)

    def call(self, tool: str, **arguments: Any) -> CallToolResult:
        return self.start(tool, **arguments).result(PATIENCE_SECONDS)

    def ask(self, tool: str, **arguments: Any) -> str:
        """Return the text of an answer."""
        result = self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        return text_of(result)

    def refusal(self, tool: str, **arguments: Any) -> str:
        """Return the text of an error."""
        result = self.call(tool, **arguments)
        assert result.is_error, text_of(result)
        assert result.structured_content is None
        return text_of(result)

    def wait_for_search(self) -> None:
        """Wait until a search in the server has taken so much time that it has the slot."""
        before = processor_seconds(self.server)
        wait_until(lambda: processor_seconds(self.server) - before > 0.3)


@contextmanager
def over_stdio(*options: str, mode: str = "auto", **settings: str) -> Iterator[Agent]:
    """Provide an agent that starts its server, and ends it.

    In the mode "legacy" it greets as in older protocols, without asking which there are.
    """
    command, *arguments = [*COMMAND, *options]
    environment = {**os.environ, **SETTINGS, **settings}
    started = StdioServerParameters(command=command, args=arguments, env=environment)
    before = children(os.getpid())
    with connected(started, mode) as (portal, client):
        (server,) = children(os.getpid()) - before
        yield Agent(portal, client, server)


@contextmanager
def over_http(log: Path, *options: str) -> Iterator[Agent]:
    """Provide an agent of a server that was started for any agents, as Compose does."""
    port = free_port()
    command = [*COMMAND, "--http", str(port), "--host", "0.0.0.0", *options]
    environment = {**os.environ, **SETTINGS, "CLIENT_SECONDS": "1"}
    with (
        log.open("wb") as lines,
        subprocess.Popen(command, env=environment, stderr=lines) as process,
    ):
        try:
            wait_until(lambda: listens(port) or process.poll() is not None, START_SECONDS)
            url = f"http://127.0.0.1:{port}/mcp"
            with connected(url) as (portal, client):
                yield Agent(portal, client, process.pid, url, log)
        finally:
            process.terminate()


@contextmanager
def connected(
    server: StdioServerParameters | str, mode: str = "auto"
) -> Iterator[tuple[BlockingPortal, Client]]:
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(server, mode=mode)) as client,
    ):
        yield portal, client
