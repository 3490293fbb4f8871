"""The page without a mouse: the whole of it by Tab, and keys that press buttons."""

import re

import pytest
from playwright.sync_api import Page, expect

from service.players import LEVELS
from tests.web.board import EMPTY_3X3, Act, Table, scenes

FORK = "XO./.X./..O"


def tab_to(page: Page, name: str, key: str = "") -> None:
    """Press Tab until the focus is on what is called so, and then a key."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.ariaLabel || document.activeElement.labels?.[0]?.innerText"
            " || document.activeElement.innerText || ''"
        )
        if str(focused).startswith(name):
            break
    else:
        raise AssertionError(f"Tab does not get to {name}")
    if key:
        page.keyboard.press(key)


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
    table.shows("XXX/OO./...", status="X wins")
    tab_to(page, "Undo", "Enter")
    table.shows(status="X's turn")
    tab_to(page, "Width")
    page.keyboard.type("5")
    tab_to(page, "O plays")
    page.keyboard.type(LEVELS["rules"].friendly_name.render())
    tab_to(page, "New game", "Enter")
    table.shows("...../...../.....")
    expect(page.get_by_label("O plays")).to_have_value("rules")


def test_the_board_is_two_keys_away(table: Table) -> None:
    table.open()
    tab_to(table.page, "Skip", "Enter")
    expect(table.cell(1, 1)).to_be_focused()
    expect(table.button("Skip to the board")).not_to_be_in_viewport()


HEARD = """region => {
    window.heard = [];
    new MutationObserver((changes) => window.heard.push(changes.flatMap(
        ({ addedNodes }) => [...addedNodes].map(({ data }) => data)).join(" ")))
        .observe(region, { childList: true, subtree: true });
}"""
"""Collects what a region that is read aloud says, all at once or one after the other."""


def test_a_turn_is_told_once_and_a_refusal_each_time(table: Table) -> None:
    """What was played, then who is to move."""
    table.take("#board=3x3&o=rules")
    table.settle()
    table.page.get_by_role("status").filter(has=table.status).evaluate(HEARD)
    table.act([
        ("b2", {"moves": 2, "status": "Your move: X"}),
        ("cell: b2 | cell: b2", {"note": "b2 is taken."}),
    ])  # fmt: skip
    heard = table.page.evaluate("heard")
    assert heard[0] == "X played b2. Guard (O) thinks"
    assert re.fullmatch(r"O played [ac][13]\. Your move: X", heard[1])
    assert heard[2:] == ["b2 is taken."] * 2


def test_the_arrows_stay_on_the_board(table: Table) -> None:
    page = table.page
    table.open("..../..../....")
    tab_to(page, "a3:")
    steps = {
        "ArrowLeft": (1, 1), "ArrowUp": (1, 1), "Control+End": (3, 4), "ArrowRight": (3, 4),
        "ArrowDown": (3, 4), "Home": (3, 1), "PageUp": (1, 1), "PageDown": (3, 1),
        "Control+Home": (1, 1),
    }  # fmt: skip
    for key, place in steps.items():
        page.keyboard.press(key)
        expect(table.cell(*place)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[role=gridcell]:focus")).to_have_count(0)


def test_analysis_editor_and_copying(table: Table) -> None:
    page = table.page
    table.open(FORK)
    tab_to(page, "Analysis", "Enter")
    table.shows(verdict="X wins in 2 moves.")
    tab_to(page, "Values", "ArrowRight")
    expect(table.cell(3, 1)).to_have_text("1")
    tab_to(page, "Copy as curl", "Enter")
    expect(page.get_by_text("Copied.")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    tab_to(page, "a3:")
    tab_to(page, "Edit", "Enter")
    page.keyboard.press("Shift+Tab")
    tab_to(page, "a3:", "Delete")
    table.shows(".O./.X./..O")


SWITCHED_OFF = "Keys | Letters press buttons: off | Close"
PLAYED = {"board": ".../.X./..."}
SCENES: dict[str, list[Act]] = {
    "keys do what the buttons do": [
        ("#board=3x3 | b2 | b3", {"moves": 2}),
        ("key: u", PLAYED), ("key: b", {"board": EMPTY_3X3}), ("key: f", PLAYED),
        ("key: r", {"board": ".O./.X./..."}),
        ("key: h", {"note": re.compile("^Hint: ")}),
        ("key: e", {"note": re.compile("^O: b3 gave up the draw; [ac][13] kept it[.] ")}),
        ("key: b", PLAYED),
        ("key: m", {"note": "X: No move is better than b2: X draws with best play."}),
        ("key: a", {"verdict": "A draw if both play well.", "url": "analysis=1"}),
        ("key: p", {"disabled": "Put back"}),
        ("key: n", {"board": EMPTY_3X3, "moves": 0}),
    ],
    "letters can be switched off for good": [
        (f"#board=3x3 | b2 | {SWITCHED_OFF} | key: u | key: Control+u | browser: reload", PLAYED),
        ("key: u", PLAYED),
    ],
}  # fmt: skip


@scenes(SCENES)
def test_letters_press_buttons(table: Table, acts: list[Act]) -> None:
    table.act(acts)


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
    assert all(panel.get_by_role("definition").all_text_contents())
    table.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    table.press("Keys")
    expect(panel).to_be_visible()
    table.press("Close")
    expect(panel).to_be_hidden()


WITHOUT_STORAGE = {
    "no storage": """Object.defineProperty(window, "localStorage", {
        get() { throw new DOMException(); } });""",
    "full": """for (const name of ["setItem", "getItem"]) {
        Object.defineProperty(Storage.prototype, name, { value() { throw new Error("full"); } });
    }""",
}


@pytest.mark.thorough
@pytest.mark.parametrize("lack", WITHOUT_STORAGE)
def test_a_browser_that_keeps_nothing_has_keys_that_can_be_switched_off(
    table: Table, lack: str
) -> None:
    table.page.add_init_script(WITHOUT_STORAGE[lack])
    table.act([
        ("#board=3x3 | b2 | key: u", {"board": EMPTY_3X3}),
        (f"{SWITCHED_OFF} | key: a", {"board": EMPTY_3X3}),
    ])  # fmt: skip
    expect(table.analysis).to_be_hidden()


def test_what_is_typed_into_a_field_presses_nothing(table: Table) -> None:
    table.open(FORK)
    table.press("Edit")
    rows = table.page.get_by_role("textbox", name="Rows")
    rows.press("End")
    rows.press("n")
    assert table.read() == FORK
    table.cell(1, 3).press("o")
    table.shows("XOO/.X./..O")
