"""The manifests for Kubernetes: valid, in accord with each other, the image and the settings."""

import re
from pathlib import Path

import pytest
import yaml
from dask.utils import parse_bytes

from service import __version__
from service.api.contract.operations import OPERATIONS
from service.settings import Settings
from tests.api.telemetry.scrapes import scrape
from tests.deploy.defaults import STOP_SECONDS, default
from tests.deploy.manifests import (
    CONTAINERS,
    FOLDER,
    MANIFESTS,
    OF_CLUSTER,
    PODS,
    Manifest,
    read,
    selectors,
    tags,
    the,
)
from tests.deploy.test_compose import CACHE as COMPOSE_CACHE
from tests.deploy.test_compose import image_of
from tests.docs.documents import DEPLOYING
from tests.packaging.test_image import FINAL_STAGE
from tests.support.live_server import LiveServer
from tests.support.programs import printed
from tests.support.project import ROOT

MOVE, CACHE = CONTAINERS["move"], CONTAINERS["cache"]
POD, DEPLOYMENT, SCALER = PODS["move"], the("Deployment"), the("HorizontalPodAutoscaler")["spec"]
REDIS, _, REDIS_TAG = CACHE["image"].partition(":")
(USER,) = re.findall(r"^USER (\d+):(\d+)$", FINAL_STAGE, re.MULTILINE)
(MONITOR,) = read("monitoring/pod-monitor.yaml")
(INGRESS,) = read("ingress/ingress.yaml")
(RULE,) = INGRESS["spec"]["rules"]
(PATCH,) = read("ingress/kustomization.yaml")[0]["patches"]
(ADDED,) = (change["value"] for change in yaml.safe_load(PATCH["patch"]))
PATHS: list[Manifest] = RULE["http"]["paths"]
(SECRET,) = (volume for volume in POD["spec"]["volumes"] if "secret" in volume)
PROBES = {kind: MOVE[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")}
SCALED_BY = {
    each["pods"]["metric"]["name"]: each["pods"]["target"]["averageValue"]
    for each in SCALER["metrics"]
}
SLOTS = int(MOVE["resources"]["limits"]["cpu"])
BUSY = int(SCALED_BY["kinarow_busy_slots"].removesuffix("m"))
"""Thousandths of a slot."""


def check_schema(manifest: Manifest) -> None:
    """Check that Kubernetes understands all of a manifest."""
    import kubernetes_validate  # It takes seconds, in every process of a run.

    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_manifest_is_valid(path: Path) -> None:
    """All that Kubernetes itself knows; those of a search on many machines are among them."""
    for manifest in read(path):
        if not manifest["apiVersion"].startswith(("kustomize.", "monitoring.")):
            check_schema(manifest)


def test_the_autoscaler_can_do_without_an_adapter() -> None:
    text = (FOLDER / "autoscaler.yaml").read_text()
    head, tail = text.split("    - type: Pods\n", 1)
    by_cpu = tail.partition("in their place:\n")[2].replace("    # ", "    ")
    check_schema(yaml.safe_load(head + by_cpu))


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("kustomization.yaml")), ids=lambda path: path.parent.name
)
def test_all_files_of_a_folder_are_applied(path: Path) -> None:
    files = {each.name for each in path.parent.glob("*.yaml")} - {path.name}
    assert set(read(path)[0]["resources"]) == files


def test_what_is_optional_is_a_component() -> None:
    text = (FOLDER / "kustomization.yaml").read_text()
    (names,) = re.findall(r"^# components: \[(.*)\]$", text, re.MULTILINE)
    for name in names.split(", "):
        assert read(f"{name}/kustomization.yaml")[0]["kind"] == "Component"


AGREE = {
    "every image is set in one place, where an operator can set a digest": (
        tags("."), {MOVE["image"]: __version__, REDIS: REDIS_TAG},
    ),
    "the image of a search on many machines, too": (tags("cluster"), {MOVE["image"]: __version__}),
    "the cache is that of compose": (
        [CACHE["image"], CACHE["args"]], [image_of(COMPOSE_CACHE), COMPOSE_CACHE["command"]],
    ),
    "the user is that of the image": (
        tuple(str(POD["spec"]["securityContext"][f"runAs{each}"]) for each in ("User", "Group")),
        USER,
    ),
    "the port is that of the settings": (
        MOVE["ports"], [{"name": "http", "containerPort": default("port")}],
    ),
    "Prometheus finds the port": (
        POD["metadata"]["annotations"]["prometheus.io/port"], str(default("port")),
    ),
    "the operator of Prometheus knows its monitor": (
        [MONITOR["apiVersion"], MONITOR["kind"]], ["monitoring.coreos.com/v1", "PodMonitor"],
    ),
    "which scrapes every replica": (
        MONITOR["spec"]["selector"]["matchLabels"], POD["metadata"]["labels"],
    ),
    "by the same port and path as others do": (
        [(each["port"], each["path"]) for each in MONITOR["spec"]["podMetricsEndpoints"]],
        [("http", POD["metadata"]["annotations"]["prometheus.io/path"])],
    ),
    "every path of the ingress leads to the service": (
        [each["backend"]["service"] for each in PATHS],
        [{"name": "move", "port": {"name": the("Service")["spec"]["ports"][0]["name"]}}]
        * len(PATHS),
    ),
    "the ingress changes the pods of the service": (
        PATCH["target"], {"kind": DEPLOYMENT["kind"], "name": DEPLOYMENT["metadata"]["name"]},
    ),
    "what the ingress adds to them overwrites nothing": ("env" in MOVE, False),
    "the address that it reports is believed by a setting": (
        [each["name"].lower() in Settings.model_fields for each in ADDED], [True],
    ),
    "every probe asks at the port": ({each["port"] for each in PROBES.values()}, {"http"}),
    "who asks whether it is well does not ask whether it is ready": (
        {kind: probe["path"] for kind, probe in PROBES.items()},
        {"startup": "/readyz", "liveness": "/healthz", "readiness": "/readyz"},
    ),
    "every probe asks for a route": (
        {probe["path"] for probe in PROBES.values()} - {each.path for each in OPERATIONS}, set(),
    ),
    **{
        f"the service of {name} leads to the ports of its pods": (
            {port["targetPort"] for port in the("Service", name)["spec"]["ports"]},
            {port["name"] for port in CONTAINERS[name]["ports"]},
        )
        for name in ("move", "cache")
    },
    **{
        f"only those can be reached: {name}": (
            [rule["ports"] for rule in the("NetworkPolicy", name)["spec"]["ingress"]],
            [[{"port": port["containerPort"]} for port in CONTAINERS[name]["ports"]]],
        )
        for name in ("move", "cache")
    },
    "a pod runs without its secret": (SECRET["secret"]["optional"], True),
    "its secret is where the settings are looked for": (
        [each["mountPath"] for each in MOVE["volumeMounts"] if each["name"] == SECRET["name"]],
        ["/run/secrets"],
    ),
    "replicas are replaced without a gap": (
        DEPLOYMENT["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"], 0,
    ),
    "the autoscaler alone says how many there are": ("replicas" in DEPLOYMENT["spec"], False),
    "what it scales is there": (
        SCALER["scaleTargetRef"],
        {"name": "move", **{each: DEPLOYMENT[each] for each in ("apiVersion", "kind")}},
    ),
    "it scales by what there is to do": (
        SCALED_BY.keys(), {"kinarow_queue_length", "kinarow_busy_slots"},
    ),
}  # fmt: skip
"""Two statements of the same, by what they are about."""


@pytest.mark.parametrize(("found", "expected"), AGREE.values(), ids=AGREE)
def test_what_is_said_twice_is_the_same(found: object, expected: object) -> None:
    assert found == expected


LESS = {
    "a replica takes less to stop than it is given": (
        STOP_SECONDS, POD["spec"]["terminationGracePeriodSeconds"],
    ),
    "the ingress waits longer than any search": (
        default("max_time_limit_ms") / 1000,
        int(INGRESS["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-read-timeout"]),
    ),
    **{
        f"the tables fit into the memory: {kind}": (
            2 * (default("workers") * default("table_mebibytes") * 9 // 8),
            parse_bytes(MOVE["resources"][kind]["memory"]) >> 20,
        )
        for kind in ("requests", "limits")
    },
    "there is never one replica alone": (1, SCALER["minReplicas"]),
    "half of the slots may be busy": (1000 * SLOTS / 2, BUSY),
    "not all slots are to be busy": (BUSY, 1000 * SLOTS),
}  # fmt: skip
"""What is to be less than something else, by what they are about."""


@pytest.mark.parametrize(("less", "more"), LESS.values(), ids=LESS)
def test_times_and_sizes_fit(less: float, more: float) -> None:
    assert less < more


def test_the_public_may_ask_all_but_what_is_for_operators() -> None:
    paths = [(each["path"], each["pathType"]) for each in PATHS]

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


def test_the_operator_of_prometheus_takes_the_alerts_as_shown() -> None:
    (command,) = [block for block in DEPLOYING.blocks("sh") if "PrometheusRule" in block]
    shown, _, apply = command.rpartition("|")
    assert apply.strip() == "kubectl apply -f -"
    manifest = yaml.safe_load(printed("sh", "-c", shown, folder=ROOT))
    assert (manifest["apiVersion"], manifest["kind"]) == (MONITOR["apiVersion"], "PrometheusRule")
    alerts = ROOT / "deploy" / "prometheus" / "alerts.yaml"
    assert manifest["spec"] == yaml.safe_load(alerts.read_text())


@pytest.mark.parametrize("name", PODS)
def test_pods_are_locked_down_and_bounded(name: str) -> None:
    """Those of a search on many machines as those of the service."""
    spec = PODS[name]["spec"]
    (container,) = spec["containers"]
    locked = {"automountServiceAccountToken": False, "enableServiceLinks": False}
    as_a_user = {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}}
    assert spec.items() >= locked.items()
    assert {**spec["securityContext"], **as_a_user} == spec["securityContext"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    for kind in ("requests", "limits"):
        assert container["resources"][kind].keys() == {"cpu", "memory"}
    if name != "cache":
        assert container["image"] == MOVE["image"]
        assert spec["securityContext"] == POD["spec"]["securityContext"]
        assert "/tmp" in {mount["mountPath"] for mount in container["volumeMounts"]}


def test_with_its_secret_a_pod_knows_the_settings() -> None:
    (command,) = [block for block in DEPLOYING.blocks("sh") if "create secret" in block]
    assert f"generic {SECRET['secret']['secretName']} \\\n" in command
    values = dict(re.findall(r"--from-literal=(\w+)=(\S+)", command))
    assert values.keys() == {"cache_url", "cache_secret", "log_key"} <= Settings.model_fields.keys()
    assert values["cache_url"] == f"redis://{the('Service', 'cache')['metadata']['name']}:6379/0"


@pytest.mark.parametrize("folder", MANIFESTS)
def test_what_is_looked_for_by_label_is_there(folder: str) -> None:
    wanted = [labels for manifest in MANIFESTS[folder] for labels in selectors(manifest)]
    names = [name for name in PODS if (name in OF_CLUSTER) == (folder == "cluster")]
    known = [PODS[name]["metadata"]["labels"] for name in names]
    of_the_system = {"kubernetes.io/metadata.name": "kube-system"}
    assert of_the_system in wanted
    assert all(labels in [*known, of_the_system] for labels in wanted)
    assert folder == "cluster" or all(labels in wanted for labels in known)


def test_replicas_are_scaled_by_what_they_say_of_themselves(server: LiveServer) -> None:
    families = {family.name: family for family in scrape(server).families}
    for name in SCALED_BY:
        (sample,) = families[name].samples
        assert (families[name].type, sample.labels) == ("gauge", {}), "a number for each pod"
