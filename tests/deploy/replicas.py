"""Two replicas of the service, as a balancer sees them: each an address, all with one port."""

from contextlib import ExitStack

import requests

from tests.api.telemetry.scrapes import Scrape
from tests.support.live_server import serving_at
from tests.support.ports import free_port

HOSTS = ("127.0.0.2", "127.0.0.3")


class Replica:
    """A real server that can be stopped and started again at its address."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._running = ExitStack()

    @property
    def asked(self) -> float:
        """Return how many questions it has been asked since it started."""
        text = requests.get(f"http://{self.host}:{self.port}/metrics", timeout=60).text
        return Scrape(text)("kinarow_requests_total", route="/move")

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        self._running.enter_context(
            serving_at(self.host, self.port, WORKERS="1", SEARCH_THREADS="1")
        )

    def stop(self) -> None:
        """Send it SIGTERM, and wait until it has ended."""
        self._running.close()


def new_replicas() -> list[Replica]:
    """Return two replicas that are not started yet."""
    port = free_port(HOSTS[0])
    return [Replica(host, port) for host in HOSTS]
