"""The drawing of the house shows the rooms there are, and `make lint` holds imports to it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import grimp
import pytest

from tests.docs.documents import ARCHITECTURE, spans
from tests.support.programs import run_program
from tests.support.project import ROOT

SERVICE = ROOT / "service"
SECTIONS = {part.headings[0]: part for part in ARCHITECTURE.sections()}
(DRAWING,) = ARCHITECTURE.blocks("text")
LINTER: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"][
    "importlinter"
]
LAYERS: dict[str, list[str]] = {
    each["containers"][0]: each["layers"]
    for each in LINTER["contracts"]
    if each["type"] == "layers"
}
"""The layers of each package, the highest first; a bar is between those of one layer."""
DOORS = {"service.solver.memory.transposition", "service.solver.lines.pattern_board"}
"""Modules that another room may have whole; a function of the second has the name of its module."""


def folders(parent: Path) -> set[str]:
    """Return the folders of a floor, which are its rooms; of others a cache may be left."""
    with_files = {path.parent for path in parent.glob("*/*") if path.is_file()}
    return {each.name for each in with_files if each.name[0] != "_"}


def test_every_floor_is_listed() -> None:
    listed = {span for row in SECTIONS["Floors"].table("floor") for span in spans(row[0])}
    assert listed == {f"service/{name}" for name in folders(SERVICE)}


@pytest.mark.parametrize(
    ("floor", "title"),
    [("solver", "Rooms of the solver"), ("research", "Rooms of research"),
     ("api", "Rooms of the API")],
)  # fmt: skip
def test_every_room_is_listed_and_drawn_once(floor: str, title: str) -> None:
    listed = [row[0].strip("`") for row in SECTIONS[title].table("room")]
    assert sorted(listed) == sorted(folders(SERVICE / floor))
    drawn = re.findall(r"\w+", DRAWING)
    assert {room: drawn.count(room) for room in listed} == dict.fromkeys(listed, 1)


@pytest.mark.parametrize(
    "package", ["service", "service.solver", "service.research", "service.api"]
)
def test_the_layers_of_imports_are_as_drawn(package: str) -> None:
    """Modules that are no folders have layers, too, but are not drawn; the page has no Python."""
    rooms = folders(ROOT / package.replace(".", "/")) - {"web"}
    drawn = [rooms & set(re.findall(r"\w+", line)) for line in DRAWING.splitlines()]
    layers = [rooms & set(re.findall(r"\w+", layer)) for layer in LAYERS[package]]
    assert [layer for layer in layers if layer] == [line for line in drawn if line]


def test_rooms_of_the_solver_are_entered_by_their_doors_and_kernels_know_only_kernels() -> None:
    """A door is what the `__init__` of a room names; kernels are open to all."""
    graph = grimp.build_graph("service", cache_dir=None)
    assert graph.find_matching_modules("service.solver.*.kernels.*")
    imports = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    ]
    inside = re.compile(r"(service\.solver\.\w+)\.(?!kernels\b).+")
    assert [
        (module, imported) for module, imported in imports
        if (found := inside.fullmatch(imported)) and imported not in DOORS
        and not f"{module}.".startswith(f"{found[1]}.")
    ] == []  # fmt: skip
    assert [
        (module, imported) for module, imported in imports
        if ".kernels." in module and ".kernels." not in f"{imported}."
    ] == []  # fmt: skip


def test_the_service_loads_nothing_that_it_has_no_use_for() -> None:
    """What takes long to import would delay every start."""
    loaded = set(run_program("import service.api.app, sys; print(*sys.modules)").split())
    assert "flask" in loaded
    useless = {"distributed", "mcp", "redis", "requests", "service.cli", "service.research"}
    assert not loaded & useless
