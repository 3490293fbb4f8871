"""Keys that press buttons, and the panel that tells them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.board import EMPTY_3X3, Table

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
    expect(table.note).to_have_text(re.compile("^O: b3 lost the draw; [ac][13] kept it.$"))
    press("b")
    press("m")
    expect(table.note).to_have_text("X: b2 is as good as any: it draws.")
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
