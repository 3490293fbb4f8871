"""Every command of the Makefile works in a copy of the tree, if only in a short form."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
import requests

from service.solver.warm_up import PARTS
from tests.support.ports import free_port
from tests.support.programs import run_program
from tests.support.project import ROOT
from tests.support.waiting import wait_until

MAKEFILE = (ROOT / "Makefile").read_text().replace("\\\n", "")
COMMANDS = MAKEFILE.partition("\n.PHONY:")[2].partition("\n")[0].split()
SHORT = [
    "openapi", "lock", "clients", "sbom", "screenshots", "soak MINUTES=0.5",
    "bench SECTIONS=signature", "lint", "format", "test TESTS=tests/game",
    "test-thorough TESTS=tests/game", "test-long TESTS=--collect-only",
]  # fmt: skip
"""Of the others, `run` and `clean` have tests of their own; the rest needs more than this machine.

An image needs Docker or Podman, an audit someone who knows of advisories.
"""
IMPORTS = """
import sys
import benchmarks.__main__
print(*{name.partition(".")[0] for name in sys.modules})
"""


def make(arguments: str, folder: Path = ROOT) -> str:
    """Return what `make` says."""
    # Of those that run this test.
    own = re.compile("PYTEST_.*|M(AKE)?FLAGS|MAKE.*|TESTS|SEED|SHARE|CI")
    environment = {name: each for name, each in os.environ.items() if not own.fullmatch(name)}
    done = subprocess.run(
        ["make", *arguments.split()], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command: str) -> None:
    recipe = make(f"--dry-run --always-make {command}")
    for module in re.findall(r"python3? -m ((?:tests|tools|benchmarks)[\w.]*)", recipe):
        assert find_spec(module), module


@pytest.mark.parametrize("environment", [".venv", ".venv-test", ".venv-bench"])
def test_an_environment_of_another_python_is_made_anew(environment: str, tmp_path: Path) -> None:
    """Only where PYTHON names one: by itself, any Python that is in use stays in use."""
    for path in (ROOT / "Makefile", *ROOT.glob("requirements*.lock")):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / environment / "bin").mkdir(parents=True)
    (tmp_path / environment / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / environment / ".ready").touch()
    another = tmp_path / "another"
    another.write_text("#!/bin/sh\necho Python 3.99.0")
    another.chmod(0o755)
    ready = f"{environment}/.ready"
    for python in ("", f"PYTHON={sys.executable}"):
        assert "up to date" in make(f"{ready} {python}", tmp_path)
    assert "Installing" in make(f"--dry-run {ready} PYTHON={another}", tmp_path)


def test_benchmarks_need_no_package_of_the_tests() -> None:
    loaded = set(run_program(IMPORTS).split())
    assert not {"pytest", "hypothesis", "playwright", "httpx"} & loaded


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Provide the tree as one gets it, with the environment that is in use; others are made."""
    folder = tmp_path_factory.mktemp("copy") / "tree"
    ignored = shutil.ignore_patterns(
        ".git", ".venv*", "__pycache__", "build", "*.egg-info", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, folder, ignore=ignored)
    (folder / ".venv-test").symlink_to(sys.prefix)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.thorough
@pytest.mark.parametrize("command", SHORT)
def test_it_works(copy: Path, command: str) -> None:
    make(command, copy)
    if command == "clients":
        assert [*(copy / "build" / "clients").iterdir()]
    if command == "sbom":
        assert json.loads((copy / "build" / "sbom.json").read_text())["components"]
    if command == "openapi":
        assert (copy / "openapi.yaml").read_text() == (ROOT / "openapi.yaml").read_text()


@pytest.mark.thorough
def test_it_serves_and_says_what_it_does_until_then(copy: Path, tmp_path: Path) -> None:
    """As on a machine where nothing has been compiled yet."""
    shutil.rmtree(copy / ".venv", ignore_errors=True)
    port = free_port()
    command = ["make", "run", f"PORT={port}"]
    output, seen = tmp_path / "output", 0

    def answers() -> bool:
        assert process.poll() is None
        with suppress(requests.ConnectionError):
            return requests.get(f"http://127.0.0.1:{port}/readyz", timeout=5).ok
        return False

    def goes_on() -> bool:
        return output.stat().st_size > seen or answers()

    with output.open("wb") as file, subprocess.Popen(
        command, cwd=copy, env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=file, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        try:
            # However slow a machine is, each of the steps that are told of has a time of its own.
            while not answers():
                wait_until(goes_on, 600)
                seen = output.stat().st_size
        finally:
            process.terminate()
            sys.stdout.write(output.read_text())
    said = output.read_text()
    assert "Installing requirements.lock into .venv\n" in said
    # All but those for wide words, which are compiled once it serves.
    assert f"Compiling the solver's kernels, 1 of {len(PARTS) - 1}: " in said
    assert said.index("Compiled the solver's kernels") < said.index(f"at http://localhost:{port}")


@pytest.mark.thorough
def test_cleaning_leaves_what_one_gets(copy: Path) -> None:
    make("clean", copy)
    assert not [*copy.glob(".venv*"), *copy.glob("build"), *copy.rglob("__pycache__")]
    assert Path(sys.prefix).exists(), "an environment elsewhere is left alone"
