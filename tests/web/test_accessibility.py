"""What axe-core finds on any screen, and marks that are told apart without colours."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.web.board import Table

FORK = "XO./.X./..O"


def serious_faults(page: Page, **options: Any) -> list[str]:
    """Return each serious or critical fault, and where it is."""
    found = (
        Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    )
    return [
        f"{fault['id']}: {node['html']}"
        for fault in found
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


def open_all_parts(table: Table) -> None:
    """Open the page with all its parts."""
    table.open(FORK, analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    table.press("Edit")
    table.press("Copy as curl")
    expect(table.page.get_by_text("Copied.")).to_be_visible()


def test_the_page_with_all_its_parts(table: Table) -> None:
    open_all_parts(table)
    for layer in ("Values", "Line", "Reason", "Proof"):
        table.choose("On the board", layer)
        assert serious_faults(table.page) == []
    table.page.get_by_role("button", name="Analysis", exact=True).hover()
    assert serious_faults(table.page) == []


def test_what_is_pressed_is_told_from_other_buttons_without_our_colours(table: Table) -> None:
    table.page.emulate_media(forced_colors="active")
    table.open(x="you", o="you")
    grounds = [
        table.page.get_by_role("button", name=name, exact=True).evaluate(
            "button => getComputedStyle(button).backgroundColor"
        )
        for name in ("Two players", "Puzzles")
    ]
    assert grounds[0] != grounds[1]


@pytest.mark.thorough
def test_every_colour_of_the_board(table: Table) -> None:
    for board, k, layer in (("XXO/OO./X..", 3, "Values"), ("/".join(["....."] * 5), 5, "Proof")):
        table.open(board, k=k, analysis=1)
        expect(table.field("verdict")).to_have_text("A draw if both play well.")
        table.choose("On the board", layer)
        assert serious_faults(table.page) == []
    table.open("XXX/OO./...")
    expect(table.status).to_have_text("X wins")
    assert serious_faults(table.page) == []


@pytest.mark.thorough
def test_a_failure(table: Table, complaints: list[str]) -> None:
    table.open(o="rules")
    table.page.context.set_offline(True)
    table.cell(2, 2).click()
    expect(table.page.get_by_role("button", name="Try again")).to_be_enabled()
    expect(table.note).to_have_attribute("role", "status")
    assert serious_faults(table.page) == []
    complaints.clear()


@pytest.mark.thorough
def test_estimates_mistakes_and_keys(table: Table) -> None:
    table.page.goto("/#board=15x15&k=5&x=you&o=you&moves=h8,h9,g8&analysis=1&time=300")
    expect(table.page.get_by_role("gridcell", name="not proven").first).to_be_visible()
    assert serious_faults(table.page) == []
    table.page.goto("/#board=3x3&k=3&x=you&o=rules&moves=b2,b1,a1,c3,a3,a2,c1")
    assert table.mistakes()
    table.moves.nth(1).click()
    assert serious_faults(table.page) == []
    table.press("Keys")
    assert serious_faults(table.page) == []


@pytest.mark.thorough
def test_every_rule(table: Table) -> None:
    table.open("..../.#../X.OX", gravity=1, wrap="both", exact=1, misere=1)
    table.page.get_by_text("Rules: stones fall").click()
    expect(table.page.get_by_label("Stones fall")).to_be_checked()
    table.press("Edit")
    table.cell(1, 1).hover()
    assert serious_faults(table.page) == []
    table.open("XXX/OO./...", misere=1)
    expect(table.status).to_have_text("O wins: X made a row")
    assert serious_faults(table.page) == []


@pytest.mark.thorough
def test_a_phone(table: Table) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    open_all_parts(table)
    assert serious_faults(table.page) == []


@pytest.mark.thorough
def test_the_contract(page: Page) -> None:
    page.goto("/docs")
    expect(page.get_by_text("Find the best move", exact=True)).to_be_visible()
    # What Swagger UI's own elements lack.
    theirs = {"nested-interactive": {"enabled": False}, "select-name": {"enabled": False}}
    assert serious_faults(page, rules=theirs) == []


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


def test_stones_the_last_move_and_the_line_have_shapes_of_their_own(table: Table) -> None:
    table.open()
    table.play((1, 1), (2, 1), (1, 2), (2, 2))
    last, plain, stone = table.cell(2, 2), table.cell(3, 3), table.cell(1, 1)
    shapes = {shape(each) for each in (last, table.cell(2, 1), stone, plain)}
    assert len(shapes) == 4
    before = shape(stone)
    table.play((1, 3))
    expect(stone).to_have_accessible_name(re.compile("winning"))
    assert shape(stone) != before


def test_discs_are_told_apart_without_colours(table: Table) -> None:
    table.open("..../..../....", k=3, gravity=1)
    table.play((3, 1), (3, 2), (2, 1), (2, 2))
    last, ring, cross = table.cell(2, 2), table.cell(3, 2), table.cell(3, 1)
    assert len({shape(each) for each in (last, ring, cross, table.cell(1, 1))}) == 4
    before = shape(cross)
    table.play((1, 1))
    expect(cross).to_have_accessible_name(re.compile("winning"))
    assert shape(cross) != before
    assert serious_faults(table.page) == []


def test_outcomes_have_signs_of_their_own(table: Table) -> None:
    table.open(FORK, analysis=1)
    expect(table.cell(3, 1)).to_have_text("+2")
    won, best, drawn = table.cell(2, 1), table.cell(3, 1), table.cell(1, 3)
    assert len({shape(each) for each in (won, best, drawn)}) == 3
    table.press("Hint")
    assert shape(best) != shape(won)


def test_the_legend_explains_what_is_to_be_seen(table: Table) -> None:
    table.open(FORK, analysis=1)
    legend = table.page.get_by_role("list", name="What the marks say of a move")
    numbers = table.page.get_by_text("The number is how many moves the winner needs at most.")
    expect(legend.get_by_role("listitem")).to_have_text(["+wins", "=draws"])
    expect(numbers).to_be_visible()
    table.choose("On the board", "Line")
    expect(legend).to_be_hidden()
    table.open(analysis=1)
    expect(legend.get_by_role("listitem")).to_have_text(["=draws"])
    expect(numbers).to_be_hidden()
