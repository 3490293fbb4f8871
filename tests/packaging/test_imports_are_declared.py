"""Every package that the service imports is asked for in pyproject.toml, not found by luck."""

from __future__ import annotations

import ast
import importlib.metadata
import sys
from pathlib import Path

from tests.packaging.project import ROOT, declared


def imported(module: Path) -> set[str]:
    """The top-level packages that `module` imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.append(node.module)
    return {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"service"}


def test_every_import_of_the_service_is_declared() -> None:
    distributions = importlib.metadata.packages_distributions()
    needed = {
        distribution.replace("_", "-").lower()
        for module in (ROOT / "service").rglob("*.py")
        for package in imported(module)
        for distribution in distributions[package]
    }
    # Parts of pydantic and flask, whose versions only these choose.
    parts = {"pydantic-core", "werkzeug"}
    assert needed - declared([]) - parts == set()
