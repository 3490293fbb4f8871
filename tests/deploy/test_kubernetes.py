"""The manifests for Kubernetes: valid, in accord with each other, the image and the settings."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from service import __version__
from service.api.contract.operations import OPERATIONS
from service.settings import Settings
from tests.api.telemetry.scrapes import scrape
from tests.deploy.defaults import STOP_SECONDS, default
from tests.deploy.test_compose import CACHE as COMPOSE_CACHE
from tests.deploy.test_compose import image_of
from tests.docs.documents import DEPLOYING
from tests.packaging.test_image import FINAL_STAGE
from tests.support.live_server import LiveServer
from tests.support.programs import printed
from tests.support.project import ROOT

Manifest = dict[str, Any]

FOLDER = ROOT / "deploy" / "kubernetes"
KUSTOMIZATION: Manifest = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
MANIFESTS: list[Manifest] = [
    manifest
    for path in sorted(FOLDER.glob("*.yaml"))
    for manifest in yaml.safe_load_all(path.read_text())
    if manifest != KUSTOMIZATION
]


def the(kind: str, name: str = "move") -> Manifest:
    """Return the one manifest of a kind and name."""
    found = [each for each in MANIFESTS if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    assert len(found) == 1
    return found[0]


def pod(name: str) -> Manifest:
    """Return the template of the pods of a deployment."""
    template: Manifest = the("Deployment", name)["spec"]["template"]
    return template


INGRESS: Manifest = yaml.safe_load((FOLDER / "ingress" / "ingress.yaml").read_text())
MOVE, CACHE = (pod(name)["spec"]["containers"][0] for name in ("move", "cache"))


def mebibytes(quantity: str) -> int:
    """Return a quantity of memory in MiB."""
    number, unit = quantity[:-2], quantity[-2:]
    return int(number) * {"Mi": 1, "Gi": 1024}[unit]


def check_schema(manifest: Manifest) -> None:
    """Check that Kubernetes understands all of a manifest."""
    import kubernetes_validate  # It takes seconds, in every process of a run.

    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_manifest_is_valid(path: Path) -> None:
    """All that Kubernetes itself knows; those of a search on many machines are among them."""
    for manifest in yaml.safe_load_all(path.read_text()):
        if not manifest["apiVersion"].startswith(("kustomize.", "monitoring.")):
            check_schema(manifest)


def test_all_files_are_applied() -> None:
    files = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(KUSTOMIZATION["resources"]) == files


def test_every_image_is_set_in_one_place() -> None:
    """Where an operator can set a digest in place of the tag."""
    tags = {image["name"]: image["newTag"] for image in KUSTOMIZATION["images"]}
    redis, _, tag = CACHE["image"].partition(":")
    assert tags == {MOVE["image"]: __version__, redis: tag}


def test_what_is_optional_is_there_and_complete() -> None:
    text = (FOLDER / "kustomization.yaml").read_text()
    (names,) = re.findall(r"^# components: \[(.*)\]$", text, re.MULTILINE)
    for name in names.split(", "):
        component = yaml.safe_load((FOLDER / name / "kustomization.yaml").read_text())
        assert component["kind"] == "Component"
        files = {path.name for path in (FOLDER / name).glob("*.yaml")} - {"kustomization.yaml"}
        assert set(component["resources"]) == files


def test_the_public_may_ask_all_but_what_is_for_operators() -> None:
    (rule,) = INGRESS["spec"]["rules"]
    paths = [(each["path"], each["pathType"]) for each in rule["http"]["paths"]]

    def is_public(asked: str) -> bool:
        return any(
            asked == path or (kind == "Prefix" and asked.startswith(f"{path}/"))
            for path, kind in paths
        )

    for operation in OPERATIONS:
        is_for_operators = operation.tag == "operate" and operation.path != "/"
        assert is_public(operation.path) != is_for_operators, operation.path
    page = (ROOT / "service" / "web" / "index.html").read_text()
    files = re.findall(r'(?:src|href)="((?:web|docs)[^"]*)"', page)
    assert files
    assert all(is_public(f"/{file}") for file in files)
    for each in rule["http"]["paths"]:
        service = each["backend"]["service"]
        (port,) = the("Service", service["name"])["spec"]["ports"]
        assert service["port"] == {"name": port["name"]}
    patience = INGRESS["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-read-timeout"]
    assert int(patience) > default("max_time_limit_ms") / 1000


def test_the_address_that_the_ingress_reports_can_be_believed() -> None:
    component = yaml.safe_load((FOLDER / "ingress" / "kustomization.yaml").read_text())
    (patch,) = component["patches"]
    (change,) = yaml.safe_load(patch["patch"])
    assert the(patch["target"]["kind"], patch["target"]["name"])
    assert "env" not in MOVE, "it would be overwritten"
    (variable,) = change["value"]
    assert variable["name"].lower() in Settings.model_fields


def test_the_operator_of_prometheus_scrapes_every_replica() -> None:
    monitor = yaml.safe_load((FOLDER / "monitoring" / "pod-monitor.yaml").read_text())
    assert (monitor["apiVersion"], monitor["kind"]) == ("monitoring.coreos.com/v1", "PodMonitor")
    assert monitor["spec"]["selector"]["matchLabels"] == pod("move")["metadata"]["labels"]
    (endpoint,) = monitor["spec"]["podMetricsEndpoints"]
    assert endpoint["port"] in {port["name"] for port in MOVE["ports"]}
    assert endpoint["path"] == pod("move")["metadata"]["annotations"]["prometheus.io/path"]


def test_the_operator_of_prometheus_takes_the_alerts_as_shown() -> None:
    (command,) = [block for block in DEPLOYING.blocks("sh") if "PrometheusRule" in block]
    shown, _, apply = command.rpartition("|")
    assert apply.strip() == "kubectl apply -f -"
    manifest = yaml.safe_load(printed("sh", "-c", shown, folder=ROOT))
    assert (manifest["apiVersion"], manifest["kind"]) == (
        "monitoring.coreos.com/v1", "PrometheusRule",
    )  # fmt: skip
    assert manifest["spec"] == yaml.safe_load(
        (ROOT / "deploy" / "prometheus" / "alerts.yaml").read_text()
    )


@pytest.mark.parametrize("name", ["move", "cache"])
def test_pods_are_locked_down_and_bounded(name: str) -> None:
    spec = pod(name)["spec"]
    assert spec["automountServiceAccountToken"] is False
    assert spec["enableServiceLinks"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    (container,) = spec["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    for kind in ("requests", "limits"):
        assert container["resources"][kind].keys() == {"cpu", "memory"}


def test_user_ports_and_times_are_those_of_the_image_and_the_settings() -> None:
    template = pod("move")
    context = template["spec"]["securityContext"]
    user = re.findall(r"^USER (\d+):(\d+)$", FINAL_STAGE, re.MULTILINE)[-1]
    assert (str(context["runAsUser"]), str(context["runAsGroup"])) == user
    assert MOVE["ports"] == [{"name": "http", "containerPort": default("port")}]
    assert template["metadata"]["annotations"]["prometheus.io/port"] == str(default("port"))
    assert template["spec"]["terminationGracePeriodSeconds"] > STOP_SECONDS


def test_probes_ask_for_routes_that_exist() -> None:
    routes = {operation.path for operation in OPERATIONS}
    asked = {kind: MOVE[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")}
    assert {probe["path"] for probe in asked.values()} <= routes
    assert {probe["port"] for probe in asked.values()} == {"http"}
    assert asked["liveness"]["path"] != asked["readiness"]["path"]


def test_the_tables_fit_into_the_memory() -> None:
    tables = default("workers") * default("table_mebibytes") * 9 // 8
    for kind in ("requests", "limits"):
        assert mebibytes(MOVE["resources"][kind]["memory"]) > 2 * tables


def test_without_its_secret_a_pod_runs_and_with_it_knows_the_settings() -> None:
    (volume,) = [each for each in pod("move")["spec"]["volumes"] if "secret" in each]
    assert volume["secret"]["optional"] is True
    (mount,) = [each for each in MOVE["volumeMounts"] if each["name"] == volume["name"]]
    assert mount["mountPath"] == "/run/secrets"
    command = re.search(
        r"kubectl create secret generic (\S+) \\\n((?:.+\\\n)*.+)\n",
        (ROOT / "docs" / "deploying.md").read_text(),
    )
    assert command
    assert command[1] == volume["secret"]["secretName"]
    values = dict(re.findall(r"--from-literal=(\w+)=(\S+)", command[2]))
    assert values.keys() == {"cache_url", "cache_secret", "log_key"} <= Settings.model_fields.keys()
    assert values["cache_url"] == f"redis://{the('Service', 'cache')['metadata']['name']}:6379/0"


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


def test_what_is_looked_for_by_label_is_there() -> None:
    known = [pod(name)["metadata"]["labels"] for name in ("move", "cache")]
    of_the_system = {"kubernetes.io/metadata.name": "kube-system"}
    wanted = [labels for manifest in MANIFESTS for labels in selectors(manifest)]
    assert all(labels in wanted for labels in known)
    for labels in wanted:
        assert labels in [*known, of_the_system]


def test_services_lead_to_ports_of_their_pods() -> None:
    for name, container in (("move", MOVE), ("cache", CACHE)):
        targets = {port["targetPort"] for port in the("Service", name)["spec"]["ports"]}
        assert targets == {port["name"] for port in container["ports"]}
        (rule,) = the("NetworkPolicy", name)["spec"]["ingress"]
        assert rule["ports"] == [{"port": port["containerPort"]} for port in container["ports"]]


def test_replicas_are_replaced_and_scaled_without_a_gap() -> None:
    deployment, scaler = the("Deployment"), the("HorizontalPodAutoscaler")
    assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert "replicas" not in deployment["spec"]
    assert scaler["spec"]["minReplicas"] >= 2
    target = scaler["spec"]["scaleTargetRef"]
    assert the(target["kind"], target["name"])["apiVersion"] == target["apiVersion"]


def test_replicas_are_scaled_by_what_they_say_of_themselves(server: LiveServer) -> None:
    families = {family.name: family for family in scrape(server).families}
    targets = {
        each["pods"]["metric"]["name"]: each["pods"]["target"]["averageValue"]
        for each in the("HorizontalPodAutoscaler")["spec"]["metrics"]
    }
    assert targets.keys() == {"kinarow_queue_length", "kinarow_busy_slots"}
    for name in targets:
        (sample,) = families[name].samples
        assert (families[name].type, sample.labels) == ("gauge", {}), "a number for each pod"
    slots = int(MOVE["resources"]["limits"]["cpu"])
    assert slots / 2 < int(targets["kinarow_busy_slots"].removesuffix("m")) / 1000 < slots


def test_the_autoscaler_can_do_without_an_adapter() -> None:
    text = (FOLDER / "autoscaler.yaml").read_text()
    head, tail = text.split("    - type: Pods\n", 1)
    by_cpu = tail.partition("in their place:\n")[2].replace("    # ", "    ")
    check_schema(yaml.safe_load(head + by_cpu))


def test_the_cache_is_that_of_compose() -> None:
    assert CACHE["image"] == image_of(COMPOSE_CACHE)
    assert CACHE["args"] == COMPOSE_CACHE["command"]
