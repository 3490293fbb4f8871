"""Setting up a position, with the mouse, by key and as text."""

import re

from playwright.sync_api import expect

from tests.web.board import Table


def test_a_cell_goes_through_all_it_can_hold(table: Table) -> None:
    table.open()
    table.press("Edit")
    for row in ("X..", "O..", "#..", "..."):
        table.cell(1, 1).click()
        table.expect_board(f"{row}/.../...")


def test_keys_set_a_cell(table: Table) -> None:
    table.open("X../.../...")
    table.press("Edit")
    table.cell(2, 2).press("o")
    table.expect_board("X../.O./...")
    table.cell(1, 3).press("X")
    table.cell(1, 1).press("Delete")
    table.expect_board("..X/.O./...")


def test_rows_can_be_pasted_with_another_size(table: Table) -> None:
    table.open(analysis=1)
    table.press("Edit")
    table.page.get_by_role("textbox", name="Rows").fill("XXO.\nOO..\nX...")
    table.expect_board("XXO./OO../X...")
    expect(table.page.get_by_label("Width")).to_have_value("4")
    table.page.get_by_role("textbox", name="Rows").fill("XXO / OO. / X..")
    table.expect_board("XXO/OO./X..")
    expect(table.field("verdict")).to_have_text("A draw if both play well.")


def test_the_side_to_move_can_be_chosen_where_both_fit(table: Table) -> None:
    table.open("XX./OO./...")
    table.press("Edit")
    expect(table.status).to_have_text("X's turn")
    table.choose("To move", "O")
    expect(table.status).to_have_text("O's turn")
    table.cell(3, 3).press("X")
    expect(table.status).to_have_text("O's turn")
    expect(table.page.get_by_role("radio", name="X", exact=True)).to_be_disabled()
    table.press("Edit")
    table.play((2, 3))
    expect(table.status).to_have_text("O wins")


def test_an_impossible_position_is_explained(table: Table, complaints: list[str]) -> None:
    table.open("XXX/OO./...")
    expect(table.status).to_have_text("X wins")
    table.press("Edit")
    table.cell(2, 3).press("O")
    expect(table.note).to_have_text(re.compile("Both players have a line"))
    table.cell(2, 3).press("Delete")
    expect(table.note).not_to_have_class("problem")
    refused = complaints.pop()
    assert "422" in refused


def test_a_level_waits_until_the_position_is_set_up(table: Table) -> None:
    table.open(o="master")
    table.press("Edit")
    table.cell(2, 2).press("X")
    expect(table.status).to_have_text("Robot (O) waits: press Continue")
    table.press("Edit")
    table.press("Continue")
    expect(table.status).to_have_text("Your move: X")
    assert len(table.free_cells()) == 7
