"""The strength of a level on the page: a slider by its picker, kept in the link and asked for."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Request, expect

from tests.web.board import Table

LARGE = "/".join(["." * 15] * 15)


def slider(table: Table, side: str) -> Locator:
    """Return the slider of a side."""
    return table.page.get_by_role("slider", name=f"{side} strength")


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
    table.page.goto("about:blank")
    table.page.goto(link)
    expect(slider(table, "X")).to_have_value("2")
    expect(slider(table, "O")).to_have_value("1")


def test_a_bad_strength_in_a_link_is_full_strength(table: Table) -> None:
    for wrong in ("0", "11", "x", "-1", "1.5"):
        table.open(o="master", o_strength=wrong)
        expect(slider(table, "O")).to_have_attribute("aria-valuetext", "full")
