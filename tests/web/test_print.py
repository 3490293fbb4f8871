"""The page on paper: the board, the verdict, the reason and the moves, on one page."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.board import Act, Table
from tests.web.test_accessibility import serious_faults

FORK = "b2,b1,a1,c3"
PAGE = re.compile(rb"/Type /Page\b[^s]")
STROKES = """(cell) => ["::before", "::after"].map((part) => getComputedStyle(cell, part))
    .filter(({ content }) => content !== "none")
    .map(({ borderTopWidth, backgroundColor }) =>
        [parseFloat(borderTopWidth) > 0, backgroundColor === "rgba(0, 0, 0, 0)"].join())"""
"""Whether each part of a stone is a border and no background."""


def test_paper_has_board_verdict_reason_and_moves_alone(table: Table) -> None:
    table.open_game(FORK, analysis=1)
    table.shows(verdict="X wins in 2 moves.")
    table.page.emulate_media(media="print")
    for part in (table.page.get_by_role("grid"), table.field("verdict"), table.field("reason")):
        expect(part).to_be_visible()
    table.shows(moves=4)
    for hidden in (table.page.locator("header, form, select, input, textarea, a"), table.note):
        expect(hidden.filter(visible=True)).to_have_count(0)
    expect(table.page.get_by_role("button")).to_have_count(4)
    assert serious_faults(table.page) == []


def test_a_game_is_printed_with_its_rules_players_link_and_mistakes(table: Table) -> None:
    table.open_game("b2,b1,a1,c3,a3,a2,c1", o="master", o_strength=2)
    table.mistakes()
    table.page.emulate_media(media="print")
    for text in (
        "Three in a row wins. X: a person. O: Robot, strength 2.", table.page.url,
        re.compile("b1 gave up the draw; a3 kept it."), re.compile("^1 mistake."),
    ):  # fmt: skip
        table.shows(says=text)
    code = table.page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    expect(code).not_to_have_js_property("naturalWidth", 0)
    assert parse_qs(urlsplit(str(code.get_attribute("src"))).query) == {"link": [table.page.url]}
    table.open(misere=1, o="novice", o_strength=2)
    table.shows(says="In a row: 3. Whoever makes a row loses. X: a person. O: Learner.")


@pytest.mark.parametrize(
    ("place", "acts"),
    [("note", [("#board=3x3 | Hint", {"note": re.compile("^Hint: b2")})]),
     ("status", [("#puzzle=connect-four-easy-1", {"status": re.compile("to move and win")})])],
    ids=["a reason that was asked for", "the goal of a puzzle"],
)  # fmt: skip
def test_what_is_told_is_printed_and_nothing_to_press(
    table: Table, place: str, acts: list[Act]
) -> None:
    table.act(acts)
    table.page.emulate_media(media="print")
    expect(table.page.locator(f"#{place}")).to_be_visible()
    pressed = table.page.locator("button, select, a")
    expect(pressed.filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("gravity", [pytest.param(0, marks=pytest.mark.thorough), 1])
def test_stones_are_strokes_which_are_printed_without_backgrounds(
    table: Table, gravity: int
) -> None:
    table.open("X../XO./OXO", gravity=gravity)
    table.page.emulate_media(media="print")
    assert table.cell(3, 2).evaluate(STROKES) == ["true,true"] * 2
    assert table.cell(3, 1).evaluate(STROKES) == ["true,true"]


def test_the_stones_have_the_numbers_of_their_moves_on_paper_and_where_they_are_wished_for(
    table: Table,
) -> None:
    def numbers() -> list[str]:
        marks = table.page.locator(".cell:is(.X, .O) .mark")
        drawn = marks.evaluate_all(
            "all => all.map(each => getComputedStyle(each, '::before'))"
            ".map(({ content }) => content.replace(/\\W/g, ''))"
        )
        return sorted(drawn)

    table.open_game(FORK)
    assert numbers() == ["none"] * 4
    table.page.emulate_media(media="print")
    assert numbers() == ["1", "2", "3", "4"]
    table.page.emulate_media(media="screen")
    table.act([("Numbers on the stones: on | Back", {"moves": 4})])
    assert numbers() == ["1", "2", "3"]


@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.thorough)])
def test_a_long_game_is_on_one_page(table: Table, paper: str) -> None:
    moves = [f"{column}{row}" for row in range(1, 16) for column in "aebfcgdhimjnkol"][:150]
    table.open_game(",".join(moves), "15x15", 6, analysis=1, time=100)
    assert len(PAGE.findall(table.page.pdf(format=paper))) == 1
