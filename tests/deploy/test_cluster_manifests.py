"""The manifests for many machines call what there is, and let no one else in."""

from pathlib import Path
from typing import Any

import click
import pytest
from distributed.cli import dask_scheduler, dask_worker

from service.cli.commands.analyse import command as analyse
from tests.deploy.manifests import CONTAINERS, MANIFESTS, OF_CLUSTER, PODS, arguments

PORT = str(CONTAINERS["analysis-scheduler"]["ports"][0]["containerPort"])
SCHEDULER = f"tcp://analysis-scheduler:{PORT}"
(HEAP,) = (each["mountPath"] for each in CONTAINERS["analysis"]["volumeMounts"]
           if each["name"] == "heap")  # fmt: skip
CORES = CONTAINERS["analysis-worker"]["resources"]["limits"]["cpu"]


@pytest.mark.parametrize(
    ("pod", "words", "command", "expected"),
    [
        ("analysis-scheduler", ["dask", "scheduler"], dask_scheduler.main, {"port": PORT}),
        ("analysis-worker", ["dask", "worker"], dask_worker.main,
         {"scheduler": SCHEDULER, "local_directory": "/tmp", "n_workers": CORES, "nthreads": 1}),
        ("analysis", ["service", analyse.name], analyse, {"cluster": SCHEDULER}),
    ],
)  # fmt: skip
def test_its_commands_are_understood(
    pod: str, words: list[str], command: click.Command, expected: dict[str, Any]
) -> None:
    """A `UsageError` says what is not."""
    first, second, *options = arguments(pod)
    assert [first, second] == words
    assert command.make_context(command.name, options).params.items() >= expected.items()


def test_what_it_reads_and_writes_is_on_a_disk_that_outlives_the_pod() -> None:
    found = analyse.make_context(analyse.name, arguments("analysis")[2:]).params
    for name in ("positions", "output"):
        assert str(Path(found[name]).parent) == HEAP
    assert PODS["analysis"]["spec"]["restartPolicy"] == "OnFailure"


def test_its_pods_let_no_one_else_in() -> None:
    (policy,) = [each["spec"] for each in MANIFESTS["cluster"] if each["kind"] == "NetworkPolicy"]
    (rule,) = policy["podSelector"]["matchExpressions"]
    labels = [PODS[name]["metadata"]["labels"] for name in OF_CLUSTER]
    assert set(rule["values"]) == {each["app.kubernetes.io/component"] for each in labels}
    assert policy["ingress"] == [{"from": [{"podSelector": policy["podSelector"]}]}]
