"""Walking through a game: back, forward, again, and nothing lost by a reload or an edit."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.board import EMPTY_3X3, Table

BOARDS = (EMPTY_3X3, ".../.X./...", ".../.X./O..", "..X/.X./O..", "O.X/.X./O..")
GAME = "b2,a1,c3,a3"


@pytest.fixture
def game(table: Table) -> Table:
    """Provide the page after four moves between two people."""
    table.page.goto(f"/#board=3x3&k=3&x=you&o=you&moves={GAME}")
    table.expect_board(BOARDS[4])
    return table


def test_back_and_forward_lead_to_every_position(game: Table) -> None:
    for board in reversed(BOARDS[:4]):
        game.press("Back")
        game.expect_board(board)
    expect(game.page.get_by_role("button", name="Back")).to_be_disabled()
    for board in BOARDS[1:]:
        game.press("Forward")
        game.expect_board(board)
    expect(game.page.get_by_role("button", name="Forward")).to_be_disabled()
    game.press("First position")
    game.expect_board(BOARDS[0])
    game.press("Last position")
    game.expect_board(BOARDS[4])


def test_the_list_names_the_moves_and_leads_to_each(game: Table) -> None:
    expect(game.moves).to_have_text([re.compile(r"X\s*b2"), re.compile(r"O\s*a1"),
                                     re.compile(r"X\s*c3"), re.compile(r"O\s*a3")])  # fmt: skip
    for index in (1, 3, 0, 2):
        game.moves.nth(index).click()
        game.expect_board(BOARDS[index + 1])
        expect(game.moves.nth(index)).to_have_attribute("aria-current", "true")
        expect(game.page.locator("[aria-current=true]")).to_have_count(1)


def test_another_move_begins_another_game(game: Table) -> None:
    game.press("Undo")
    game.press("Undo")
    game.expect_board(BOARDS[2])
    game.play((3, 3))
    expect(game.moves).to_have_count(3)
    expect(game.page.get_by_role("button", name="Redo")).to_be_disabled()


@pytest.mark.thorough
def test_the_same_move_keeps_the_rest(game: Table) -> None:
    game.press("First position")
    game.play((2, 2))
    expect(game.moves).to_have_count(4)
    game.press("Redo")
    game.expect_board(BOARDS[2])


def test_redo_leads_to_where_a_person_has_the_choice(table: Table) -> None:
    table.open(o="rules")
    table.play((1, 1))
    expect(table.status).to_have_text("Your move: X")
    played = table.read()
    table.press("Undo")
    table.expect_board(EMPTY_3X3)
    table.press("Redo")
    table.expect_board(played)


def test_a_level_waits_where_it_is_walked_to(table: Table) -> None:
    table.open(o="rules")
    table.play((1, 1))
    expect(table.status).to_have_text("Your move: X")
    table.press("Back")
    expect(table.status).to_have_text("Guard (O) waits: press Continue")
    assert len(table.free_cells()) == 8
    table.press("Continue")
    expect(table.status).to_have_text("Your move: X")
    expect(table.moves).to_have_count(2)


def test_a_reload_loses_nothing(game: Table) -> None:
    game.press("Back")
    game.expect_board(BOARDS[3])
    game.page.reload()
    game.expect_board(BOARDS[3])
    expect(game.moves).to_have_count(4)
    game.press("Forward")
    game.expect_board(BOARDS[4])
    game.press("First position")
    game.expect_board(BOARDS[0])


def test_an_edit_loses_nothing(game: Table) -> None:
    put_back = game.page.get_by_role("button", name="Put back")
    game.press("Edit")
    expect(put_back).to_be_disabled()
    game.cell(3, 3).click()
    game.cell(3, 2).press("o")
    game.expect_board("O.X/.X./OOX")
    expect(game.moves).to_have_count(0)
    put_back.click()
    game.expect_board(BOARDS[4])
    expect(game.moves).to_have_count(4)
    expect(put_back).to_be_disabled()


def test_the_way_back_of_the_browser_leads_to_the_game_before(game: Table) -> None:
    game.press("New game")
    game.expect_board(EMPTY_3X3)
    game.play((1, 1))
    game.page.go_back()
    game.expect_board(BOARDS[4])
    game.page.go_forward()
    game.expect_board("X../.../...")


@pytest.mark.thorough
def test_a_link_is_followed_as_far_as_it_can_be(table: Table) -> None:
    for moves in ("b2,a1,b2", "b2,a1,d1", "b2,a1,?,c3", "b2,a1,a0", "b2,a1,a4"):
        table.visit(f"/#board=3x3&k=3&x=you&o=you&moves={moves}&at=99")
        table.expect_board(BOARDS[2])
        expect(table.moves).to_have_count(2)


@pytest.mark.thorough
def test_columns_after_z_have_names_in_a_link(table: Table) -> None:
    table.page.goto("/#board=30x2&k=3&x=you&o=you&moves=aa2,z1")
    expect(table.cell(1, 27)).to_have_accessible_name(re.compile("^aa2: X"))
    expect(table.cell(2, 26)).to_have_accessible_name(re.compile("^z1: O"))
