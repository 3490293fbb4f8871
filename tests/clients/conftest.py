"""All clients, generated fresh and left as they are, and the programs that use them."""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support import programs
from tools.clients import (
    GO,
    HERE,
    NODE,
    NODE_MODULES,
    generate_go,
    generate_python,
    generate_typescript,
    run,
)

TYPESCRIPT = HERE / "typescript"
PROGRAMS = ["python", "typescript", pytest.param("go", marks=pytest.mark.thorough)]
"""Languages; Go takes half a minute to compile what it comes with."""


@dataclass(frozen=True)
class Generated:
    """A client: where it lies and what its generator said."""

    folder: Path
    said: str


@pytest.fixture(scope="session")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """Provide the Python client."""
    folder = tmp_path_factory.mktemp("python")
    return Generated(folder, generate_python(folder))


@pytest.fixture(scope="session")
def typescript_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """Provide the TypeScript client, with the programs that use it compiled into `built`."""
    folder = tmp_path_factory.mktemp("typescript")
    said = generate_typescript(folder / "client")
    for source in [*TYPESCRIPT.glob("*.ts"), TYPESCRIPT / "tsconfig.json"]:
        shutil.copy(source, folder)
    (folder / "node_modules").symlink_to(NODE_MODULES)
    run(NODE, NODE_MODULES / "typescript" / "bin" / "tsc", "--project", folder)
    return Generated(folder, said)


@pytest.fixture(scope="session")
def go_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """Provide the Go client, in a module with the programs that use it, compiled into `built`."""
    folder = tmp_path_factory.mktemp("go")
    shutil.copytree(HERE / "go", folder, dirs_exist_ok=True)
    said = generate_go(folder / "kinarow")
    run(GO, "vet", "./...", folder=folder)
    run(GO, "build", "-o", "built/", "./play", "./ask", folder=folder)
    return Generated(folder, said)


Program = Callable[..., Any]
"""Takes a program's name, its arguments and what it reads; returns the JSON that it prints."""


@pytest.fixture(scope="session", params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Program:
    """Provide a function that runs the programs of one language."""
    client: Generated = request.getfixturevalue(f"{request.param}_client")

    def call(name: str, *arguments: str, reads: Any = None) -> Any:
        command: list[str | Path] = [sys.executable, HERE / f"{name}.py"]
        if request.param == "typescript":
            command = [NODE, client.folder / "built" / f"{name}.js"]
        if request.param == "go":
            command = [client.folder / "built" / name]
        done = programs.run(
            *command, *arguments, stdin=json.dumps(reads), PYTHONPATH=str(client.folder)
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call
