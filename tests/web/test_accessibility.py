"""What axe-core finds on any screen, and marks that are told apart without colours."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.web.board import EMPTY_3X3, Act, Table, scenes

FORK = "XO./.X./..O"
DRAW = {"verdict": "A draw if both play well."}
STATES: dict[str, list[Act]] = {
    "values": [("#board=XXO/OO./X..&analysis=1", DRAW)],
    "pairs": [("#board=5x5&k=5&analysis=1", DRAW), ("On the board: Proof", {})],
    "a won row": [("#board=XXX/OO./...", {"status": "X wins"})],
    "a lost row": [("#board=XXX/OO./...&misere=1", {"status": "O wins: X made a row"})],
    "estimates": [("#board=15x15&k=5&moves=h8,h9,g8&analysis=1&time=300",
                   {"ending": re.compile("^Time ran out")})],
    "a mistake": [("#board=3x3&o=rules&moves=b2,b1,a1,c3,a3,a2,c1",
                   {"judgement": re.compile("mistake")}),
                  ("First position | Forward | Forward", {"note": re.compile("gave up")})],
    "keys": [("#board=3x3 | Keys", {})],
    "every rule": [("#board=..../.%23../X.OX&gravity=1&wrap=both&exact=1&misere=1 | Edit", {})],
}  # fmt: skip
"""Acts that lead to all kinds of states."""


def serious_faults(page: Page, **options: Any) -> list[str]:
    """Return each serious or critical fault, and where it is."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found.response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.thorough
def test_faults_are_found_where_there_are_some(page: Page) -> None:
    page.set_content("<img src=data:,><button></button>")
    assert len(serious_faults(page)) >= 2


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.thorough)])
def table(table: Table, request: pytest.FixtureRequest) -> Table:
    """Provide the page in a colour scheme, not opened yet."""
    table.page.emulate_media(color_scheme=request.param)
    return table


@pytest.mark.parametrize(
    "width", [1280, pytest.param(390, marks=pytest.mark.thorough)], ids=["desktop", "phone"]
)
def test_the_page_with_all_its_parts(table: Table, width: int) -> None:
    table.page.set_viewport_size({"width": width, "height": 844})
    table.open(FORK, analysis=1)
    table.shows(verdict="X wins in 2 moves.")
    table.press("Edit", "Copy as curl")
    expect(table.page.get_by_text("Copied.")).to_be_visible()
    table.button("Analysis").hover()
    for layer in ("Values", "Line", "Reason", "Proof"):
        table.choose("On the board", layer)
        assert serious_faults(table.page) == []


@scenes(STATES, STATES)
def test_every_state(table: Table, acts: list[Act]) -> None:
    table.act(acts)
    table.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    table.settle()
    assert serious_faults(table.page) == []


@pytest.mark.thorough
def test_a_failure(table: Table, complaints: list[str]) -> None:
    table.open(o="rules")
    table.page.context.set_offline(True)
    table.cell(2, 2).click()
    expect(table.button("Try again")).to_be_enabled()
    expect(table.page.get_by_role("status").filter(has=table.note)).to_be_visible()
    assert serious_faults(table.page) == []
    complaints.clear()


@pytest.mark.thorough
def test_the_contract(page: Page) -> None:
    page.goto("/docs")
    expect(page.get_by_text("Find the best move", exact=True)).to_be_visible()
    # What Swagger UI's own elements lack.
    theirs = {"nested-interactive": {"enabled": False}, "select-name": {"enabled": False}}
    assert serious_faults(page, rules=theirs) == []


COLOUR = """(place, [name, part]) =>
    getComputedStyle(place, part)[name].match(/[\\d.]+/g).slice(0, 3).map(Number)"""


def luminance(place: Locator, name: str, part: str | None = None) -> float:
    """Return how light a colour of a place is, from 0 to 1, as WCAG defines it."""
    parts = [each / 255 for each in place.evaluate(COLOUR, [name, part])]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return float(sum(w * each for w, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))


def contrast(first: float, second: float) -> float:
    """Return the contrast of two colours from their luminances, from 1 to 21."""
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def test_what_is_pressed_is_told_from_other_buttons_without_our_colours(table: Table) -> None:
    """And its name is read: the browser lays no ground of its own between both."""
    table.page.emulate_media(forced_colors="active")
    table.open()
    pressed, other = map(table.button, ("Two players", "Puzzles"))
    ground = luminance(pressed, "backgroundColor")
    assert ground != luminance(other, "backgroundColor")
    assert contrast(luminance(pressed, "color"), ground) >= 4.5
    assert pressed.evaluate("button => getComputedStyle(button).forcedColorAdjust") == "none"


def test_lines_are_seen_and_discs_are_told_apart_by_how_light_they_are(table: Table) -> None:
    table.open_game("a1,b1", board="7x6", k=4, gravity=1)
    fill = "backgroundColor"
    discs = [luminance(table.named(name), fill, "::before") for name in ("a1", "b1")]
    assert contrast(*discs) >= 2
    table.open()
    cell = table.named("b2")
    assert contrast(luminance(cell, "borderTopColor"), luminance(cell, fill)) >= 3
    table.page.emulate_media(contrast="more")
    assert contrast(luminance(cell, "borderTopColor"), luminance(cell, fill)) >= 10


SHAPES = """cell => {
    const style = getComputedStyle(cell);
    const bars = ["::before", "::after"].map((part) => {
        const { content, width, rotate, boxShadow } = getComputedStyle(cell, part);
        const drawn = [parseFloat(width) > 0, rotate, boxShadow !== "none"];
        return content === "none" ? "" : drawn.join();
    });
    const shadow = style.boxShadow.replace(/rgba?\\([^)]*\\)|color\\([^)]*\\)/g, "");
    return [cell.textContent, shadow, style.backgroundImage === "none", ...bars].join("|");
}"""
"""All that is seen of a cell but its colours."""


def shape(cell: Locator) -> Any:
    """Return what a cell looks like without colours."""
    return cell.evaluate(SHAPES)


@pytest.mark.parametrize(
    ("board", "gravity", "places", "stone", "empty"),
    [("...", 0, ["a3", "a2", "b3", "b2", "c3"], "a3", "c1"),
     ("....", 1, ["a1", "b1", "a2", "b2", "a3"], "a1", "a3")],
    ids=["crosses and rings", "discs"],
)  # fmt: skip
def test_stones_the_last_move_and_the_line_have_shapes_of_their_own(
    table: Table,
    board: str,
    gravity: int,
    places: list[str],
    stone: str,
    empty: str,
) -> None:
    table.open("/".join([board] * 3), gravity=gravity)
    table.play(*places[:-1])
    cells = [table.named(place) for place in (stone, places[1], places[3], empty)]
    before = [shape(cell) for cell in cells]
    assert len(set(before)) == len(cells)
    table.play(places[-1])
    table.shows(cells=[re.compile(f"^{stone}: .*winning")])
    assert shape(cells[0]) != before[0]
    assert serious_faults(table.page) == []


def test_outcomes_have_signs_of_their_own(table: Table) -> None:
    table.open(FORK, analysis=1)
    expect(table.cell(3, 1)).to_have_text("+2")
    won, best, drawn = table.cell(2, 1), table.cell(3, 1), table.cell(1, 3)
    assert len({shape(each) for each in (won, best, drawn)}) == 3
    table.press("Hint")
    assert shape(best) != shape(won)


def test_the_legend_explains_what_is_to_be_seen(table: Table) -> None:
    legend = table.page.get_by_role("list", name="What the marks say of a move")
    numbers = table.page.get_by_text("The number is how many moves the winner needs at most.")
    for board, signs, is_counted in (
        (FORK, ["+wins", "=draws"], True),
        (EMPTY_3X3, ["=draws"], False),
    ):
        table.open(board, analysis=1)
        expect(legend.get_by_role("listitem")).to_have_text(signs)
        expect(numbers).to_be_visible(visible=is_counted)
    table.choose("On the board", "Line")
    expect(legend).to_be_hidden()
