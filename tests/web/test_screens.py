"""Small screens and large boards: everything stays in reach."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.board import Table

DESKTOP = (1280, 800)
PHONE, NARROW_PHONE = (390, 844), (360, 640)
LARGE = "/".join(["." * 50] * 50)


def least_pixels(screen: tuple[int, int]) -> int:
    """Of a cell, to be hit with a finger; a narrow phone has to do with less for 15 columns."""
    return 24 if screen[0] >= PHONE[0] else 22


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window as large as a screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def box(table: Table, row: int, column: int) -> Any:
    """Where a cell is."""
    found = table.cell(row, column).bounding_box()
    assert found
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW_PHONE, (320, 568), (844, 390)])
def test_a_usual_board_fits(table: Table, size: tuple[int, int]) -> None:
    resize(table.page, size)
    for width, height in ((3, 3), (15, 15), (1, 9)):
        table.open("/".join(["." * width] * height))
        first, last = box(table, 1, 1), box(table, height, width)
        assert first["width"] == pytest.approx(first["height"], abs=0.1)
        assert first["width"] >= least_pixels(size)
        assert first["x"] >= 0
        is_scrolled = width == 15 and size[0] < NARROW_PHONE[0]
        assert is_scrolled or last["x"] + last["width"] <= size[0]
        assert overflow(table.page) <= 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_large_board_scrolls_and_plays(table: Table, size: tuple[int, int]) -> None:
    resize(table.page, size)
    table.open(LARGE, k=5, time=100)
    assert overflow(table.page) <= 0
    assert box(table, 1, 1)["width"] >= least_pixels(size)
    table.play((50, 50))
    table.cell(25, 25).press("Control+Home")
    expect(table.cell(1, 1)).to_be_in_viewport(ratio=0.9)
    table.press("Analysis")
    expect(table.cell(50, 49)).to_have_text("?")


def test_the_whole_page_is_one_screen(table: Table) -> None:
    resize(table.page, DESKTOP)
    table.open("XO./.X./..O", analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 3 plies")
    height = table.page.evaluate("document.documentElement.scrollHeight")
    assert height <= DESKTOP[1]
