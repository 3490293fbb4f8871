"""Reading what `GET /metrics` tells."""

from collections.abc import Callable

import requests
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from tests.support.live_server import LiveServer
from tests.support.waiting import wait_until

Labels = frozenset[tuple[str, str]]


class Scrape:
    """What is told at one time."""

    def __init__(self, text: str) -> None:
        self.families = list(text_string_to_metric_families(text))
        self._values: dict[tuple[str, Labels], float] = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in self.families
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        """Return the sum over all series of a name that have these labels."""
        wanted = frozenset(labels.items())
        return sum(
            value for (each, has), value in self._values.items() if each == name and wanted <= has
        )

    def since(self, before: "Scrape", name: str, **labels: str) -> float:
        """Return by how much that sum has grown."""
        return self(name, **labels) - before(name, **labels)

    def having(self, name: str, **labels: str) -> list[Sample]:
        """Return all samples of a name that have these labels."""
        samples = (sample for family in self.families for sample in family.samples)
        return [
            each for each in samples if each.name == name and labels.items() <= each.labels.items()
        ]

    def labels(self, label: str) -> set[str]:
        """Return all values of a label."""
        return {value for _, has in self._values for name, value in has if name == label}


def scrape(server: LiveServer) -> Scrape:
    """Return the metrics of a live server."""
    response = requests.get(f"{server.url}/metrics", timeout=60)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return Scrape(response.text)


def scrape_when(holds: Callable[[Scrape], bool], server: LiveServer) -> Scrape:
    """Return the first scrape of which something holds."""

    def scraped() -> Scrape | None:
        now = scrape(server)
        return now if holds(now) else None

    return wait_until(scraped)


def at_rest(server: LiveServer, asking: int = 0) -> Scrape:
    """Return the metrics once all requests but so many are counted, which they are in the end."""
    return scrape_when(lambda now: now("kinarow_requests_in_flight") == 1 + asking, server)


def at_work(server: LiveServer, searching: int, waiting: int) -> Scrape:
    """Return the metrics once so many questions have a slot, and so many wait for one."""

    def holds(now: Scrape) -> bool:
        return (now("kinarow_busy_slots"), now("kinarow_queue_length")) == (searching, waiting)

    return scrape_when(holds, server)
