"""The dashboard asks for what the service tells, and Grafana can read it."""

import json
import re
from typing import Any

import pytest

from service.api.telemetry import metrics
from tests.api.questions import EMPTY, ask
from tests.api.telemetry.queries import untold
from tests.api.telemetry.scrapes import at_rest
from tests.support.live_server import LiveServer
from tests.support.project import ROOT

FILE = ROOT / "deploy" / "grafana" / "dashboard.json"
DASHBOARD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
VARIABLES = {each["name"]: each for each in DASHBOARD["templating"]["list"]}
QUERIES: list[str] = [target["expr"] for panel in PANELS for target in panel["targets"]]
ASKED = [*QUERIES, *(str(each["query"]) for each in VARIABLES.values())]
COLUMNS = 24


def test_every_metric_and_label_asked_for_is_told(server: LiveServer) -> None:
    assert ask(server.url, **EMPTY).ok
    now = at_rest(server)
    for query in ASKED:
        assert not untold(query, now), query


def test_every_metric_told_is_shown() -> None:
    """By a name of its own, or by that of one of its series."""
    asked = set(re.findall(r"kinarow_\w+", " ".join(ASKED)))
    families = list(metrics.registry.collect())
    assert families
    for family in families:
        series = {f"{family.name}{suffix}" for suffix in ("", "_total", "_bucket", "_sum")}
        assert asked & series, family.name


@pytest.mark.parametrize("query", QUERIES)
def test_brackets_of_queries_agree(query: str) -> None:
    left = re.sub(r"[^()\[\]{}]", "", query)
    while (less := re.sub(r"\(\)|\[\]|\{\}", "", left)) != left:
        left = less
    assert not left


def test_it_has_what_a_dashboard_needs() -> None:
    for field in ("uid", "title", "schemaVersion", "time", "refresh", "panels", "templating"):
        assert DASHBOARD[field]
    assert "id" not in DASHBOARD, "an import takes a new one"
    assert VARIABLES["datasource"].items() >= {("type", "datasource"), ("query", "prometheus")}
    used = set(re.findall(r"\$\{?(\w+)", " ".join(ASKED))) - {"__rate_interval", "__all"}
    assert used <= set(VARIABLES)


def test_every_panel_has_what_it_needs() -> None:
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    for panel in PANELS:
        assert panel["type"] in ("stat", "timeseries", "heatmap")
        assert panel["title"]
        assert panel["description"].endswith(".")
        assert panel["fieldConfig"]["defaults"]["unit"]
        for each in (panel, *panel["targets"]):
            assert each["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        names = [target["refId"] for target in panel["targets"]]
        assert len(set(names)) == len(names) > 0


def test_panels_lie_on_the_grid_and_do_not_overlap() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    cells = [
        (x, y)
        for each in places
        for x in range(each["x"], each["x"] + each["w"])
        for y in range(each["y"], each["y"] + each["h"])
    ]
    assert len(set(cells)) == len(cells) == sum(each["w"] * each["h"] for each in places)
    assert {x for x, _ in cells} <= set(range(COLUMNS))
