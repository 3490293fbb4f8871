"""The page without a mouse: the whole of it by Tab, and keys that press buttons."""

import re

import pytest
from playwright.sync_api import Page, expect

from service.players import LEVELS
from tests.web.board import EMPTY_3X3, Table


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
    expect(table.status).to_have_text("X's turn")
    tab_to(page, "Width")
    page.keyboard.type("5")
    tab_to(page, "O plays")
    page.keyboard.type(LEVELS["rules"].friendly_name.render())
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
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
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


FORK = "XO./.X./..O"


def test_keys_do_what_the_buttons_do(table: Table) -> None:
    press = table.page.keyboard.press
    table.open()
    table.play((2, 2), (1, 2))
    for key, board in (("u", ".../.X./..."), ("b", EMPTY_3X3), ("f", ".../.X./..."),
                       ("r", ".O./.X./...")):  # fmt: skip
        press(key)
        table.expect_board(board)
    press("h")
    expect(table.note).to_have_text(re.compile("^Hint: "))
    press("e")
    expect(table.note).to_have_text(re.compile("^O: b3 gave up the draw; [ac][13] kept it[.] "))
    press("b")
    press("m")
    expect(table.note).to_have_text("X: No move is better than b2: X draws with best play.")
    press("a")
    expect(table.analysis).to_be_visible()
    press("p")
    expect(table.page.get_by_role("region", name="Edit")).to_be_visible()
    press("n")
    table.expect_board(EMPTY_3X3)


def test_the_panel_names_every_key_once(table: Table) -> None:
    table.open()
    table.page.keyboard.press("?")
    panel = table.page.get_by_role("dialog", name="Keys")
    expect(panel).to_be_visible()
    named = table.page.locator("[aria-keyshortcuts]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-keyshortcuts'))"
    )
    told = panel.get_by_role("term").all_text_contents()
    assert told == named
    assert len(set(told)) == len(told) > 10
    for meaning in panel.get_by_role("definition").all_text_contents():
        assert meaning
    table.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    table.press("Keys")
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


def test_letters_can_be_switched_off_for_good(table: Table) -> None:
    table.open()
    table.play((2, 2))
    table.press("Keys")
    table.page.get_by_label("Letters press buttons").uncheck()
    table.press("Close")
    for key in ("u", "Control+u"):
        table.page.keyboard.press(key)
    table.page.reload()
    table.expect_board(".../.X./...")
    table.page.keyboard.press("u")
    table.settle()
    assert table.read() == ".../.X./..."


@pytest.mark.thorough
def test_a_browser_that_keeps_nothing_has_keys_too(table: Table) -> None:
    table.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException(); } })"
    )
    table.open()
    table.play((2, 2))
    table.page.keyboard.press("u")
    table.expect_board(EMPTY_3X3)


def test_what_is_typed_into_a_field_presses_nothing(table: Table) -> None:
    table.open(FORK)
    table.press("Edit")
    rows = table.page.get_by_role("textbox", name="Rows")
    rows.press("End")
    rows.press("n")
    assert table.read() == FORK
    table.cell(1, 3).press("o")
    table.expect_board("XOO/.X./..O")
