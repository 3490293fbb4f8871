"""The lock files are complete, hashed and free of places; what is imported is declared."""

import ast
import importlib.metadata
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from service.extras import EXTRAS
from tests.packaging.declared import SERVICE_EXTRAS, declared
from tests.support.project import ROOT

LOCKS = {
    "requirements.lock": SERVICE_EXTRAS,
    "requirements-test.lock": [*SERVICE_EXTRAS, "test"],
    "requirements-bench.lock": [*SERVICE_EXTRAS, "bench"],
}
NODE = ROOT / "tests" / "node"


def pinned(lock: str) -> dict[str, set[str]]:
    """Return the requirements of `lock`: each pin, with its marker, under the name it pins."""
    found: dict[str, set[str]] = {}
    for requirement in requirements(lock):
        name, pin = requirement.split(" \\\n")[0].split("==", 1)
        found.setdefault(name, set()).add(pin)
    return found


def requirements(lock: str) -> list[str]:
    """Return the requirements of `lock`, each with the lines that continue it."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text(), flags=re.MULTILINE)
    return re.split(r"\n(?=\S)", text.strip())


@pytest.mark.parametrize(("lock", "extras"), LOCKS.items())
def test_a_lock_is_complete_and_hashed_and_names_no_place(lock: str, extras: list[str]) -> None:
    shape = re.compile(r"[a-z0-9-]+==\S+( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+")
    assert [entry for entry in requirements(lock) if not shape.fullmatch(entry)] == []
    places = r".*(?:://|--index|--extra-index|--find-links|@).*"
    assert re.findall(places, (ROOT / lock).read_text()) == []
    assert declared(extras) - pinned(lock).keys() == set()


@pytest.mark.parametrize("lock", ["requirements-test.lock", "requirements-bench.lock"])
def test_what_is_tested_and_measured_is_what_runs(lock: str) -> None:
    runtime = pinned("requirements.lock")
    other = pinned(lock)
    assert {name: other.get(name) for name in runtime} == runtime


def test_the_packages_of_node_are_pinned_with_hashes_and_no_place() -> None:
    lock = json.loads((NODE / "package-lock.json").read_text())
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages
    for name, each in packages.items():
        assert each["integrity"].startswith("sha512-"), name
        assert "resolved" not in each, name
    wanted = json.loads((NODE / "package.json").read_text())["devDependencies"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


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


def test_what_the_service_imports_is_what_is_declared() -> None:
    # Parts of pydantic and flask, whose versions only these choose.
    parts = {"pydantic-core", "werkzeug"}
    assert distributions() - parts == declared(SERVICE_EXTRAS) - parts


def test_the_extras_bring_what_they_are_said_to() -> None:
    core = declared([])
    for extra in set(EXTRAS.values()):
        brought = {package for package, name in EXTRAS.items() if name == extra}
        assert declared([extra]) - core == brought


def test_every_file_beside_the_sources_is_packed() -> None:
    """`test_install.py` builds the wheel, and looks what it holds."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    service = ROOT / "service"
    patterns = pyproject["tool"]["setuptools"]["package-data"]["service"]
    packed = {path for pattern in patterns for path in service.glob(pattern)}
    files = {path for path in service.rglob("*") if path.is_file() and path.suffix != ".py"}
    assert {path for path in files if path.parent.name != "__pycache__"} == packed
