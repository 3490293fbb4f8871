"""`mcp`: tools for agents, by the Model Context Protocol."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import click
import uvloop

from service.agents.answerer import Answerer
from service.agents.server import http_application, new_server, serve_stdio
from service.api.server.agents_door import serve_tools
from service.api.telemetry.logs import configure_logging
from service.cli.inputs import URL
from service.interrupts import first_signal
from service.removal import end_at_once
from service.settings import Settings, read_settings


@click.command("mcp")
@URL
@click.option(
    "--http",
    "port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Serve streamable HTTP at /mcp on this port instead of standard input and output.",
)
@click.option("--host", default="127.0.0.1", help="The address to listen on, with --http.")
def command(url: str | None, port: int | None, host: str) -> None:
    """Serve tools for agents: the best move, the value of moves, the mistakes of a game.

    An agent starts this command itself, and talks to it over standard input and output.
    """
    settings = read_settings()
    # Whatever still searches or compiles in a thread ends with the process.
    with first_signal(lambda number: end_at_once(128 + number)):
        # Clients wait for the greeting, but not for the kernels.
        answerer = ThreadPoolExecutor(1).submit(_new_answerer, url, settings)
        server = new_server(answerer)
        if port is None:
            asyncio.run(serve_stdio(server))
        else:
            configure_logging(settings)
            uvloop.run(serve_tools(http_application(server), settings, host, port))
        end_at_once(0)


def _new_answerer(url: str | None, settings: Settings) -> Answerer:
    if url is not None:
        from service.agents.running_service import RunningService

        return RunningService(url)
    from service.agents.in_process import InProcess

    return InProcess(settings)
