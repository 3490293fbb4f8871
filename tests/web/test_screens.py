"""Small screens and large boards: everything stays in reach."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.board import Table

DESKTOP = (1280, 800)
PHONE = (390, 844)
SCREENS = (PHONE, (320, 568), (844, 390), DESKTOP, (1024, 768), (360, 640))
PHONES = (PHONE, (360, 640))
SMALL = ((360, 640), (844, 390))
SIZES = [(1366, 768), *(pytest.param(each, marks=pytest.mark.thorough) for each in SMALL)]
FINGER_PIXELS = 44
SMALL_TARGETS = """least => [...document.querySelectorAll(
    "button, a, select, input, textarea, summary, label:has(input), [role=gridcell]"
)].filter((each) => each.checkVisibility()).map((each) => each.closest("label") ?? each)
    .filter((each) => {
        const { width, height } = each.getBoundingClientRect();
        return width < least || height < least;
    }).map((each) => each.outerHTML)"""
"""What is pressed or typed into and is smaller; a label is pressed for what is in it."""
LEAST_PIXELS, LEAST_TO_PRESS = 15, 24
"""Of a cell of a board that is whole on every screen, and of one that is too large for that."""
LARGE = "/".join(["." * 50] * 50)
SCROLLED = (
    "frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1"
)
MIDDLE = (
    "[(frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,"
    " (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight]"
)
"""Which part of the board is in the middle of its frame."""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window as large as a screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def is_scrolled(page: Page) -> bool:
    """Return whether a part of the board is out of sight within its frame."""
    return bool(page.evaluate(SCROLLED))


def box(table: Table, row: int, column: int) -> Any:
    """Return where a cell is."""
    found = table.cell(row, column).bounding_box()
    assert found
    return found


@pytest.mark.parametrize(
    ("width", "height"),
    [
        pytest.param(3, 3, marks=pytest.mark.thorough),
        (15, 15),
        pytest.param(19, 19, marks=pytest.mark.thorough),
        pytest.param(1, 9, marks=pytest.mark.thorough),
    ],
)
def test_a_usual_board_is_whole(table: Table, width: int, height: int) -> None:
    table.open("/".join(["." * width] * height), width=width, height=height)
    for size in SCREENS:
        resize(table.page, size)
        first, last = box(table, 1, 1), box(table, height, width)
        assert first["width"] == pytest.approx(first["height"], abs=0.1)
        assert first["width"] >= LEAST_PIXELS
        assert first["x"] >= 0
        is_too_narrow = width == 19 and size[0] < 360
        assert is_too_narrow or last["x"] + last["width"] <= size[0]
        assert is_too_narrow or not is_scrolled(table.page)
        assert overflow(table.page) <= 0


def test_a_new_game_on_a_phone_shows_the_whole_board(table: Table) -> None:
    table.open("X../.../...")
    for size, name in product(PHONES, ("New game", "Five in a row")):
        resize(table.page, size)
        button = table.page.get_by_role("button", name=name, exact=True)
        button.scroll_into_view_if_needed()
        button.click()
        expect(table.moves).to_have_count(0)
        expect(table.status).to_be_in_viewport(ratio=1)
        grid = table.page.get_by_role("grid")
        expect(grid).to_be_in_viewport(ratio=1)
        place = grid.bounding_box()
        assert place
        assert place["x"] == pytest.approx(size[0] - place["x"] - place["width"], abs=1)
        assert place["width"] > size[0] * 0.85


@pytest.mark.parametrize("size", SIZES)
def test_the_games_and_the_whole_board_are_seen_at_once(
    table: Table, size: tuple[int, int]
) -> None:
    resize(table.page, size)
    for name in ("Tic-tac-toe", "Connect Four"):
        table.open(o="master", o_strength=2)
        table.press(name)
        table.settle()
        grid = table.page.get_by_role("grid")
        for part in (table.page.get_by_role("group", name="Games"), table.status, grid):
            expect(part).to_be_in_viewport(ratio=1)
        assert overflow(table.page) <= 0


def test_on_a_phone_the_moves_are_below_what_begins_a_game(table: Table) -> None:
    resize(table.page, (360, 640))
    table.open()
    new = table.page.get_by_role("button", name="New game").bounding_box()
    moves = table.page.get_by_role("region", name="Moves").bounding_box()
    assert new
    assert moves
    assert new["y"] < moves["y"]


CLIPPED = """() => [...document.querySelectorAll("button, a, label, select")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const { width } = each.getBoundingClientRect();
        each.style.minWidth = "max-content";
        const needed = each.getBoundingClientRect().width;
        each.style.minWidth = "";
        const shown = each.matches("select") ? width : each.clientWidth;
        return Math.max(each.scrollWidth, each.matches("select") ? needed : 0) > shown + 1;
    }).map((each) => each.outerHTML)"""
"""What is wider than its place."""
LINES = """(button) => {
    const range = document.createRange();
    range.selectNodeContents(button.lastChild);
    return range.getClientRects().length;
}"""
"""The lines that the name of a game takes."""


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_clipped(table: Table, size: tuple[int, int]) -> None:
    resize(table.page, size)
    table.open(x="blind", o="master", analysis=1)
    expect(table.field("verdict")).to_be_visible()
    assert table.page.evaluate(CLIPPED) == []
    if size == (1366, 768):
        for button in table.page.get_by_role("group", name="Games").get_by_role("button").all():
            assert button.evaluate(LINES) == 1


def test_fingers_find_everything_large_enough(table: Table) -> None:
    table.page.goto("/#board=3x3&k=3&x=you&o=master&o_strength=1&moves=b2&analysis=1")
    expect(table.field("verdict")).to_be_visible()
    table.press("Edit")
    table.page.get_by_text("Other rules").click()
    for size in PHONES:
        resize(table.page, size)
        assert table.page.evaluate(SMALL_TARGETS, FINGER_PIXELS) == []
    table.press("Keys")
    for size in PHONES:
        resize(table.page, size)
        assert table.page.evaluate(SMALL_TARGETS, FINGER_PIXELS) == []
    table.open("/".join(["." * 12] * 12), k=5)
    larger = table.page.get_by_role("button", name="Larger").bounding_box()
    assert larger
    assert min(larger["width"], larger["height"]) >= FINGER_PIXELS


@pytest.mark.thorough
def test_after_a_game_another_one_is_a_press_away(table: Table) -> None:
    again = table.page.get_by_role("button", name="Play again")
    for size in (*PHONES, DESKTOP):
        resize(table.page, size)
        table.open("XX../OO../....")
        expect(again).to_be_hidden()
        table.play((1, 3))
        expect(again).to_be_in_viewport(ratio=1)
        again.press("Enter")
        table.expect_board("..../..../....")
        expect(again).to_be_hidden()
        expect(table.cell(1, 3)).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize(("side", "size"), [(30, SMALL[0]), (50, DESKTOP), (50, PHONE)])
def test_a_large_board_scrolls_is_moved_and_plays(
    table: Table, side: int, size: tuple[int, int]
) -> None:
    """The mouse moves it, and plays no stone by that."""
    resize(table.page, size)
    table.open("/".join(["." * side] * side), k=5, time=100)
    assert overflow(table.page) <= 0
    start = box(table, 1, 1)
    assert start["width"] >= LEAST_TO_PRESS
    x, y = start["x"] + 65, start["y"] + 65
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 60, y - 30, steps=4)
    mouse.up()
    moved = box(table, 1, 1)
    assert (start["x"] - moved["x"], start["y"] - moved["y"]) == pytest.approx((60, 30), abs=2)
    assert len(table.free_cells()) == side * side
    mouse.click(x, y)
    table.settle()
    expect(table.page.get_by_role("gridcell", name=": X")).to_have_count(1)
    table.play((side, side))
    table.cell(side // 2, side // 2).press("Control+Home")
    expect(table.cell(1, 1)).to_be_in_viewport(ratio=0.9)
    table.press("Analysis")
    expect(table.cell(side, side - 1)).to_have_accessible_name(
        re.compile("(not proven|loses|draws)")
    )


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_large_board_is_seen_whole_and_large(table: Table, size: tuple[int, int]) -> None:
    resize(table.page, size)
    table.open(LARGE, k=5)
    usual = box(table, 1, 1)["width"]
    assert is_scrolled(table.page)
    change_size(table, "Smaller", "-", 4)
    assert not is_scrolled(table.page)
    assert box(table, 1, 1)["width"] < usual / 1.5
    change_size(table, "Larger", "+", 9)
    assert box(table, 1, 1)["width"] > 2 * usual
    table.page.keyboard.press("-")
    assert box(table, 1, 1)["width"] < 5 * usual
    table.play((25, 25))


def change_size(table: Table, name: str, key: str, times: int) -> None:
    """Change it as far as it goes: by the button, then by its key, which need not be looked for."""
    table.press(name)
    for _ in range(times - 1):
        table.page.keyboard.press(key)


@pytest.mark.thorough
def test_what_is_in_the_middle_stays_there(table: Table) -> None:
    table.open(LARGE, k=5)
    table.cell(25, 25).focus()
    table.page.evaluate("frame.scrollTo(450, 450)")
    before = table.page.evaluate(MIDDLE)
    table.press("Larger")
    table.press("Larger")
    assert table.page.evaluate(MIDDLE) == pytest.approx(before, abs=0.02)


def test_the_whole_page_is_one_screen(table: Table) -> None:
    resize(table.page, DESKTOP)
    table.open("XO./.X./..O", analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    height = table.page.evaluate("document.documentElement.scrollHeight")
    assert height <= DESKTOP[1]
