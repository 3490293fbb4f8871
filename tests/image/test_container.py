"""What a container of the image is kept from, and its processors: `make test-image`."""

import json
import re
import shutil
from collections.abc import Iterator

import pytest

from tests.image.container import Container, container, said
from tests.image.test_serving import CACHE_USE, WIN, best_move

pytestmark = pytest.mark.image

OLD_CPU = "Nehalem"
"""The first of `x86-64-v2`, from 2008: no AVX."""


@pytest.fixture(scope="module")
def running() -> Iterator[Container]:
    """Provide a server as the image starts it."""
    with container() as server:
        yield server


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


@pytest.fixture(scope="module")
def emulator() -> str:
    """Provide the flag for an emulator of other processors that needs nothing of the image."""
    found = shutil.which("qemu-x86_64-static")
    assert found, "install qemu-user-static"
    return f"--volume={found}:/emulator:ro"


def test_another_processor_runs_the_kernels_as_they_are(emulator: str) -> None:
    python = ("-cpu", OLD_CPU, "/opt/venv/bin/python", "-")
    how = {"flags": (emulator,), "entrypoint": "/emulator", "PYTHONPATH": "/app"}
    use = json.loads(said(python, CACHE_USE, **how))
    assert use["cpu"] == OLD_CPU.lower()
    assert use["loaded"] > 0
    assert use["compiled"] == 0


def test_another_processor_serves(emulator: str) -> None:
    # What `serve` becomes: a program that it started would not be emulated.
    gunicorn = ("gunicorn", "-c", "python:service.api.server.config", "service.api.wsgi:app")
    command = ("-cpu", OLD_CPU, "/opt/venv/bin/python", "-m", *gunicorn)
    with container(emulator, command=command, entrypoint="/emulator") as server:
        assert best_move(server) == WIN
        assert server.stop() == 0
