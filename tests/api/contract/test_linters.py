"""Linters of two makers, with all that they recommend, have nothing to say of the contract."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from service.api.contract.openapi import as_yaml
from service.api.contract.openapi30 import as_openapi_30
from tests.support.programs import run
from tools.clients import CONTRACT, NODE, NODE_MODULES

LINTERS: dict[str, tuple[Any, ...]] = {
    "redocly": (
        NODE_MODULES / "@redocly" / "cli" / "bin" / "cli.js", "lint", "--extends=recommended",
    ),
    "spectral": (
        NODE_MODULES / "@stoplight" / "spectral-cli" / "dist" / "index.js", "lint",
        "--fail-severity=hint", "--ruleset=rules.yaml",
    ),
}  # fmt: skip
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1",
         "NODE_NO_WARNINGS": "1"}  # fmt: skip


@pytest.mark.parametrize(
    ("linter", "version"),
    [("redocly", "3.1"),
     *(pytest.param(*each, marks=pytest.mark.thorough)
       for each in (("redocly", "3.0"), ("spectral", "3.1"), ("spectral", "3.0")))],
)  # fmt: skip
def test_nothing_is_found(linter: str, version: str, tmp_path: Path) -> None:
    document = yaml.safe_load(CONTRACT.read_text())
    if version == "3.0":
        document = as_openapi_30(document)
    (tmp_path / "openapi.yaml").write_text(as_yaml(document))
    (tmp_path / "rules.yaml").write_text("extends: spectral:oas\n")
    done = run(NODE, *LINTERS[linter], "openapi.yaml", folder=tmp_path, **QUIET)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stdout + done.stderr
