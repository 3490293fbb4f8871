"""Beginning a game: presets, levels in order of strength with what they do, and their speed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from service.players import BY_STRENGTH, LEVELS
from tests.web.board import Table

TIMES = "\N{MULTIPLICATION SIGN}"


@pytest.mark.parametrize(
    ("name", "width", "row_length"),
    [("Tic-tac-toe", 3, 3), (f"Four on 5{TIMES}5", 5, 4), ("Five in a row", 15, 5)],
)
def test_a_preset_begins_a_game(table: Table, name: str, width: int, row_length: int) -> None:
    table.open("X.../..../....", k=4)
    table.press(name)
    table.expect_board("/".join(["." * width] * width))
    expect(table.page.get_by_label("Width")).to_have_value(str(width))
    expect(table.page.get_by_label("In a row")).to_have_value(str(row_length))
    expect(table.moves).to_have_count(0)


def test_levels_are_listed_by_strength(table: Table) -> None:
    table.open()
    for side in "XO":
        options = table.page.get_by_label(f"{side} plays").get_by_role("option")
        expect(options).to_have_text(["you", *BY_STRENGTH])


def test_every_level_is_described_in_a_sentence(table: Table) -> None:
    table.open()
    picker = table.page.get_by_label("O plays")
    expect(picker).to_have_accessible_description("")
    for name, level in LEVELS.items():
        picker.select_option(name)
        sentence = table.page.locator("#sentence-O")
        expect(sentence).to_be_visible()
        expect(sentence).to_have_text(level.summary)
        expect(picker).to_have_accessible_description(level.summary)


def test_the_speed_is_asked_for_only_between_levels(table: Table) -> None:
    speed = table.page.get_by_label("Speed of the game")
    table.open(x="rules", o="you")
    expect(speed).to_be_hidden()
    table.page.get_by_label("O plays").select_option("lines")
    expect(speed).to_be_visible()


def test_a_slow_game_waits_between_moves(table: Table) -> None:
    table.page.add_init_script(
        "window.waits = []; const wait = setTimeout;"
        "window.setTimeout = (then, ms) => (window.waits.push(ms), wait(then, ms))"
    )
    table.open(x="rules", o="rules", pace=3000)
    speed = table.page.get_by_label("Speed of the game")
    expect(speed).to_have_value("3000")
    table.press("Continue")
    expect(table.moves).to_have_count(2)
    assert table.page.evaluate("window.waits.filter(ms => ms === 3000).length") >= 2
    speed.select_option("at once")
    expect(table.status).to_have_text("A draw")
    assert "pace=0" in table.page.url
