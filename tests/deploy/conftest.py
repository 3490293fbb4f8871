"""nginx with the shipped configuration in front of a real server."""

from collections.abc import Iterator

import pytest

from tests.deploy.balancer import Balancer, balanced
from tests.support.live_server import LiveServer


@pytest.fixture(scope="module")
def balancer(server: LiveServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Balancer]:
    """Provide a balancer that leads to the server."""
    with balanced(server, tmp_path_factory.mktemp("nginx")) as running:
        yield running
