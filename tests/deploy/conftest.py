"""Two replicas of the service, and nginx with the shipped configuration in front of them."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.api.questions import EMPTY, ask
from tests.api.telemetry.scrapes import scrape
from tests.deploy.balancer import Balancer, balancing
from tests.support.live_server import SERVE, LiveServer, serving
from tests.support.ports import free_port
from tests.support.waiting import wait_until

HOSTS = ("127.0.0.2", "127.0.0.3")
"""The addresses of the replicas, which have one port."""


class Replica:
    """A real server that can be stopped and started again at its address."""

    live: LiveServer

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._running = ExitStack()

    @property
    def asked(self) -> float:
        """Return how many questions it has been asked since it started."""
        return scrape(self.live)("kinarow_requests_total", route="/move")

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        starting = serving(None, SERVE, (self.host, self.port), WORKERS="1", SEARCH_THREADS="1")
        self.live = self._running.enter_context(starting)

    def stop(self) -> None:
        """Send it SIGTERM, and wait until it has ended."""
        self._running.close()


@pytest.fixture(scope="module")
def replicas() -> Iterator[list[Replica]]:
    """Provide two replicas that run."""
    port = free_port(HOSTS[0])
    found = [Replica(host, port) for host in HOSTS]
    with ExitStack() as stack:
        for replica in found:
            stack.callback(replica.stop)
            replica.start()
        yield found


@pytest.fixture(scope="module")
def balancer(
    replicas: list[Replica], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Balancer]:
    """Provide a balancer that leads to both."""
    with balancing(HOSTS, replicas[0].port, tmp_path_factory.mktemp("nginx")) as running:
        wait_until(lambda: ask(running.url, **EMPTY).ok)
        yield running
