"""The dashboard asks for what the service tells, and Grafana can read it."""

import json
import re
from typing import Any

import pytest
import requests

from service.api.telemetry import metrics
from tests.api.questions import EMPTY
from tests.support.live_server import LiveServer
from tests.support.project import ROOT

FILE = ROOT / "deploy" / "grafana" / "dashboard.json"
DASHBOARD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
VARIABLES = {each["name"]: each for each in DASHBOARD["templating"]["list"]}
QUERIES = [target["expr"] for panel in PANELS for target in panel["targets"]]
ASKED = "|".join([*QUERIES, *(str(each["query"]) for each in VARIABLES.values())])
COLUMNS = 24


@pytest.fixture(scope="module")
def told(server: LiveServer) -> dict[str, set[str]]:
    """Provide the labels of every metric that a live server tells of after a request, by name."""
    response = requests.post(f"{server.url}/move", json=EMPTY, timeout=60)
    server.line_of(response.headers["X-Request-Id"])
    text = requests.get(f"{server.url}/metrics", timeout=60).text
    found: dict[str, set[str]] = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? ", text, re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    return found


def test_every_metric_asked_for_is_told(told: dict[str, set[str]]) -> None:
    asked = set(re.findall(r"kinarow_\w+", ASKED))
    assert asked
    assert asked <= set(told)


def test_every_metric_told_is_shown() -> None:
    """By a name of its own, or by that of one of its series."""
    asked = set(re.findall(r"kinarow_\w+", ASKED))
    families = list(metrics.registry.collect())
    assert families
    for family in families:
        series = {f"{family.name}{suffix}" for suffix in ("", "_total", "_bucket", "_sum")}
        assert asked & series, family.name


def test_every_label_asked_for_is_told(told: dict[str, set[str]]) -> None:
    targets = {"job", "instance"}  # Prometheus adds them.
    for query in QUERIES:
        known = set().union(*(told[name] for name in re.findall(r"kinarow_\w+", query))) | targets
        grouped = re.findall(r"\bby \(([\w, ]+)\)", query)
        asked = {label for group in grouped for label in group.split(", ")}
        assert asked | set(re.findall(r'(\w+)=~?"', query)) <= known, query


def test_brackets_of_queries_agree() -> None:
    for query in QUERIES:
        left = re.sub(r"[^()\[\]{}]", "", query)
        while (less := re.sub(r"\(\)|\[\]|\{\}", "", left)) != left:
            left = less
        assert not left, query


def test_it_has_what_a_dashboard_needs() -> None:
    for field in ("uid", "title", "schemaVersion", "time", "refresh", "panels", "templating"):
        assert DASHBOARD[field]
    assert "id" not in DASHBOARD, "an import takes a new one"
    assert VARIABLES["datasource"]["type"] == "datasource"
    assert VARIABLES["datasource"]["query"] == "prometheus"


def test_every_panel_has_what_it_needs() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    for panel in PANELS:
        assert panel["type"] in ("stat", "timeseries", "heatmap")
        assert panel["title"]
        assert panel["description"].endswith(".")
        assert panel["fieldConfig"]["defaults"]["unit"]
        for source in (panel["datasource"], *(each["datasource"] for each in panel["targets"])):
            assert source == {"type": "prometheus", "uid": "${datasource}"}
        names = [target["refId"] for target in panel["targets"]]
        assert len(set(names)) == len(names) > 0


def test_every_variable_used_is_defined() -> None:
    used = set(re.findall(r"\$\{?(\w+)", ASKED)) - {"__rate_interval", "__all"}
    assert used <= set(VARIABLES)


def test_panels_lie_on_the_grid_and_do_not_overlap() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    for place in places:
        assert 0 <= place["x"] < place["x"] + place["w"] <= COLUMNS
    cells = [
        (x, y)
        for each in places
        for x in range(each["x"], each["x"] + each["w"])
        for y in range(each["y"], each["y"] + each["h"])
    ]
    assert len(set(cells)) == len(cells)
