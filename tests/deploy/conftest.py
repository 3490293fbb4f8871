"""nginx with the shipped configuration in front of a real server."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.api.questions import EMPTY, ask
from tests.deploy.balancer import Balancer, balancing
from tests.support.live_server import LiveServer
from tests.support.waiting import wait_until

Balanced = Callable[..., AbstractContextManager[Balancer]]


@pytest.fixture(scope="module")
def balancer(server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Balancer]:
    """Provide a balancer that leads to the server."""
    folder = tmp_path_factory.mktemp("nginx")
    with balancing([server.host], server.port, folder) as running:
        wait_until(lambda: ask(running.url, **EMPTY).ok)
        yield running


@pytest.fixture
def balanced(server: LiveServer, tmp_path: Path) -> Balanced:
    """Provide a function that provides such a balancer with a changed configuration."""

    @contextmanager
    def balanced(**changes: str) -> Iterator[Balancer]:
        with balancing([server.host], server.port, tmp_path, **changes) as running:
            wait_until(lambda: ask(running.url, **EMPTY).ok)
            yield running

    return balanced
