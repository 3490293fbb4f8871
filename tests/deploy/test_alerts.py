"""The alerts for Prometheus: they ask for what the service tells, and come when they should."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.api.questions import EMPTY, ask
from tests.api.telemetry.scrapes import Scrape, at_rest
from tests.deploy.defaults import default
from tests.deploy.test_compose import MOVE
from tests.docs.documents import OPERATING
from tests.support.live_server import LiveServer
from tests.support.programs import lacking_promtool, printed, run_program
from tests.support.project import ROOT

FOLDER = ROOT / "deploy" / "prometheus"
ALERTS: dict[str, Any] = yaml.safe_load((FOLDER / "alerts.yaml").read_text())
RULES: list[dict[str, Any]] = [rule for group in ALERTS["groups"] for rule in group["rules"]]
CONFIGURATION: dict[str, Any] = yaml.safe_load((FOLDER / "prometheus.yaml").read_text())
OPENAPI = (ROOT / "openapi.yaml").read_text()
OF_OTHERS = {"up", "container_memory_working_set_bytes", "container_spec_memory_limit_bytes"}
"""What Prometheus itself and cAdvisor tell."""
TARGET = {"job", "instance"}
"""The labels that Prometheus adds."""

NOBODY_HAS_ASKED = """
from service.api.app import create_app
from service.settings import Settings
from service.solver import Solver

app = create_app(Settings(), Solver(1))
print(app.test_client().get("/metrics").text)
"""

needs_promtool = pytest.mark.skipif(
    bool(lacking_promtool()), reason=f"left out: {lacking_promtool()}"
)


@needs_promtool
def test_prometheus_understands_all_of_it() -> None:
    printed("promtool", "check", "config", FOLDER / "prometheus.yaml")


@needs_promtool
def test_alerts_come_when_they_should_and_only_then(tmp_path: Path) -> None:
    for path in (FOLDER / "alerts.yaml", ROOT / "tests" / "deploy" / "alerts.test.yaml"):
        (tmp_path / path.name).write_text(path.read_text())
    printed("promtool", "test", "rules", tmp_path / "alerts.test.yaml")


def test_every_alert_is_tried() -> None:
    tried = (ROOT / "tests" / "deploy" / "alerts.test.yaml").read_text()
    for rule in RULES:
        assert rule["alert"] in tried, rule["alert"]


def test_every_metric_and_every_label_asked_for_is_told(server: LiveServer) -> None:
    assert ask(server.url, **EMPTY).ok
    told: dict[str, set[str]] = {}
    for family in at_rest(server).families:
        for sample in family.samples:
            told.setdefault(sample.name, set()).update(sample.labels)
    for rule in RULES:
        query = re.sub(r'"[^"]*"', '""', rule["expr"])
        names = set(re.findall(r"\b(?:kinarow|container)_\w+|\bup\b", query)) - OF_OTHERS
        assert names <= told.keys()
        grouped = re.findall(r"\b(?:by|on) \(([\w, ]+)\)", query)
        asked = {label for group in grouped for label in group.split(", ")}
        asked |= set(re.findall(r'(\w+)(?:=|=~|!=|!~)"', query))
        known = set().union(*(told[name] for name in names)) | TARGET
        assert asked <= known or not names, rule["alert"]


def test_what_alerts_count_is_counted_from_zero() -> None:
    """Else the first event would be a series that comes to be, which is no rise."""
    first, routes = Scrape(run_program(NOBODY_HAS_ASKED)), set(yaml.safe_load(OPENAPI)["paths"])
    counted = [
        (name, dict(re.findall(r'(\w+)="([^"]*)"', labels)))
        for rule in RULES
        for name, labels in re.findall(r"\((\w+_total)(?:{(.*?)})?\[", rule["expr"])
    ]
    assert {labels.get("status") for _, labels in counted} >= {"500", "503"}
    for name, labels in counted:
        told = first.having(name, **labels)
        assert not any(sample.value for sample in told)
        assert told, name
        if "status" in labels:
            assert {sample.labels["route"] for sample in told} >= {*routes, "unmatched"}


def test_the_longest_time_that_is_waited_for_is_one_of_the_buckets(server: LiveServer) -> None:
    """Otherwise the quantile would be a guess between two of them."""
    bounds = {
        float(sample.labels["le"])
        for family in at_rest(server).families
        for sample in family.samples
        if sample.name.endswith("_bucket")
    }
    limits = [
        float(rule["expr"].rpartition("> ")[2])
        for rule in RULES
        if "histogram_quantile" in rule["expr"]
    ]
    assert limits
    assert set(limits) <= bounds


def test_every_alert_is_listed_with_what_to_do() -> None:
    rows = OPERATING.table("alert")
    assert [row[0].strip("`") for row in rows] == [rule["alert"] for rule in RULES]
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"].keys() == {"summary"}


def test_prometheus_finds_the_replicas_of_compose() -> None:
    (job,) = CONFIGURATION["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert found["names"] == ["move"]
    assert (found["type"], found["port"]) == ("A", default("port"))
    assert MOVE["networks"] == ["inside"]
    assert CONFIGURATION["rule_files"] == ["alerts.yaml"]
