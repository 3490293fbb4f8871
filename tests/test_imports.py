"""The floors of the house: who may import whom, read from the source without running it.

`tests/docs/test_architecture.py` compares the imports of floors and rooms with their drawing.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.programs import run_program
from tests.support.project import ROOT

MODULES = sorted((ROOT / "service").rglob("*.py"))

MAY_IMPORT = {
    "game": {"game"},
    "solver": {"game", "solver", "cores", "atomic_write", "removal"},
    "sharing": {"game", "solver", "sharing", "build"},
    "players": {"game", "solver", "players"},
    "api": {
        "game", "solver", "sharing", "players", "api", "settings", "build", "removal",
        "__version__",
    },
    "research": {
        "game", "solver", "sharing", "players", "api", "research", "settings", "cores",
        "atomic_write", "__version__",
    },
    "cli": {
        "game", "solver", "sharing", "players", "research", "api", "cli", "settings", "extras",
        "cores", "__version__",
    },
}  # fmt: skip


def imported_modules(source: str) -> Iterator[str]:
    """Yield dotted names of everything that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floors_imported(source: str) -> set[str]:
    """Return the parts of `service` that a module imports; "" for the package itself."""
    found = set()
    for name in imported_modules(source):
        parts = name.split(".")
        if parts[0] == "service":
            found.add(parts[1] if len(parts) > 1 else "")
    return found


@pytest.mark.parametrize("floor", MAY_IMPORT)
def test_a_floor_imports_only_what_lies_below(floor: str) -> None:
    modules = sorted((ROOT / "service" / floor).rglob("*.py"))
    assert modules
    for module in modules:
        foreign = floors_imported(module.read_text(encoding="utf-8")) - MAY_IMPORT[floor]
        assert not foreign, f"{module.relative_to(ROOT)} imports {foreign}"


def test_the_api_imports_nothing_late() -> None:
    """What a function needs is to be seen at the head of its module."""
    for module in (ROOT / "service" / "api").rglob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert all(node in tree.body for node in imports), module


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_numba_stays_among_the_kernels(module: Path) -> None:
    roots = {name.split(".")[0] for name in imported_modules(module.read_text(encoding="utf-8"))}
    if module.parent.name != "kernels":
        assert not roots & {"numba", "llvmlite"}


def test_another_room_of_the_solver_is_entered_by_its_door() -> None:
    """What its `__init__` names; kernels are open to all."""
    doors = (ROOT / "service" / "solver").glob("*/__init__.py")
    rooms = {path.parent.name for path in doors}
    for module in MODULES:
        for name in imported_modules(module.read_text(encoding="utf-8")):
            match name.split("."):
                case ["service", "solver", room, inner, _] if room in rooms and inner != "kernels":
                    assert module.parent.name == room, f"{module.relative_to(ROOT)} imports {name}"


def test_the_kernels_of_a_room_know_only_kernels() -> None:
    modules = list((ROOT / "service" / "solver").glob("*/kernels/*.py"))
    assert modules
    for module in modules:
        for name in imported_modules(module.read_text(encoding="utf-8")):
            assert not name.startswith("service.") or ".kernels." in f"{name}.", module


def test_the_rules_and_the_solver_know_nothing_of_the_web() -> None:
    web = {
        "flask",
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
    assert not loaded & {"distributed", "redis", "requests", "service.cli", "service.research"}


def test_the_reference_shares_nothing_with_what_it_tests() -> None:
    source = (ROOT / "tests" / "support" / "reference.py").read_text(encoding="utf-8")
    assert not floors_imported(source)
