"""`docker compose up` needs no other step, and what it starts is locked down."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic_settings import SettingsConfigDict

from service.cli.commands.mcp import command as mcp
from service.settings import Settings
from tests.deploy.balancer import NGINX
from tests.deploy.defaults import STOP_SECONDS, default
from tests.packaging.test_image import DOCKERFILE
from tests.sharing.redis_server import running_redis
from tests.support.programs import printed
from tests.support.project import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
MOVE, BALANCER, CACHE, SECRET, AGENTS = (
    SERVICES[name] for name in ("move", "balancer", "cache", "secret", "agents")
)


def image_of(service: dict[str, Any]) -> str:
    """Return the image of a service if nobody sets another."""
    image: str = service["image"].partition(":-")[2].removesuffix("}")
    return image


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_locked_down_and_bounded(name: str) -> None:
    service = SERVICES[name]
    locked = {"read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
    assert service.items() >= locked.items()
    assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    assert "healthcheck" in service
    assert "build" in service or re.fullmatch(r"[a-z]+:\d+\.\d+-alpine", image_of(service))
    assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[a-z0-9:.-]+\}", service["image"]), "or a digest"


(BASE,) = re.findall(r"^ARG BASE=(\S+)$", DOCKERFILE, re.MULTILINE)
(LISTENS,) = re.findall(r"^ *listen (\d+);$", NGINX, re.MULTILINE)
(ALIVE,) = re.findall(r"^ *listen (127\.0\.0\.1:\d+);$", NGINX, re.MULTILINE)
(REPLICAS,) = re.findall(r"^ *server (\w+:\d+) resolve ", NGINX, re.MULTILINE)
(PATIENCE,) = re.findall(r"proxy_read_timeout (\d+)s;", NGINX)
PROMETHEUS = yaml.safe_load((ROOT / "deploy" / "prometheus" / "prometheus.yaml").read_text())
HERE, THERE, _ = BALANCER["volumes"][0].split(":")
MCP = mcp.make_context("mcp", AGENTS["command"][1:]).params
AGREE = {
    "the base of the image can be set by its digest": (
        MOVE["build"]["args"]["BASE"], f"${{PYTHON_IMAGE:-{BASE}}}",
    ),
    "the balancer alone can be reached, and what asks it": (
        [name for name in SERVICES if "ports" in SERVICES[name]], ["balancer", "agents"],
    ),
    "the rest reach nothing": (
        [COMPOSE["networks"]["inside"]["internal"], MOVE["networks"], CACHE["networks"]],
        [True, ["inside"], ["inside"]],
    ),
    "what makes the secrets, neither": (SECRET["network_mode"], "none"),
    "the balancer has the port of its configuration": (
        BALANCER["ports"], [f"${{PORT:-{default('port')}}}:{LISTENS}"],
    ),
    "it asks the service where that listens": (REPLICAS, f"move:{default('port')}"),
    "its health check asks where it says that it is alive": (
        BALANCER["healthcheck"]["test"][-1], f"http://{ALIVE}/",
    ),
    "its configuration is the one that is shipped": ((ROOT / HERE).read_text(), NGINX),
    "which it reads": (
        BALANCER["command"], ["nginx", "-p", BALANCER["tmpfs"], "-c", THERE],
    ),
    "at SIGTERM it would break off": (BALANCER["stop_signal"], "SIGQUIT"),
    "the tools for agents are not started unless asked for": (AGENTS["profiles"], ["agents"]),
    "they are a command of the service": (AGENTS["command"][0], "mcp"),
    "they ask the balancer": (MCP["url"], f"http://balancer:{LISTENS}"),
    "which they can reach": (AGENTS["networks"], BALANCER["networks"]),
    "they are for this machine": (
        [AGENTS["ports"], MCP["host"]],
        [[f"127.0.0.1:${{AGENTS_PORT:-{MCP['port']}}}:{MCP['port']}"], "0.0.0.0"],
    ),
    "their health check asks where they listen": (
        AGENTS["environment"]["PORT"], str(MCP["port"]),
    ),
    "and is that of the image": ("test" in AGENTS["healthcheck"], False),
    "the service finds the secrets where they are made": (
        MOVE["volumes"], [f"{SECRET['volumes'][0]}:ro"],
    ),
    "once they are": (
        MOVE["depends_on"]["secret"], {"condition": "service_completed_successfully"},
    ),
    "Prometheus finds the replicas": (
        [each["dns_sd_configs"] for each in PROMETHEUS["scrape_configs"]],
        [[{"names": ["move"], "type": "A", "port": default("port"), "refresh_interval": "10s"}]],
    ),
    "and has the alerts": (PROMETHEUS["rule_files"], ["alerts.yaml"]),
}  # fmt: skip
"""Two statements of the same, by what they are about."""


@pytest.mark.parametrize(("found", "expected"), AGREE.values(), ids=AGREE)
def test_what_is_said_twice_is_the_same(found: object, expected: object) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("less", "more"),
    [(STOP_SECONDS, int(MOVE["stop_grace_period"].removesuffix("s"))),
     (STOP_SECONDS, int(BALANCER["stop_grace_period"].removesuffix("s"))),
     (default("max_time_limit_ms") / 1000, int(PATIENCE))],
    ids=["the service is given time to stop", "and the balancer as much",
         "the balancer waits longer than any search"],
)  # fmt: skip
def test_times_fit(less: float, more: float) -> None:
    assert less < more


def test_the_secrets_are_made_once_and_the_service_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, flag, script = SECRET["entrypoint"]
    assert (python, script.count("/run/secrets")) == ("python", 1)
    made = set()
    for _ in range(2):
        printed(sys.executable, flag, script.replace("/run/secrets", str(tmp_path)))
        made.add(tuple((tmp_path / name).read_text() for name in ("cache_secret", "log_key")))
    ((cache_secret, log_key),) = made
    assert cache_secret != log_key
    assert len(list(tmp_path.iterdir())) == 2
    for name, value in MOVE["environment"].items():
        monkeypatch.setenv(name, value)

    class Mounted(Settings):
        model_config = SettingsConfigDict(secrets_dir=tmp_path)

    settings = Mounted()
    assert settings.cache_secret.get_secret_value() == cache_secret
    assert settings.log_key.get_secret_value() == log_key
    assert settings.cache_url == "redis://cache:6379/0", "its name among the services"


def test_the_cache_keeps_to_its_memory_and_writes_nothing(tmp_path: Path) -> None:
    program, *options = CACHE["command"]
    assert program == "redis-server"
    with running_redis(tmp_path, *options) as server:
        names = ("maxmemory", "maxmemory-policy", "save", "appendonly")
        chosen: Any = server.client.config_get(*names)
        server.client.set("what", "it knows")
        server.client.shutdown()
    assert [chosen[name] for name in names[1:]] == ["allkeys-lru", "", "no"]
    limit = CACHE["deploy"]["resources"]["limits"]["memory"].removesuffix("M")
    assert 0 < int(chosen["maxmemory"]) < int(limit) << 20
    assert list(tmp_path.iterdir()) == []
