"""The manifests for many machines: applied, locked down, and calling what there is."""

from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from distributed.cli import dask_scheduler, dask_worker

from service import __version__
from service.cli.commands.analyse import command as analyse
from service.cli.commands.solve import command as solve
from tests.deploy.test_kubernetes import FOLDER as PARENT
from tests.deploy.test_kubernetes import Manifest, mebibytes, selectors
from tests.deploy.test_kubernetes import pod as pod_of_the_service

KUSTOMIZATIONS: dict[str, Manifest] = {
    name: yaml.safe_load((PARENT / name / "kustomization.yaml").read_text())
    for name in ("cluster", "analysis")
}
"""The search, and the analysis of a heap by the same workers, instead of the search."""
MANIFESTS: list[Manifest] = [
    manifest
    for folder, kustomization in KUSTOMIZATIONS.items()
    for name in kustomization["resources"]
    if name != "../cluster"
    for manifest in yaml.safe_load_all((PARENT / folder / name).read_text())
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


@pytest.mark.parametrize("folder", KUSTOMIZATIONS)
def test_all_files_are_applied_with_the_image_of_this_version(folder: str) -> None:
    kustomization = KUSTOMIZATIONS[folder]
    files = {path.name for path in (PARENT / folder).glob("*.yaml")} - {"kustomization.yaml"}
    assert set(kustomization["resources"]) - {"../cluster"} == files
    (image,) = kustomization["images"]
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
    port = str(PODS["search-scheduler"]["spec"]["containers"][0]["ports"][0]["containerPort"])
    dask, role, *options = arguments("search-scheduler")
    assert (dask, role) == ("dask", "scheduler")
    assert parsed(dask_scheduler.main, options)["port"] == port
    dask, role, *options = arguments("search-worker")
    assert (dask, role) == ("dask", "worker")
    found = parsed(dask_worker.main, options)
    assert found["scheduler"] == f"tcp://search-scheduler:{port}"
    assert found["local_directory"] == "/tmp"
    (worker,) = PODS["search-worker"]["spec"]["containers"]
    assert str(found["nthreads"]) == worker["resources"]["limits"]["cpu"]


def test_the_search_is_one_that_the_command_line_understands() -> None:
    service, *rest = arguments("search")
    assert service == "service"
    assert rest[0] == solve.name
    found = parsed(solve, rest[1:])
    assert found["cluster"] == "tcp://search-scheduler:8786"
    assert found["as_json"]
    # A search that has its answer must end well, else it would be begun again.
    assert (found["certificate_path"], found["publish"]) == (None, False)
    (container,) = PODS["search"]["spec"]["containers"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    path = found["checkpoint_path"]
    assert str(path.parent) == mounts["results"], "on a disk that outlives the pod"
    assert PODS["search"]["spec"]["restartPolicy"] == "OnFailure"


def test_the_analysis_is_one_that_the_command_line_understands() -> None:
    service, *rest = arguments("analysis")
    assert (service, rest[0]) == ("service", analyse.name)
    found = parsed(analyse, rest[1:])
    assert found["cluster"] == "tcp://search-scheduler:8786"
    (container,) = PODS["analysis"]["spec"]["containers"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    for name in ("positions", "output"):
        assert str(Path(found[name]).parent) == mounts["heap"], "on a disk that outlives the pod"
    assert PODS["analysis"]["spec"]["restartPolicy"] == "OnFailure"


def test_the_analysis_takes_the_place_of_the_search() -> None:
    deleted = [yaml.safe_load(each["patch"]) for each in KUSTOMIZATIONS["analysis"]["patches"]]
    assert all(each["$patch"] == "delete" for each in deleted)
    of_the_search = yaml.safe_load_all((PARENT / "cluster" / "search.yaml").read_text())
    assert [(each["kind"], each["metadata"]["name"]) for each in deleted] == [
        (each["kind"], each["metadata"]["name"]) for each in of_the_search
    ]
    assert "../cluster" in KUSTOMIZATIONS["analysis"]["resources"]


def test_the_tables_fit_into_the_memory() -> None:
    (search,) = PODS["search"]["spec"]["containers"]
    table = int({each["name"]: each["value"] for each in search["env"]}["TABLE_MEBIBYTES"])
    (worker,) = PODS["search-worker"]["spec"]["containers"]
    assert table * 5 // 4 + 512 < mebibytes(worker["resources"]["limits"]["memory"])


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
