"""The alerts for Prometheus: they ask for what the service tells, and come when they should."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.api.questions import EMPTY, ask
from tests.api.telemetry.queries import untold
from tests.api.telemetry.scrapes import at_rest
from tests.docs.documents import OPERATING
from tests.support.live_server import LiveServer
from tests.support.programs import lacking_promtool, printed
from tests.support.project import ROOT

FOLDER = ROOT / "deploy" / "prometheus"
ALERTS: dict[str, Any] = yaml.safe_load((FOLDER / "alerts.yaml").read_text())
RULES: list[dict[str, Any]] = [rule for group in ALERTS["groups"] for rule in group["rules"]]

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


def test_every_metric_and_every_label_asked_for_is_told(server: LiveServer) -> None:
    assert ask(server.url, **EMPTY).ok
    now = at_rest(server)
    for rule in RULES:
        assert not untold(rule["expr"], now), rule["alert"]


def test_the_longest_time_that_is_waited_for_is_one_of_the_buckets(server: LiveServer) -> None:
    """Otherwise the quantile would be a guess between two of them."""
    now = at_rest(server)
    quantiles = [rule["expr"] for rule in RULES if "histogram_quantile" in rule["expr"]]
    assert quantiles
    for query in quantiles:
        (name,) = re.findall(r"\w+_bucket", query)
        bounds = {float(sample.labels["le"]) for sample in now.having(name)}
        assert float(query.rpartition("> ")[2]) in bounds


def test_every_alert_is_tried_and_listed_with_what_to_do() -> None:
    tried = (ROOT / "tests" / "deploy" / "alerts.test.yaml").read_text()
    rows = OPERATING.table("alert")
    assert [row[0].strip("`") for row in rows] == [rule["alert"] for rule in RULES]
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"].keys() == {"summary"}
        assert rule["alert"] in tried
