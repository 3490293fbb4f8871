"""Taking a position along: the link leads back to it, the command asks the very same."""

import json
import shlex
from typing import Any
from urllib.parse import parse_qsl

import pytest
import requests
from playwright.sync_api import Request, expect

from tests.web.board import EMPTY_3X3, Table

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
    link = copied(table)
    shown = table.read()
    table.visit(link)
    table.expect_board(shown)
    expect(table.page.get_by_label("In a row")).to_have_value("4")
    expect(table.page.get_by_label("O plays")).to_have_value("you")
    expect(table.page.get_by_label("Thinking time")).to_have_value("3000")
    expect(table.analysis).to_be_visible()


def test_the_back_button_and_the_address_bar_open_a_position(table: Table) -> None:
    table.open("X../.../...", to_move="O")
    table.page.evaluate("location.hash = 'board=XO/..&k=2'")
    table.expect_board("XO/..")


def test_a_link_is_followed_although_the_page_shows_something_meanwhile(table: Table) -> None:
    table.open("X../.../...", to_move="O")
    table.play((2, 2))
    follow = """link => {
        location.hash = link;
        document.querySelector("[data-action=undo]").click();
    }"""
    table.page.evaluate(follow, "board=XO/..&k=2&x=you&o=you")
    table.expect_board("XO/..")


def test_a_board_of_one_row_is_shared_with_its_sides(table: Table, base_url: str) -> None:
    """Without them a square may be meant, which the page refuses as the service does."""
    table.visit("/#board=XXOOO.X..&k=3")
    expect(table.page.get_by_text("The link is damaged")).to_be_visible()
    table.visit("/#board=X.......O&width=9&height=1&k=3&x=you&o=you&analysis=1")
    table.expect_board("X.......O")
    expect(table.field("verdict")).to_have_text("A draw if both play well.")
    table.press("Copy link")
    link = copied(table)
    told = requests.get(f"{base_url}/move?{link.partition('#')[2]}", timeout=60).json()
    assert (told["rules"]["width"], told["rules"]["height"]) == (9, 1)
    table.visit("/#board=X.......O&width=9&height=1&row_length=3")
    table.expect_board("X.......O")


def test_a_link_of_the_page_is_a_question(table: Table, base_url: str) -> None:
    """About the position on view, under its rules, whoever began."""
    fields = "k=3&gravity=1&to_move=O&moves=b1,b2,c1&at=1&x=you&o=you&time=3000&analysis=1"
    table.visit(f"/#board=4x3&{fields}")
    table.expect_board("..../..../.O..")
    table.press("Copy link")
    link = copied(table)
    told = requests.get(f"{base_url}/move?{link.partition('#')[2]}", timeout=60).json()
    said = {"board": ["....", "....", ".O.."], "row_length": 3, "gravity": True, "to_move": "X"}
    answer = requests.post(f"{base_url}/move", json=said, timeout=60).json()
    ignored = dict.fromkeys(("search", "mistake", "last_move"))
    assert told | ignored == answer | ignored


@pytest.mark.parametrize(
    ("query", "board", "to_move"),
    [("width=4&height=3&row_length=3&gravity=true&moves=b,2,b3&level=rules&seed=1",
      ".X../.O../.X..", "O"),
     ("board=X_O/+++/--%23&row_length=3&any_position=true&to_move=O&time_limit_ms=50&id=a",
      "X.O/.../..#", "O"),
     pytest.param("board=.../.../...&row_length=3&moves=b2&to_move=X&wrap=both&exact=false",
                  ".../.O./...", "X", marks=pytest.mark.thorough),
     pytest.param("board=X../.../...&k=3&misere=true", "X../.../...", "O",
                  marks=pytest.mark.thorough)],
)  # fmt: skip
def test_a_question_is_a_link_of_the_page(
    table: Table, base_url: str, query: str, board: str, to_move: str
) -> None:
    asked = requests.get(f"{base_url}/move?{query}&evaluate=none", timeout=60).json()
    assert asked["to_move"] == to_move
    # The link as it stands, or what is asked in it.
    whole = "/move?" * ("gravity" not in query)
    table.visit(f"/#{whole}{query}&x=you&o=you")
    table.expect_board(board)
    expect(table.status).to_have_text(f"{to_move}'s turn")
    expect(table.page.get_by_text(DAMAGE)).to_be_hidden()
    table.press("Copy link")
    rules = dict(parse_qsl(copied(table)))
    assert [rules.get(name) for name in ("gravity", "wrap", "misere", "any")] == [
        "1" if "gravity" in query else None, "both" if "wrap" in query else None,
        "1" if "misere" in query else None, "1" if "any" in query else None,
    ]  # fmt: skip


WHOLE = (
    "",
    "o=rules",
    "/move?board=.../.../...&row_length=3&width=3",
    "board=3x3&k=3&x=you",
    "board=.../.../...&k=3&time=300&analysis=0",
)
DAMAGED = (
    "nonsense", "%", "k=3", "board=3x3", "board=&k=3", "board=X?/..&k=2", "board=../.&k=2",
    "board=../..&k=0", "board=../..&k=x", "board=3x&k=3&moves=b2", "board=99999x99999&k=5",
    "board=3x3&row_length=3&width=4&height=3", "board=3x3&row_length=3&k=3",
    "board=3x3&k=3&to_mo", "board=3x3&k=3&to_move=", "board=3x3&k=3&moves=",
    "x=nobody&o=toString&time=7", "board=3x3&k=3&at=x", "analysis=yes",
)  # fmt: skip


@pytest.mark.thorough
def test_a_damaged_link_is_said_to_be_damaged(table: Table) -> None:
    table.open()
    for fragment in (*WHOLE, *DAMAGED):
        for followed, board in (("board=XO/..&k=2", "XO/.."), (fragment, EMPTY_3X3)):
            table.page.evaluate("fragment => { location.hash = fragment; }", followed)
            table.expect_board(board)
        expect(table.status).to_have_text("Your move: X")
        expect(table.page.get_by_text(DAMAGE)).to_be_visible(visible=fragment in DAMAGED)


def test_of_a_link_that_was_cut_the_first_moves_are_shown(table: Table) -> None:
    table.page.goto("/#board=3x3&k=3&x=you&o=you&to_move=X&moves=b2,a3,c")
    table.expect_board("O../.X./...")
    expect(table.note).to_have_text(DAMAGE)
    table.page.reload()
    table.expect_board("O../.X./...")
    expect(table.note).to_have_text(DAMAGE)
    table.play((2, 3))
    expect(table.note).not_to_have_text(DAMAGE)
    assert "moves=b2,a3,c2" in table.page.url
    table.page.reload()
    table.expect_board("O../.XX/...")
    expect(table.note).not_to_have_text(DAMAGE)


@pytest.mark.thorough
def test_of_a_damaged_link_the_falling_stones_are_kept(table: Table) -> None:
    for fragment in ("board=7x&k=4&gravity=1", "board=7x6&gravity=1", "gravity=1&board=&k=3"):
        table.visit(f"/#{fragment}&x=you&o=you")
        table.expect_board(EMPTY_3X3)
        expect(table.note).to_have_text(DAMAGE)
        table.cell(1, 2).click()
        table.expect_board(".../.../.X.")
        expect(table.note).to_have_text("Stones fall.")
        assert "gravity=1" in table.page.url
        table.press("Tic-tac-toe")
        expect(table.note).to_have_text("Three in a row wins.")


def test_the_command_asks_what_the_analysis_asked(table: Table, base_url: str) -> None:
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.post_data_json)

    table.page.on("request", note)
    table.open("XO./.X./..O", analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    table.press("Copy as curl")
    words = shlex.split(copied(table))
    assert words[:3] == ["curl", "-s", f"{base_url}/move"]
    name, _, value = words[words.index("-H") + 1].partition(": ")
    body = words[words.index("-d") + 1]
    answer = requests.post(words[2], data=body, headers={name: value}, timeout=30).json()
    assert answer["outcome"] == "win"
    assert sent[-1] == json.loads(body)


@pytest.mark.thorough
def test_without_a_clipboard_the_text_is_selected(table: Table) -> None:
    table.open()
    table.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    table.press("Copy link")
    expect(table.page.get_by_text("Selected: copy it with Ctrl+C.")).to_be_visible()
    assert table.page.evaluate("getSelection().toString()") == table.page.url
