"""Two replicas, and nginx with the shipped configuration in front of them."""

from collections.abc import Iterator

import pytest

from tests.api.questions import EMPTY, ask
from tests.deploy.balancer import Balancer, balancing
from tests.deploy.replicas import HOSTS, Replica, new_replicas
from tests.support.waiting import wait_until


@pytest.fixture(scope="module")
def replicas() -> Iterator[list[Replica]]:
    """Provide two replicas that run."""
    found = new_replicas()
    try:
        for replica in found:
            replica.start()
        yield found
    finally:
        for replica in found:
            replica.stop()


@pytest.fixture(scope="module")
def balancer(
    replicas: list[Replica], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Balancer]:
    """Provide a balancer that leads to both."""
    with balancing(HOSTS, replicas[0].port, tmp_path_factory.mktemp("nginx")) as running:
        wait_until(lambda: ask(running.url, **EMPTY).ok)
        yield running
