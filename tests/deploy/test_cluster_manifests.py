"""The manifests for many machines: applied, locked down, and calling what there is."""

from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from distributed.cli import dask_scheduler, dask_worker

from service import __version__
from service.cli.commands.analyse import command as analyse
from tests.deploy.test_kubernetes import FOLDER as PARENT
from tests.deploy.test_kubernetes import Manifest, selectors
from tests.deploy.test_kubernetes import pod as pod_of_the_service

FOLDER = PARENT / "cluster"
KUSTOMIZATION: Manifest = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
MANIFESTS: list[Manifest] = [
    manifest
    for name in KUSTOMIZATION["resources"]
    for manifest in yaml.safe_load_all((FOLDER / name).read_text())
]
PODS = {
    each["metadata"]["name"]: each["spec"]["template"]
    for each in MANIFESTS
    if each["kind"] in ("Deployment", "Job")
}


def arguments(name: str) -> list[str]:
    """Return what the one container of a pod runs, without the interpreter."""
    (container,) = PODS[name]["spec"]["containers"]
    python, module, *words = container["command"]
    assert (python, module) == ("python", "-m")
    return [str(word) for word in words]


def test_all_files_are_applied_with_the_image_of_this_version() -> None:
    files = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(KUSTOMIZATION["resources"]) == files
    (image,) = KUSTOMIZATION["images"]
    assert image["newTag"] == __version__
    for pod in PODS.values():
        assert [each["image"] for each in pod["spec"]["containers"]] == [image["name"]]


@pytest.mark.parametrize("name", PODS)
def test_pods_are_locked_down_and_bounded_as_those_of_the_service(name: str) -> None:
    spec, service = PODS[name]["spec"], pod_of_the_service("move")["spec"]
    for key in ("automountServiceAccountToken", "enableServiceLinks", "securityContext"):
        assert spec[key] == service[key]
    (container,), (served,) = spec["containers"], service["containers"]
    assert container["securityContext"] == served["securityContext"]
    for kind in ("requests", "limits"):
        assert container["resources"][kind].keys() == {"cpu", "memory"}
    assert "/tmp" in {mount["mountPath"] for mount in container["volumeMounts"]}


def test_dask_understands_its_commands() -> None:
    port = str(PODS["analysis-scheduler"]["spec"]["containers"][0]["ports"][0]["containerPort"])
    dask, role, *options = arguments("analysis-scheduler")
    assert (dask, role) == ("dask", "scheduler")
    assert parsed(dask_scheduler.main, options)["port"] == port
    dask, role, *options = arguments("analysis-worker")
    assert (dask, role) == ("dask", "worker")
    found = parsed(dask_worker.main, options)
    assert found["scheduler"] == f"tcp://analysis-scheduler:{port}"
    assert found["local_directory"] == "/tmp"
    (worker,) = PODS["analysis-worker"]["spec"]["containers"]
    assert found["n_workers"] == worker["resources"]["limits"]["cpu"]
    assert found["nthreads"] == 1


def test_the_analysis_is_one_that_the_command_line_understands() -> None:
    service, *rest = arguments("analysis")
    assert (service, rest[0]) == ("service", analyse.name)
    found = parsed(analyse, rest[1:])
    assert found["cluster"] == "tcp://analysis-scheduler:8786"
    (container,) = PODS["analysis"]["spec"]["containers"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    for name in ("positions", "output"):
        assert str(Path(found[name]).parent) == mounts["heap"], "on a disk that outlives the pod"
    assert PODS["analysis"]["spec"]["restartPolicy"] == "OnFailure"


def test_what_is_looked_for_by_label_is_there_and_no_one_else_gets_in() -> None:
    known = [pod["metadata"]["labels"] for pod in PODS.values()]
    of_the_system = {"kubernetes.io/metadata.name": "kube-system"}
    for manifest in MANIFESTS:
        if manifest["kind"] != "NetworkPolicy":
            assert all(labels in known for labels in selectors(manifest))
    (policy,) = [each for each in MANIFESTS if each["kind"] == "NetworkPolicy"]
    (rule,) = policy["spec"]["podSelector"]["matchExpressions"]
    assert set(rule["values"]) == {labels["app.kubernetes.io/component"] for labels in known}
    assert policy["spec"]["ingress"] == [{"from": [{"podSelector": policy["spec"]["podSelector"]}]}]
    assert of_the_system in selectors(policy)


def parsed(command: click.Command, words: list[str]) -> dict[str, Any]:
    """Return the parameters by name; a UsageError says what is not understood."""
    return command.make_context(command.name, words).params
