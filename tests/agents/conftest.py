"""The agents that the tests share."""

from collections.abc import Iterator

import pytest

from tests.agents.agents import Agent, over_http, over_stdio
from tests.support.live_server import LiveServer


@pytest.fixture(scope="session")
def agent() -> Iterator[Agent]:
    """Provide an agent over standard input and output, whose kernels are loaded."""
    with over_stdio() as started:
        started.ask("best_move", in_a_row=3, width=3, height=3)
        yield started


@pytest.fixture(scope="session")
def http_agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """Provide an agent over HTTP."""
    with over_http(tmp_path_factory.mktemp("agents") / "log") as started:
        yield started


@pytest.fixture(scope="session")
def remote_agent(server: LiveServer) -> Iterator[Agent]:
    """Provide an agent of a tool server that asks the live server."""
    with over_stdio("--url", server.url) as started:
        yield started
