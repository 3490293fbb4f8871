"""Taking a position along: the link leads back to it, the command asks the very same."""

import json
import re
import shlex
from urllib.parse import quote

import requests
from playwright.sync_api import expect

from tests.web.board import Table
from tests.web.test_accessibility import serious_faults

WITHOUT_CLIPBOARD = """window.clipboard = navigator.clipboard;
    Object.defineProperty(navigator, "clipboard", { value: undefined });"""
WITH_SHEET = """navigator.share = async (content) => {
        window.shared = content;
        document.title = Object.keys(content);
    };
    navigator.canShare = () => true;"""
LONG = ",".join(f"{column}{row}" for column in "abcdefghijklmno" for row in range(1, 28))
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


def test_without_tls_a_link_is_copied_as_well_or_else_selected(table: Table) -> None:
    table.open()
    table.page.evaluate(WITHOUT_CLIPBOARD)
    table.press("Copy link")
    expect(table.page.get_by_text("Copied.")).to_be_visible()
    assert table.page.evaluate("clipboard.readText()") == table.page.url
    table.page.evaluate("document.execCommand = () => false")
    table.press("Copy link")
    expect(table.page.get_by_text("Selected: copy it.")).to_be_visible()
    assert table.page.evaluate("getSelection().toString()") == table.page.url


def test_where_the_system_has_a_sheet_it_shares_the_link_and_the_picture(table: Table) -> None:
    table.page.add_init_script(WITH_SHEET)
    table.open()
    table.press("Share link")
    assert table.page.evaluate("shared") == {"url": table.page.url}
    table.press("Picture")
    expect(table.page).to_have_title("files")
    size = "createImageBitmap(shared.files[0]).then(({ width, height }) => [width, height])"
    assert table.page.evaluate(size) == [1000, 1000]
    assert table.page.evaluate("shared.files[0].type") == "image/png"


def test_elsewhere_the_picture_of_the_position_on_view_is_saved(table: Table) -> None:
    table.open_game("b2,a1,c1", at=2)
    expect(table.button("Share link")).to_be_hidden()
    asked = table.requests()
    with table.page.expect_download() as saved:
        table.press("Picture")
    assert saved.value.suggested_filename == "k-in-a-row.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    assert "moves=b2,a1,c1&at=2" in asked[0].url


def test_a_friend_plays_by_the_link_that_goes_to_and_fro(table: Table) -> None:
    table.open("XO./OX./...", o="friend")
    expect(table.button("Send the link")).to_be_hidden()
    for side, steps, result in (
        ("X", "a1", "O's turn: send your friend the link"),
        ("O", "c2 | Undo | c3", "X's turn: send your friend the link"),
        ("X", "c1", "You win!"),
    ):
        table.shows(status=f"Your move: {side}")
        table.act([(steps, {"status": result})])
        table.press("Send the link")
        table.visit(copied(table))
        table.shows(says=f"{side} played {steps[-2:]}.")
    table.shows(status="Your friend wins", hidden="Send the link")


def test_the_code_of_the_link_follows_the_game(table: Table, complaints: list[str]) -> None:
    code = table.page.get_by_role("img", name="The link as a QR code")
    table.open()
    expect(code).to_be_hidden()
    table.press("QR code")
    table.play("b2")
    expect(code).to_have_attribute("src", re.compile(quote(table.page.url, safe="*")))
    expect(code).not_to_have_js_property("naturalWidth", 0)
    assert serious_faults(table.page) == []
    table.page.evaluate(
        "link => { location.hash = link; }", "board=40x31&k=40&x=you&o=you&moves=" + LONG
    )
    expect(table.page.get_by_text("No QR code has come: the link may be too long.")).to_be_visible()
    expect(code).to_be_hidden()
    assert "422" in complaints.pop()
