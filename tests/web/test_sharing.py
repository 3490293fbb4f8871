"""Taking a position along: the link leads back to it, the command asks the very same."""

import json
import shlex

import pytest
import requests
from playwright.sync_api import expect

from tests.web.board import Table

DAMAGE = "The link is damaged: not all of it could be read."


def copied(table: Table) -> str:
    """Return what lies on the clipboard."""
    expect(table.page.get_by_text("Copied.")).to_be_visible()
    return str(table.page.evaluate("navigator.clipboard.readText()"))


def test_a_link_holds_the_position_and_the_players(table: Table) -> None:
    table.open("XO../..../....", k=4, o="novice", time=3000, analysis=1)
    table.play((2, 2))
    table.page.get_by_label("O plays").select_option("you")
    table.press("Copy link")
    link, shown = copied(table), table.read()
    table.visit(link)
    table.shows(shown)
    for name, value in (("In a row", "4"), ("O plays", "you"), ("Thinking time", "3000")):
        expect(table.page.get_by_label(name)).to_have_value(value)
    expect(table.analysis).to_be_visible()


def test_a_link_is_followed_although_the_page_shows_something_meanwhile(table: Table) -> None:
    """As the back button and the address bar do."""
    table.open("X../.../...", to_move="O")
    table.play((2, 2))
    follow = """link => {
        location.hash = link;
        document.querySelector("[data-action=undo]").click();
    }"""
    table.page.evaluate(follow, "board=XO/..&k=2&x=you&o=you")
    table.shows("XO/..")
    table.page.evaluate("location.hash = 'board=3x3&k=2'")
    table.shows(".../.../...")


def test_of_a_link_that_was_cut_the_first_moves_are_shown(table: Table) -> None:
    table.act([
        ("#board=3x3&to_move=X&moves=b2,a3,c", {"board": "O../.X./...", "note": DAMAGE}),
        ("browser: reload", {"board": "O../.X./...", "note": DAMAGE}),
        ("c2", {"note": "", "url": "moves=b2,a3,c2"}),
        ("browser: reload", {"board": "O../.XX/...", "note": ""}),
    ])  # fmt: skip


def test_the_command_asks_what_the_analysis_asked(table: Table, base_url: str) -> None:
    asked = table.requests()
    table.open("XO./.X./..O", analysis=1)
    table.shows(verdict="X wins in 2 moves.")
    table.press("Copy as curl")
    words = shlex.split(copied(table))
    assert words[:3] == ["curl", "-s", f"{base_url}/move"]
    name, _, value = words[words.index("-H") + 1].partition(": ")
    body = words[words.index("-d") + 1]
    answer = requests.post(words[2], data=body, headers={name: value}, timeout=30).json()
    assert answer["outcome"] == "win"
    assert json.loads([each.post_data for each in asked if each.post_data][-1]) == json.loads(body)


@pytest.mark.thorough
def test_without_a_clipboard_the_text_is_selected(table: Table) -> None:
    table.open()
    table.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    table.press("Copy link")
    expect(table.page.get_by_text("Selected: copy it with Ctrl+C.")).to_be_visible()
    assert table.page.evaluate("getSelection().toString()") == table.page.url
