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


FILES = analyse.make_context(analyse.name, arguments("analysis")[2:]).params
(POLICY,) = (each["spec"] for each in MANIFESTS["cluster"] if each["kind"] == "NetworkPolicy")
AGREE = {
    "what it reads and writes is on a disk that outlives the pod": (
        [str(Path(FILES[name]).parent) for name in ("positions", "output")], [HEAP, HEAP],
    ),
    "it goes on after a failure": (PODS["analysis"]["spec"]["restartPolicy"], "OnFailure"),
    "its pods let each other in": (
        [set(rule["values"]) for rule in POLICY["podSelector"]["matchExpressions"]],
        [{PODS[name]["metadata"]["labels"]["app.kubernetes.io/component"] for name in OF_CLUSTER}],
    ),
    "and no one else": (POLICY["ingress"], [{"from": [{"podSelector": POLICY["podSelector"]}]}]),
}  # fmt: skip
"""What the manifests say, and what they are to say."""


@pytest.mark.parametrize(("found", "expected"), AGREE.values(), ids=AGREE)
def test_what_is_said_twice_is_the_same(found: object, expected: object) -> None:
    assert found == expected
