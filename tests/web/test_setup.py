"""Beginning a game: presets, levels in order of strength, how strong they are, and their speed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, expect

from service.players import BY_STRENGTH, LEVELS, STRENGTHS
from tests.web.board import EMPTY_3X3, Table

BEGINNERS = "2"
"""The strength of the opponent of a beginner."""


@pytest.mark.parametrize(
    ("name", "board", "row_length"),
    [
        pytest.param("Tic-tac-toe", EMPTY_3X3, 3, marks=pytest.mark.thorough),
        ("Four in a row", "/".join(["....."] * 5), 4),
        pytest.param("Five in a row", "/".join(["." * 15] * 15), 5, marks=pytest.mark.thorough),
    ],
)
def test_a_game_is_a_press_away(table: Table, name: str, board: str, row_length: int) -> None:
    """Against the opponent that is chosen."""
    table.open("X.../..../....", k=4, to_move="O", o="master", o_strength=3)
    games(table).get_by_role("button", name=name).click()
    table.expect_board(board)
    expect(table.page.get_by_label("Width")).to_have_value(str(board.index("/")))
    expect(table.page.get_by_label("In a row")).to_have_value(str(row_length))
    expect(table.moves).to_have_count(0)
    expect(table.status).to_have_text("Your move: X")
    words = {3: "Three", 4: "Four", 5: "Five"}
    expect(table.note).to_have_text(
        f"{words[row_length]} in a row wins. Robot plays at strength 3."
    )
    asked = asked_moves(table)
    table.play((1, 1))
    assert [each["strength"] for each in asked] == [3]


def test_two_players_take_turns_and_a_press_leads_back_to_an_easy_opponent(table: Table) -> None:
    table.open("X../.../...", x="rules", o="you", to_move="O")
    two = games(table).get_by_role("button", name="Two players")
    expect(two).to_have_attribute("aria-pressed", "false")
    two.click()
    table.expect_board(EMPTY_3X3)
    expect(two).to_have_attribute("aria-pressed", "true")
    for place, mover in (((1, 1), "X"), ((1, 2), "O"), ((2, 1), "X"), ((2, 2), "O")):
        expect(table.status).to_have_text(f"{mover}'s turn")
        table.play(place)
    expect(table.page.get_by_role("button", name="Easier")).to_be_hidden()
    two.click()
    table.expect_board(EMPTY_3X3)
    expect(table.status).to_have_text("Your move: X")
    expect(two).to_have_attribute("aria-pressed", "false")
    expect(slider(table, "O")).to_have_attribute("aria-valuetext", BEGINNERS)


def test_the_page_begins_with_an_easy_opponent_who_can_be_made_harder(table: Table) -> None:
    easier, harder = (table.page.get_by_role("button", name=name) for name in ("Easier", "Harder"))
    table.page.goto("/")
    expect(table.note).to_have_text(f"Three in a row wins. Robot plays at strength {BEGINNERS}.")
    harder.click()
    expect(table.note).to_have_text(re.compile("Robot plays at strength 3.$"))
    expect(slider(table, "O")).to_have_attribute("aria-valuetext", "3")
    slider(table, "O").press("End")
    expect(table.note).to_have_text(re.compile("Robot plays at full strength.$"))
    expect(harder).to_be_disabled()
    easier.click()
    expect(table.note).to_have_text(re.compile("Robot plays at strength 10.$"))
    for _ in range(9):
        easier.click()
    expect(easier).to_be_disabled()
    assert "o_strength=1" in table.page.url
    asked = asked_moves(table)
    table.play((2, 2))
    assert [each["strength"] for each in asked] == [1]
    expect(table.note).to_have_text("")
    expect(easier).to_be_hidden()


@pytest.mark.thorough
def test_after_a_game_the_opponent_can_be_made_easier(table: Table) -> None:
    table.open("OOO/XX./X..", o="master", o_strength=3)
    expect(table.note).to_have_text("Robot plays at strength 3.")
    table.press("Easier")
    expect(table.note).to_have_text("Robot plays at strength 2.")
    expect(table.status).to_have_text("Robot wins")
    table.open("OOO/XX./X..", o="rules")
    expect(table.page.get_by_role("button", name="Easier")).to_be_hidden()


def test_levels_are_listed_by_strength_with_friendly_names_and_described(table: Table) -> None:
    table.open()
    names = [LEVELS[name].friendly_name.render() for name in BY_STRENGTH]
    for side in "XO":
        options = table.page.get_by_label(f"{side} plays").get_by_role("option")
        expect(options).to_have_text(["you", *names])
    picker = table.page.get_by_label("O plays")
    expect(picker).to_have_accessible_description("")
    for name, level in LEVELS.items():
        picker.select_option(name)
        sentence = table.page.locator("#sentence-O")
        expect(sentence).to_be_visible()
        expect(sentence).to_have_text(level.summary.render())
        expect(picker).to_have_accessible_description(level.summary.render())


def test_every_strength_is_described_in_a_sentence(table: Table) -> None:
    table.open(o="master", o_strength=1)
    for level in STRENGTHS.values():
        expect(table.page.locator("#sentence-O")).to_have_text(level.summary.render())
        slider(table, "O").press("ArrowRight")
    expect(table.page.locator("#sentence-O")).to_have_text(LEVELS["master"].summary.render())


def test_the_speed_is_asked_for_only_between_levels(table: Table) -> None:
    speed = table.page.get_by_label("Speed of the game")
    table.open(x="rules", o="you")
    expect(speed).to_be_hidden()
    table.page.get_by_label("O plays").select_option("lines")
    expect(speed).to_be_visible()


@pytest.mark.thorough
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


LARGE = "/".join(["." * 15] * 15)


def slider(table: Table, side: str) -> Locator:
    """Return the slider of a side."""
    return table.page.get_by_role("slider", name=f"{side} strength")


def games(table: Table) -> Locator:
    """Return the row of games."""
    return table.page.get_by_role("group", name="Games")


def asked_moves(table: Table) -> list[Any]:
    """Return what is asked of levels from now on."""
    asked: list[Any] = []

    def note(request: Request) -> None:
        body = request.post_data_json or {}
        if "level" in body:
            asked.append(body)

    table.page.on("request", note)
    return asked


def test_only_master_has_a_slider(table: Table) -> None:
    table.open(o="master")
    expect(slider(table, "O")).to_have_attribute("aria-valuetext", "full")
    expect(slider(table, "X")).to_have_count(0)
    for level in ("rules", "you"):
        table.page.get_by_label("O plays").select_option(level)
        expect(slider(table, "O")).to_have_count(0)
    table.page.get_by_label("X plays").select_option("master")
    expect(slider(table, "X")).to_be_visible()


def test_the_level_is_asked_to_play_at_its_strength(table: Table) -> None:
    table.open(LARGE, k=5, o="master", o_strength=4, time=300)
    asked = asked_moves(table)
    table.play((8, 8))
    slider(table, "O").press("ArrowRight")
    expect(slider(table, "O")).to_have_attribute("aria-valuetext", "5")
    table.settle()
    table.play(table.free_cells()[0])
    slider(table, "O").press("End")
    expect(table.page.get_by_text("O strength full")).to_be_visible()
    table.settle()
    table.play(table.free_cells()[0])
    told = [(each["level"], each["strength"]) for each in asked]
    assert told == [("master", 4), ("master", 5), ("master", None)]
    assert [each["evaluate"] for each in asked[:2]] == ["none"] * 2


def test_the_link_keeps_it(table: Table) -> None:
    table.open(x="master", o="master", x_strength=2)
    slider(table, "O").press("Home")
    expect(slider(table, "O")).to_have_attribute("aria-valuetext", "1")
    link = table.page.url
    assert "x_strength=2" in link
    table.visit(link)
    expect(slider(table, "X")).to_have_value("2")
    expect(slider(table, "O")).to_have_value("1")


@pytest.mark.thorough
def test_a_bad_strength_in_a_link_is_full_strength(table: Table) -> None:
    for wrong in ("0", "11", "x", "-1", "1.5"):
        table.open(o="master", o_strength=wrong)
        expect(slider(table, "O")).to_have_attribute("aria-valuetext", "full")
