"""The drawing of the house shows the rooms there are, and who is above whom."""

import re
from pathlib import Path

import pytest

from tests.docs.documents import ARCHITECTURE, spans
from tests.support.project import ROOT
from tests.test_imports import imported_modules

SERVICE = ROOT / "service"
SECTIONS = {part.headings[0]: part for part in ARCHITECTURE.sections()}


def folders(parent: Path) -> set[str]:
    """Return the folders of a floor, which are its rooms."""
    return {each.name for each in parent.iterdir() if each.is_dir() and each.name[0] != "_"}


def test_every_floor_is_listed() -> None:
    listed = {span for row in SECTIONS["Floors"].table("floor") for span in spans(row[0])}
    assert listed == {f"service/{name}" for name in folders(SERVICE)}


(DRAWING,) = ARCHITECTURE.blocks("text")
DEPTHS = {
    word: depth
    for depth, line in enumerate(DRAWING.splitlines())
    for word in re.findall(r"\w+", line)
}
"""The line of the drawing that has a word."""


def imports(parent: Path) -> set[tuple[str, str]]:
    """Return which folders import from which others, of all within `parent`."""
    package = ".".join(parent.relative_to(ROOT).parts)
    return {
        (room, other)
        for room in folders(parent)
        for module in (parent / room).rglob("*.py")
        for name in imported_modules(module.read_text(encoding="utf-8"))
        if name.startswith(f"{package}.")
        and (other := name.split(".")[package.count(".") + 1]) in folders(parent) - {room}
    }


@pytest.mark.parametrize(
    ("floor", "title"),
    [("solver", "Rooms of the solver"), ("research", "Rooms of research"),
     ("api", "Rooms of the API")],
)  # fmt: skip
def test_every_room_is_listed(floor: str, title: str) -> None:
    listed = {row[0].strip("`") for row in SECTIONS[title].table("room")}
    assert listed == folders(SERVICE / floor)
    for room in listed:
        assert len(re.findall(rf"\b{room}\b", DRAWING)) == 1, room


@pytest.mark.parametrize(
    "parent",
    [SERVICE, *(SERVICE / floor for floor in ("solver", "research", "api"))],
    ids=lambda p: p.name,
)
def test_who_imports_is_drawn_above(parent: Path) -> None:
    found = imports(parent)
    assert found
    assert [each for each in found if DEPTHS[each[0]] >= DEPTHS[each[1]]] == []
