"""What queries of Prometheus ask for, be it for a dashboard or for an alert."""

import re

from tests.api.telemetry.scrapes import Scrape

OF_OTHERS = {"up", "container_memory_working_set_bytes", "container_spec_memory_limit_bytes"}
"""What Prometheus itself and cAdvisor tell."""
TARGET = {"job", "instance"}
"""The labels that Prometheus adds."""


def untold(query: str, scrape: Scrape) -> set[str]:
    """Return the metrics, and the labels of those, that a query asks for and nobody tells."""
    told: dict[str, set[str]] = {}
    for family in scrape.families:
        for sample in family.samples:
            told.setdefault(sample.name, set(TARGET)).update(sample.labels)
    query = re.sub(r'"[^"]*"', '""', query)
    names = set(re.findall(r"\b(?:kinarow|container)_\w+|\bup\b", query)) - OF_OTHERS
    if unknown := names - told.keys():
        return unknown
    grouped = ", ".join(re.findall(r"\b(?:by|on) \(([\w, ]+)\)", query))
    labels = {*re.findall(r"\w+", grouped), *re.findall(r'(\w+)(?:=|=~|!=|!~)"', query)}
    return labels.difference(*(told[name] for name in names)) if names else set()
