"""Small screens and large boards: everything stays in reach."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.board import Table

DESKTOP = (1280, 800)
PHONE = (390, 844)
SCREENS = (PHONE, (320, 568), (844, 390), DESKTOP, (1024, 768), (360, 640))
SMALL = ((360, 640), (844, 390))
PHONES = (PHONE, SMALL[0])
SIZES = [(1366, 768), *(pytest.param(each, marks=pytest.mark.thorough) for each in SMALL)]
NARROW = [(320, 454), (360, 560), (360, 664), (375, 553), (390, 664)]
LOW = [(568, 320), (683, 384), (1024, 600), (1280, 585)]
"""Phones upright and sideways with the bars of a browser, windows at 200 %, and small laptops."""
FULL = [(360, 640), (640, 360),
        *(pytest.param(each, marks=pytest.mark.thorough) for each in (*NARROW, *LOW))]  # fmt: skip
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
"""Whether a part of the board is out of sight within its frame."""
MIDDLE = (
    "[(frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth,"
    " (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight]"
)
"""Which part of the board is in the middle of its frame."""
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
TEXT_PIXELS = """[...document.querySelectorAll("body *")]
    .filter((each) => each.checkVisibility() && !each.closest("[role=gridcell]")
        && [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .map((each) => parseFloat(getComputedStyle(each).fontSize)).filter((size) => size > 0)"""
"""How large each text is that is seen; what cells show goes by their size."""
SIDES = [(15, 15), *(pytest.param(*each, marks=pytest.mark.thorough)
                     for each in ((3, 3), (19, 19), (1, 9)))]  # fmt: skip


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window as large as a screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def box(place: Locator) -> Any:
    """Return where a part of the page is."""
    found = place.bounding_box()
    assert found
    return found


def sees_all(table: Table, *buttons: str) -> float:
    """Check that the game is seen with what is told and these buttons; return the board's width."""
    grid = table.page.get_by_role("grid")
    for part in (table.status, table.note, grid, *map(table.button, buttons)):
        expect(part).to_be_in_viewport(ratio=1)
    return float(box(grid)["width"])


@pytest.mark.parametrize(("width", "height"), SIDES)
def test_a_usual_board_is_whole(table: Table, width: int, height: int) -> None:
    table.open("/".join(["." * width] * height), width=width, height=height)
    for size in SCREENS:
        resize(table.page, size)
        first, last = box(table.cell(1, 1)), box(table.cell(height, width))
        assert first["width"] == pytest.approx(first["height"], abs=0.1)
        assert first["width"] >= LEAST_PIXELS
        assert first["x"] >= 0
        assert overflow(table.page) <= 0
        if (width, size[0]) != (19, 320):
            assert last["x"] + last["width"] <= size[0]
            assert not table.page.evaluate(SCROLLED)


@pytest.mark.parametrize("name", ["New game", "Five in a row"])
def test_a_new_game_on_a_phone_shows_the_whole_board(table: Table, name: str) -> None:
    table.open("X../.../...")
    grid = table.page.get_by_role("grid")
    for size in PHONES:
        resize(table.page, size)
        table.press(name)
        table.shows(moves=0)
        for part in (table.status, grid):
            expect(part).to_be_in_viewport(ratio=1)
        place = box(grid)
        assert place["x"] == pytest.approx(size[0] - place["x"] - place["width"], abs=1)
        assert place["width"] > size[0] * 0.85


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
def test_the_games_and_the_whole_board_are_seen_at_once(
    table: Table, size: tuple[int, int]
) -> None:
    resize(table.page, size)
    table.open(o="master", o_strength=2)
    for name in ("Tic-tac-toe", "Connect Four"):
        table.press(name)
        table.settle()
        grid = table.page.get_by_role("grid")
        for part in (table.page.get_by_role("group", name="Games"), table.status, grid):
            expect(part).to_be_in_viewport(ratio=1)
        assert overflow(table.page) <= 0


@pytest.mark.parametrize("size", FULL)
def test_the_answer_to_a_press_is_seen_beside_the_board(
    table: Table, size: tuple[int, int]
) -> None:
    """The board keeps its size meanwhile."""
    resize(table.page, size)
    # Of the second, that each move loses is proven long before, and takes most words.
    for board, k, time in (("3x3", 3, 100), ("7x6", 4, 5000), ("15x15", 5, 100)):
        table.take(f"#board={board}&k={k}&moves=b2&time={time}")
        table.settle()
        table.press("Hint")
        table.shows(note=re.compile("^Hint: "))
        width = sees_all(table, "Undo", "Redo", "Hint", "Explain", "Analysis", "Edit")
        table.take("cell: b2")
        table.shows(note="b2 is taken.")
        assert sees_all(table, "Undo", "Hint") == width


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_clipped(table: Table, size: tuple[int, int]) -> None:
    """Nor does the name of a game take two lines on a large screen."""
    resize(table.page, size)
    table.open(x="blind", o="master", analysis=1)
    expect(table.field("verdict")).to_be_visible()
    assert table.page.evaluate(CLIPPED) == []
    if size == (1366, 768):
        for button in table.page.get_by_role("group", name="Games").get_by_role("button").all():
            assert button.evaluate(LINES) == 1


def test_on_a_phone_the_moves_are_below_what_begins_a_game(table: Table) -> None:
    resize(table.page, SMALL[0])
    table.open()
    moves = table.page.get_by_role("region", name="Moves")
    assert box(table.button("New game"))["y"] < box(moves)["y"]


def test_fingers_find_everything_large_enough(table: Table) -> None:
    table.open_game("b2", o="master", o_strength=1, analysis=1)
    expect(table.field("verdict")).to_be_visible()
    table.page.get_by_text("Other rules").click()
    for name in ("Edit", "Keys"):
        table.press(name)
        for size in PHONES:
            resize(table.page, size)
            assert table.page.evaluate(SMALL_TARGETS, FINGER_PIXELS) == []
    table.open("/".join(["." * 12] * 12), k=5)
    larger = box(table.button("Larger"))
    assert min(larger["width"], larger["height"]) >= FINGER_PIXELS


def test_a_finger_taps_a_small_cell_twice(table: Table) -> None:
    """The first tap shows what the second one plays, unless that is not wanted."""
    touch = table.page.context.new_cdp_session(table.page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    resize(table.page, SMALL[0])
    table.act([
        ("#board=3x3 | cell: b2", {"moves": 1}),
        ("#board=15x15&k=5&time=100", {"moves": 0}),
        ("cell: g7", {"note": "Tap g7 again to play there.", "moves": 0}),
        ("cell: h8", {"note": "Tap h8 again to play there.", "moves": 0}),
        ("cell: h8", {"note": "", "moves": 1}),
        ("cell: g7 Enter", {"moves": 2}),
        ("Tap small cells twice: off | browser: reload", {"moves": 2}),
        ("i9", {"moves": 3}),
    ])  # fmt: skip


@pytest.mark.thorough
def test_after_a_game_another_one_is_a_press_away(table: Table) -> None:
    again = table.button("Play again")
    for size in (*PHONES, DESKTOP):
        resize(table.page, size)
        table.open("XX../OO../....")
        expect(again).to_be_hidden()
        table.play((1, 3))
        expect(again).to_be_in_viewport(ratio=1)
        again.press("Enter")
        table.shows("..../..../....")
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
    start = box(table.cell(1, 1))
    assert start["width"] >= LEAST_TO_PRESS
    x, y = start["x"] + 65, start["y"] + 65
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 60, y - 30, steps=4)
    mouse.up()
    moved = box(table.cell(1, 1))
    assert (start["x"] - moved["x"], start["y"] - moved["y"]) == pytest.approx((60, 30), abs=2)
    assert len(table.free_cells()) == side * side
    mouse.click(x, y)
    table.settle()
    expect(table.page.get_by_role("gridcell", name=": X")).to_have_count(1)
    table.play((side, side))
    table.cell(side // 2, side // 2).press("Control+Home")
    expect(table.cell(1, 1)).to_be_in_viewport(ratio=0.9)
    table.press("Analysis")
    said = re.compile("(not proven|loses|draws)")
    expect(table.cell(side, side - 1)).to_have_accessible_name(said)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_large_board_is_seen_whole_and_large(table: Table, size: tuple[int, int]) -> None:
    """By the buttons, then by their keys, which need not be looked for."""

    def width() -> float:
        return float(box(table.cell(1, 1))["width"])

    resize(table.page, size)
    table.open(LARGE, k=5)
    usual = width()
    assert table.page.evaluate(SCROLLED)
    for name, key, times in (("Smaller", "-", 3), ("Larger", "+", 8)):
        table.press(name)
        for _ in range(times):
            table.page.keyboard.press(key)
        if name == "Smaller":
            assert not table.page.evaluate(SCROLLED)
            assert width() < usual / 1.5
    assert width() > 2 * usual
    table.page.keyboard.press("-")
    assert width() < 5 * usual
    table.play((25, 25))


@pytest.mark.thorough
def test_what_is_in_the_middle_stays_there(table: Table) -> None:
    table.open(LARGE, k=5)
    table.cell(25, 25).focus()
    table.page.evaluate("frame.scrollTo(450, 450)")
    before = table.page.evaluate(MIDDLE)
    table.press("Larger", "Larger")
    assert table.page.evaluate(MIDDLE) == pytest.approx(before, abs=0.02)


def test_the_large_view_is_the_game_alone(table: Table) -> None:
    resize(table.page, DESKTOP)
    table.open()
    large, games = table.button("Large"), table.page.get_by_role("group", name="Games")
    width = sees_all(table)
    table.press("Large")
    expect(large).to_have_attribute("aria-pressed", "true")
    table.play("b2")
    assert sees_all(table, "Large", "Undo") > width
    table.press("Large")
    expect(large).to_have_attribute("aria-pressed", "false")
    expect(games).to_be_in_viewport()


def test_all_text_is_as_large_as_the_reader_wants(table: Table) -> None:
    """And without that no name is too small to read."""
    resize(table.page, (320, 568))
    table.open(analysis=1)
    expect(table.field("verdict")).to_be_visible()
    sizes = table.page.evaluate(TEXT_PIXELS)
    assert min(sizes) >= 11
    table.page.evaluate("document.documentElement.style.fontSize = '24px'")
    larger = table.page.evaluate(TEXT_PIXELS)
    assert larger == pytest.approx([size * 1.5 for size in sizes], abs=0.1)


def test_the_whole_page_is_one_screen(table: Table) -> None:
    resize(table.page, DESKTOP)
    table.open("XO./.X./..O", analysis=1)
    table.shows(verdict="X wins in 2 moves.")
    assert table.page.evaluate("document.documentElement.scrollHeight") <= DESKTOP[1]
