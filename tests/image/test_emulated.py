"""The image on a processor of 2008, emulated, which needs an engine: `make test-image`."""

import json
import shutil

import pytest

from tests.image.container import container, said
from tests.image.test_serving import CACHE_USE, WIN, best_move

pytestmark = pytest.mark.image

OLD_CPU = "Nehalem"
"""The first of `x86-64-v2`, from 2008: no AVX."""


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
