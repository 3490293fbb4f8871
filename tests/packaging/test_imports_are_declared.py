"""The packages that the service imports are those that pyproject.toml asks for."""

from __future__ import annotations

import ast
import importlib.metadata
import sys
from pathlib import Path

from tests.support.project import ROOT, SERVICE_EXTRAS, declared


def imported(module: Path) -> set[str]:
    """Return the top-level packages that `module` imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.append(node.module)
    return {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"service"}


def distributions() -> set[str]:
    """Return what the service imports, by the names that packages are asked for."""
    providers = importlib.metadata.packages_distributions()
    return {
        distribution.replace("_", "-").lower()
        for module in (ROOT / "service").rglob("*.py")
        for package in imported(module)
        for distribution in providers[package]
    }


def test_every_import_of_the_service_is_declared() -> None:
    # Parts of pydantic and flask, whose versions only these choose.
    parts = {"pydantic-core", "werkzeug"}
    assert distributions() - declared(SERVICE_EXTRAS) - parts == set()


def test_everything_declared_is_imported() -> None:
    assert declared(SERVICE_EXTRAS) - distributions() == set()
