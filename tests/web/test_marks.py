"""Marks that are told apart without colours, by eye and by what a screen reader says."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.board import Table

FORK = "XO./.X./..O"
SHAPES = """cell => {
    const style = getComputedStyle(cell);
    const bars = ["::before", "::after"].map((part) => {
        const { content, width, rotate } = getComputedStyle(cell, part);
        return content === "none" ? "" : [parseFloat(width) > 0, rotate].join();
    });
    const shadow = style.boxShadow.replace(/rgba?\\([^)]*\\)|color\\([^)]*\\)/g, "");
    return [cell.textContent, shadow, style.backgroundImage === "none", ...bars].join("|");
}"""
"""All that is seen of a cell but its colours."""


def shape(cell: Locator) -> Any:
    """Return what a cell looks like without colours."""
    return cell.evaluate(SHAPES)


def test_stones_the_last_move_and_the_line_have_shapes_of_their_own(table: Table) -> None:
    table.open()
    table.play((1, 1), (2, 1), (1, 2), (2, 2))
    last, plain, stone = table.cell(2, 2), table.cell(3, 3), table.cell(1, 1)
    shapes = {shape(each) for each in (last, table.cell(2, 1), stone, plain)}
    assert len(shapes) == 4
    before = shape(stone)
    table.play((1, 3))
    expect(stone).to_have_accessible_name(re.compile("winning"))
    assert shape(stone) != before


def test_outcomes_have_signs_of_their_own(table: Table) -> None:
    table.open(FORK, analysis=1)
    expect(table.cell(3, 1)).to_have_text("+2")
    won, best, drawn = table.cell(2, 1), table.cell(3, 1), table.cell(1, 3)
    assert len({shape(each) for each in (won, best, drawn)}) == 3
    table.press("Hint")
    assert shape(best) != shape(won)


def test_the_legend_explains_what_is_to_be_seen(table: Table) -> None:
    table.open(FORK, analysis=1)
    legend = table.page.get_by_role("list", name="What the marks say of a move")
    expect(legend.get_by_role("listitem")).to_have_text(["+wins", "=draws"])
    table.choose("On the board", "Line")
    expect(legend).to_be_hidden()
