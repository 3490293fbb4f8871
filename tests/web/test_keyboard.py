"""The whole page without a mouse."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.board import Table


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on what is called so."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.ariaLabel || document.activeElement.labels?.[0]?.innerText"
            " || document.activeElement.innerText || ''"
        )
        if str(focused).startswith(name):
            return
    raise AssertionError(f"Tab does not get to {name}")


def test_a_full_game_and_a_new_one(table: Table) -> None:
    page = table.page
    table.open()
    tab_to(page, "a3:")
    for key in ("Enter", "ArrowDown", "Space", "ArrowRight", "ArrowUp", "Enter", "ArrowDown",
                "Enter", "Home", "End", "PageUp", "Enter"):  # fmt: skip
        page.keyboard.press(key)
        if key in ("Enter", "Space"):
            expect(page.locator(":focus")).to_have_accessible_name(re.compile(": [XO]"))
            table.settle()
    expect(table.status).to_have_text("X wins")
    table.expect_board("XXX/OO./...")
    tab_to(page, "Undo")
    page.keyboard.press("Enter")
    expect(table.status).to_have_text("X to move")
    tab_to(page, "Width")
    page.keyboard.type("5")
    tab_to(page, "O plays")
    page.keyboard.type("rules")
    tab_to(page, "New game")
    page.keyboard.press("Enter")
    table.expect_board("...../...../.....")
    expect(page.get_by_label("O plays")).to_have_value("rules")


def test_the_arrows_stay_on_the_board(table: Table) -> None:
    page = table.page
    table.open("..../..../....")
    tab_to(page, "a3:")
    steps = {
        "ArrowLeft": (1, 1), "ArrowUp": (1, 1), "Control+End": (3, 4), "ArrowRight": (3, 4),
        "ArrowDown": (3, 4), "Home": (3, 1), "PageUp": (1, 1), "PageDown": (3, 1),
        "Control+Home": (1, 1),
    }  # fmt: skip
    for key, (row, column) in steps.items():
        page.keyboard.press(key)
        expect(table.cell(row, column)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[role=gridcell]:focus")).to_have_count(0)


def test_analysis_editor_and_copying(table: Table) -> None:
    page = table.page
    table.open("XO./.X./..O")
    tab_to(page, "Analysis")
    page.keyboard.press("Enter")
    expect(table.field("verdict")).to_have_text("X: 2 moves to the win")
    tab_to(page, "Values")
    page.keyboard.press("ArrowRight")
    expect(table.cell(3, 1)).to_have_text("1")
    tab_to(page, "Copy as curl")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied.")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    tab_to(page, "a3:")
    tab_to(page, "Edit")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    tab_to(page, "a3:")
    page.keyboard.press("Delete")
    table.expect_board(".O./.X./..O")
