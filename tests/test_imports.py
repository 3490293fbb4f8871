"""The floors of the house: who may import whom, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import run_program

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "service").rglob("*.py"))

MAY_IMPORT = {
    "game": {"game"},
    "solver": {"game", "solver"},
    "sharing": {"game", "solver", "sharing", "__version__"},
    "players": {"game", "solver", "players"},
    "api": {"game", "solver", "sharing", "players", "api", "settings", "__version__"},
    "cli": {"game", "solver", "players", "api", "cli", "settings"},
}
KERNELS = ROOT / "service" / "solver" / "kernels"


def imported_modules(source: str) -> Iterator[str]:
    """Dotted names of everything that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floors_imported(source: str) -> set[str]:
    """The parts of `service` that a module imports; "" for the package itself."""
    found = set()
    for name in imported_modules(source):
        parts = name.split(".")
        if parts[0] == "service":
            found.add(parts[1] if len(parts) > 1 else "")
    return found


def test_the_reader_of_imports_sees_them_all() -> None:
    source = (
        "import service.api.app, numba\n"
        "from service import settings\n"
        "def late():\n    from service.players.master import choose\n"
    )
    assert floors_imported(source) == {"api", "settings", "players"}
    assert "numba" in set(imported_modules(source))


@pytest.mark.parametrize("floor", MAY_IMPORT)
def test_a_floor_imports_only_what_lies_below(floor: str) -> None:
    modules = sorted((ROOT / "service" / floor).rglob("*.py"))
    assert modules
    for module in modules:
        foreign = floors_imported(module.read_text(encoding="utf-8")) - MAY_IMPORT[floor]
        assert not foreign, f"{module.relative_to(ROOT)} imports {foreign}"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_numba_stays_among_the_kernels(module: Path) -> None:
    roots = {name.split(".")[0] for name in imported_modules(module.read_text(encoding="utf-8"))}
    if not module.is_relative_to(KERNELS):
        assert not roots & {"numba", "llvmlite"}


def test_the_rules_and_the_solver_know_nothing_of_the_web() -> None:
    web = {
        "flask",
        "flask_cors",
        "gunicorn",
        "prometheus_client",
        "pydantic",
        "pydantic_settings",
        "structlog",
        "werkzeug",
    }
    for floor in ("game", "solver"):
        for module in (ROOT / "service" / floor).rglob("*.py"):
            names = imported_modules(module.read_text(encoding="utf-8"))
            assert not {name.split(".")[0] for name in names} & web, module


def test_the_service_loads_nothing_that_it_has_no_use_for() -> None:
    """What takes long to import would delay every start."""
    program = "import service.api.app, sys; print(*sys.modules)"
    loaded = set(run_program(program).split())
    assert "flask" in loaded
    assert not loaded & {"redis", "requests", "service.cli"}


def test_the_reference_shares_nothing_with_what_it_tests() -> None:
    source = (ROOT / "tests" / "reference.py").read_text(encoding="utf-8")
    assert not floors_imported(source)
