"""The image, built and run: `make test-image`."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.image.container import IMAGE, RUN_FLAGS, Container, container, engine, run_python
from tests.support.project import ROOT

pytestmark = pytest.mark.image

QUESTION = {"board": ["XX.", "OO.", "..."], "row_length": 3}
WIN = {"row": 0, "column": 2, "name": "c3"}
CACHE_USE = (ROOT / "tests" / "image" / "cache_use.py").read_text()
OLD_CPU = "Nehalem"
"""The first of `x86-64-v2`, from 2008: no AVX."""


@pytest.fixture(scope="module")
def running() -> Iterator[Container]:
    """Provide a server as the image starts it."""
    with container() as server:
        yield server


def best_move(server: Container) -> Any:
    return requests.post(f"{server.url}/move", json=QUESTION, timeout=60).json()["best_move"]


def test_it_answers(running: Container) -> None:
    assert best_move(running) == WIN


def test_it_is_not_root_and_has_no_capabilities(running: Container) -> None:
    status = running.execute("cat", "/proc/1/status")
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
    use = json.loads(run_python(CACHE_USE))
    assert use["loaded"] > 0
    assert use["compiled"] == 0


@pytest.fixture(scope="module")
def emulator() -> Path:
    """Provide an emulator of other processors that needs nothing of the image."""
    found = shutil.which("qemu-x86_64-static")
    assert found, "install qemu-user-static"
    return Path(found)


def test_another_processor_runs_the_kernels_as_they_are(emulator: Path) -> None:
    flags = [f"--volume={emulator}:/emulator:ro", "--env=PYTHONPATH=/app"]
    python = ("-cpu", OLD_CPU, "/opt/venv/bin/python")
    output = run_python(CACHE_USE, *flags, entrypoint="/emulator", arguments=python)
    use = json.loads(output)
    assert use["cpu"] == OLD_CPU.lower()
    assert use["loaded"] > 0
    assert use["compiled"] == 0


def test_another_processor_serves(emulator: Path) -> None:
    flags = [f"--volume={emulator}:/emulator:ro", "--entrypoint=/emulator"]
    # What `serve` becomes: a program that it started would not be emulated.
    gunicorn = ("gunicorn", "-c", "python:service.api.server.config", "service.api.wsgi:app")
    command = ("-cpu", OLD_CPU, "/opt/venv/bin/python", "-m", *gunicorn)
    with container(*flags, command=command) as server:
        assert best_move(server) == WIN
        assert server.stop() == 0


def test_it_has_tools_for_agents() -> None:
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    command = ("run", "--rm", "--interactive", *RUN_FLAGS, IMAGE, "mcp")
    answer = json.loads(engine(*command, reads=f"{json.dumps(asked)}\n"))
    assert answer["result"]["serverInfo"]["name"] == "k-in-a-row"


def test_settings_are_taken_from_the_environment() -> None:
    with container("--env=MAX_CELLS=8") as server:
        answer = requests.post(f"{server.url}/move", json=QUESTION, timeout=60)
        assert answer.json()["code"] == "board_too_large"
