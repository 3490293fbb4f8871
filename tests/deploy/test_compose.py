"""`docker compose up` needs no other step, and what it starts is locked down."""

import re
import subprocess
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
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    assert "healthcheck" in service
    assert "build" in service or re.fullmatch(r"[a-z]+:\d+\.\d+-alpine", image_of(service))


def test_every_image_can_be_set_by_its_digest() -> None:
    for service in SERVICES.values():
        assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[a-z0-9:.-]+\}", service["image"])
    base = re.findall(r"^ARG BASE=(\S+)$", DOCKERFILE, re.MULTILINE)
    assert [MOVE["build"]["args"]["BASE"]] == [f"${{PYTHON_IMAGE:-{each}}}" for each in base]


def test_the_balancer_alone_can_be_reached_and_the_rest_reach_nothing() -> None:
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["balancer", "agents"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert MOVE["networks"] == CACHE["networks"] == ["inside"]
    assert SECRET["network_mode"] == "none"


def test_the_balancer_has_the_ports_and_names_of_its_configuration() -> None:
    listens = re.search(r"^ *listen (\d+);$", NGINX, re.MULTILINE)
    asks = re.search(r"^ *server (\w+):(\d+) resolve ", NGINX, re.MULTILINE)
    alive = re.search(r"^ *listen (127\.0\.0\.1:\d+);$", NGINX, re.MULTILINE)
    assert listens
    assert asks
    assert alive
    assert BALANCER["ports"] == [f"${{PORT:-{default('port')}}}:{listens[1]}"]
    assert (asks[1] in SERVICES, int(asks[2])) == (True, default("port"))
    assert BALANCER["healthcheck"]["test"][-1] == f"http://{alive[1]}/"
    here, there, _ = BALANCER["volumes"][0].split(":")
    assert (ROOT / here).read_text() == NGINX
    assert BALANCER["command"] == ["nginx", "-p", BALANCER["tmpfs"], "-c", there]
    assert BALANCER["stop_signal"] == "SIGQUIT", "at SIGTERM it breaks off"


def test_the_tools_for_agents_ask_the_balancer_and_are_for_this_machine() -> None:
    assert AGENTS["profiles"] == ["agents"], "not started unless asked for"
    with mcp.make_context("mcp", AGENTS["command"][1:]) as context:
        said = context.params
    assert AGENTS["command"][0] == "mcp"
    assert said["url"] == f"http://balancer:{BALANCER['ports'][0].rpartition(':')[2]}"
    assert AGENTS["networks"] == BALANCER["networks"]
    assert AGENTS["ports"] == [f"127.0.0.1:${{AGENTS_PORT:-{said['port']}}}:{said['port']}"]
    assert said["host"] == "0.0.0.0"
    assert AGENTS["environment"]["PORT"] == str(said["port"]), "where the health check asks"
    assert "test" not in AGENTS["healthcheck"], "it is that of the image"


def test_everything_waits_longer_than_the_service_takes_to_stop() -> None:
    for service in (MOVE, BALANCER):
        grace = re.fullmatch(r"(\d+)s", service["stop_grace_period"])
        assert grace
        assert int(grace[1]) > STOP_SECONDS


def make_secret(folder: Path) -> None:
    """Run what makes the secret, in another folder than that of the container."""
    python, flag, script = SECRET["entrypoint"]
    assert python == "python"
    assert script.count("/run/secrets") == 1
    script = script.replace("/run/secrets", str(folder))
    subprocess.run([sys.executable, flag, script], check=True)


def test_the_secrets_are_made_once_and_the_service_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = set()
    for _ in range(2):
        make_secret(tmp_path)
        made.add(tuple((tmp_path / name).read_text() for name in ("cache_secret", "log_key")))
    ((cache_secret, log_key),) = made
    assert cache_secret != log_key
    assert len(list(tmp_path.iterdir())) == 2
    assert MOVE["volumes"] == [f"{SECRET['volumes'][0]}:ro"]
    assert MOVE["depends_on"]["secret"] == {"condition": "service_completed_successfully"}
    for name, value in MOVE["environment"].items():
        monkeypatch.setenv(name, value)

    class Mounted(Settings):
        model_config = SettingsConfigDict(secrets_dir=tmp_path)

    settings = Mounted()
    assert settings.cache_secret.get_secret_value() == cache_secret
    assert settings.log_key.get_secret_value() == log_key
    assert re.fullmatch(r"redis://(\w+):6379/0", settings.cache_url)
    assert settings.cache_url.split("/")[2].split(":")[0] in SERVICES


def test_the_cache_keeps_to_its_memory_and_writes_nothing(tmp_path: Path) -> None:
    name, *options = CACHE["command"]
    assert name == "redis-server"
    with running_redis(tmp_path, *options) as server:
        chosen: Any = server.client.config_get(
            "maxmemory", "maxmemory-policy", "save", "appendonly"
        )
        server.client.set("what", "it knows")
        server.client.shutdown()
    assert chosen["maxmemory-policy"] == "allkeys-lru"
    assert (chosen["save"], chosen["appendonly"]) == ("", "no")
    limit = re.fullmatch(r"(\d+)M", CACHE["deploy"]["resources"]["limits"]["memory"])
    assert limit
    assert 0 < int(chosen["maxmemory"]) < int(limit[1]) << 20
    assert list(tmp_path.iterdir()) == []
