"""The page on paper: the board, the verdict, the reason and the moves, on one page."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.board import Table
from tests.web.test_accessibility import serious_faults

FORK = "b2,b1,a1,c3"
PAGE = re.compile(rb"/Type /Page\b[^s]")
STROKES = """(cell) => ["::before", "::after"].map((part) => getComputedStyle(cell, part))
    .filter(({ content }) => content !== "none")
    .map(({ borderTopWidth, backgroundColor }) =>
        [parseFloat(borderTopWidth) > 0, backgroundColor === "rgba(0, 0, 0, 0)"].join())"""
"""Whether each part of a stone is a border and no background."""


def test_paper_has_board_verdict_reason_and_moves_alone(table: Table) -> None:
    table.page.goto(f"/#board=3x3&k=3&x=you&o=you&moves={FORK}&analysis=1")
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    table.page.emulate_media(media="print")
    for part in (table.page.get_by_role("grid"), table.field("verdict"), table.field("reason")):
        expect(part).to_be_visible()
    expect(table.moves).to_have_count(4)
    for role in ("banner", "form", "combobox", "radio", "textbox", "slider", "link"):
        expect(table.page.get_by_role(role)).to_have_count(0)
    expect(table.page.get_by_role("button")).to_have_count(4)
    expect(table.note).to_be_hidden()
    assert serious_faults(table.page) == []


def test_a_reason_that_was_asked_for_is_printed(table: Table) -> None:
    table.page.goto("/#board=3x3&k=3&x=you&o=you")
    table.press("Hint")
    expect(table.note).to_have_text(re.compile("^Hint: b2"))
    table.page.emulate_media(media="print")
    expect(table.note).to_be_visible()
    expect(table.page.get_by_role("button")).to_have_count(0)


def test_a_puzzle_is_printed_with_its_goal_alone(table: Table) -> None:
    table.page.goto("/#puzzle=connect-four-easy-1")
    expect(table.status).to_have_text(re.compile("to move and win"))
    table.page.emulate_media(media="print")
    expect(table.status).to_be_visible()
    for role in ("button", "combobox", "link"):
        expect(table.page.get_by_role(role)).to_have_count(0)


@pytest.mark.parametrize("gravity", [pytest.param(0, marks=pytest.mark.thorough), 1])
def test_stones_are_strokes_which_are_printed_without_backgrounds(
    table: Table, gravity: int
) -> None:
    table.open("X../XO./OXO", gravity=gravity)
    table.page.emulate_media(media="print")
    assert table.cell(3, 2).evaluate(STROKES) == ["true,true"] * 2
    assert table.cell(3, 1).evaluate(STROKES) == ["true,true"]


@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.thorough)])
def test_a_long_game_is_on_one_page(table: Table, paper: str) -> None:
    moves = [f"{column}{row}" for row in range(1, 16) for column in "aebfcgdhimjnkol"][:150]
    table.page.goto(f"/#board=15x15&k=6&x=you&o=you&moves={','.join(moves)}&analysis=1&time=100")
    expect(table.moves).to_have_count(150)
    assert len(PAGE.findall(table.page.pdf(format=paper))) == 1
