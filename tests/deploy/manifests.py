"""The manifests for Kubernetes, by folder: the service, and a search on many machines."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.support.project import ROOT

Manifest = dict[str, Any]

FOLDER = ROOT / "deploy" / "kubernetes"


def read(path: str | Path) -> list[Manifest]:
    """Return the manifests of a file; a relative path begins at the folder of them all."""
    return [*yaml.safe_load_all((FOLDER / path).read_text())]


def applied(folder: str) -> list[Manifest]:
    """Return all that a folder applies."""
    (kustomization,) = read(f"{folder}/kustomization.yaml")
    return [each for name in kustomization["resources"] for each in read(f"{folder}/{name}")]


def tags(folder: str) -> dict[str, str]:
    """Return the tags of images that a folder sets, by name."""
    (kustomization,) = read(f"{folder}/kustomization.yaml")
    return {image["name"]: image["newTag"] for image in kustomization["images"]}


MANIFESTS = {folder: applied(folder) for folder in (".", "cluster")}
PODS: dict[str, Manifest] = {
    each["metadata"]["name"]: each["spec"]["template"]
    for manifests in MANIFESTS.values()
    for each in manifests
    if each["kind"] in ("Deployment", "Job")
}
"""The template of each, by its name."""
CONTAINERS: dict[str, Manifest] = {name: pod["spec"]["containers"][0] for name, pod in PODS.items()}
OF_CLUSTER = [name for name in PODS if "command" in CONTAINERS[name]]
"""The names of those for a search on many machines."""


def the(kind: str, name: str = "move") -> Manifest:
    """Return the one manifest of a kind and name that the service has."""
    names = [(each["kind"], each["metadata"]["name"]) for each in MANIFESTS["."]]
    assert names.count((kind, name)) == 1
    return MANIFESTS["."][names.index((kind, name))]


def arguments(name: str) -> list[str]:
    """Return what the container of a pod runs, without the interpreter."""
    python, module, *words = CONTAINERS[name]["command"]
    assert (python, module) == ("python", "-m")
    return [str(word) for word in words]


def selectors(manifest: Any) -> Iterator[Manifest]:
    """Yield the labels that anything in a manifest looks for."""
    if isinstance(manifest, dict):
        for key, value in manifest.items():
            if key == "matchLabels" or (key == "selector" and "matchLabels" not in value):
                yield value
            else:
                yield from selectors(value)
    elif isinstance(manifest, list):
        for each in manifest:
            yield from selectors(each)
