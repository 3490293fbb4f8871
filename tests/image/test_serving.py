"""What the image does, in a container or unpacked: `make test-image`, `make test-unpacked`."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from service.languages import LANGUAGES
from tests.deploy.manifests import OF_CLUSTER, arguments
from tests.image.container import Container, container, said
from tests.support.project import ROOT

pytestmark = pytest.mark.image

QUESTION = {"board": ["XX.", "OO.", "..."], "row_length": 3}
WIN = {"row": 0, "column": 2, "name": "c3"}
CACHE_USE = (ROOT / "tests" / "image" / "cache_use.py").read_text()
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture(scope="module")
def running() -> Iterator[Container]:
    """Provide a server as the image starts it."""
    with container() as server:
        yield server


def best_move(server: Container) -> Any:
    """Return what it plays where it can win."""
    return requests.post(f"{server.url}/move", json=QUESTION, timeout=60).json()["best_move"]


def test_it_answers(running: Container) -> None:
    assert best_move(running) == WIN


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(running: Container, language: str) -> None:
    """With what it has kept of Babel: dates and plurals, too."""
    headers = {"Accept-Language": language}
    sheet = requests.get(f"{running.url}/puzzle/sheet", headers=headers, timeout=60)
    assert f'lang="{language}"' in sheet.text
    move = requests.post(f"{running.url}/move", json=QUESTION, headers=headers, timeout=60)
    assert move.headers["Content-Language"] == language


def test_it_is_not_root_and_has_no_capabilities(running: Container) -> None:
    status = running.execute("cat", "/proc/self/status")
    assert re.search(r"^Uid:(\t10001){4}$", status, re.MULTILINE)
    assert re.search(r"^Gid:(\t10001){4}$", status, re.MULTILINE)
    assert re.search(r"^CapEff:\t0+$", status, re.MULTILINE)


def test_nothing_but_temporary_files_can_be_written(running: Container) -> None:
    program = """
import os
for folder, _, _ in os.walk("/"):
    if not folder.startswith(("/proc", "/sys", "/dev")) and os.access(folder, os.W_OK):
        print(folder)
"""
    # Podman adds the second.
    assert set(running.execute("python", "-c", program).split()) <= {"/tmp", "/var/tmp"}


def test_its_health_check_passes(running: Container) -> None:
    dockerfile = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    (check,) = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", dockerfile, re.MULTILINE)
    running.execute(*json.loads(check))


def test_it_stops_when_told_to() -> None:
    with container() as server:
        assert best_move(server) == WIN
        assert server.stop() == 0


def test_no_kernel_is_compiled_at_the_start() -> None:
    use = json.loads(said(("-",), CACHE_USE, entrypoint="python"))
    assert use["loaded"] > 0
    assert use["compiled"] == 0


def test_it_has_tools_for_agents() -> None:
    answer = json.loads(said(("mcp",), f"{json.dumps(INITIALIZE)}\n"))
    assert answer["result"]["serverInfo"]["name"] == "k-in-a-row"


@pytest.mark.parametrize("name", OF_CLUSTER)
def test_it_has_what_the_manifests_start(name: str) -> None:
    assert "Usage: " in said(("-m", *arguments(name), "--help"), "", entrypoint="python")


def test_settings_are_taken_from_the_environment() -> None:
    with container(MAX_CELLS="8") as server:
        answer = requests.post(f"{server.url}/move", json=QUESTION, timeout=60)
        assert answer.json()["code"] == "board_too_large"
