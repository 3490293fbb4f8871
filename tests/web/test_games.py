"""Full games on the page: against every level, between people, between levels."""

import re

import pytest
from playwright.sync_api import expect

from service.game import parse
from service.players import BY_STRENGTH, LEVELS
from tests.web.board import Table

OVER = re.compile(r"^(You win!|\w+ wins|A draw)$")
OVER_OR_MINE = re.compile(r"^(You win!|\w+ wins|A draw|Your move: X)$")
ENDS = (BY_STRENGTH[0], BY_STRENGTH[-1])
"""The strongest level and the weakest one."""


@pytest.mark.parametrize(
    "level",
    [each if each in ENDS else pytest.param(each, marks=pytest.mark.thorough) for each in LEVELS],
)
def test_a_game_against_each_level(table: Table, level: str) -> None:
    table.open(o=level)
    while not OVER.match(table.status.text_content() or ""):
        free = table.free_cells()
        table.play(free[len(free) // 2])
        expect(table.status).to_have_text(OVER_OR_MINE)
    board = parse(table.read().split("/"), 3)
    results = {"X": "You win!", "O": f"{LEVELS[level].friendly_name.render()} wins", None: "A draw"}
    assert table.status.text_content() == results[board.winner]
    assert board.winner or not table.free_cells()


def test_two_levels_play_to_the_end_once_they_are_told_to(table: Table) -> None:
    table.open(x="rules", o="master")
    expect(table.status).to_have_text("Guard (X) waits: press Continue")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.press("Continue")
    expect(table.status).to_have_text("A draw")
    assert table.free_cells() == []
    assert len(asked) == 1 + 9 + 1, "how the game stands before, the moves, and how it has ended"


def test_two_people_play_until_the_line_is_marked(table: Table) -> None:
    table.open()
    table.play((1, 1), (2, 1), (1, 2), (2, 2))
    expect(table.status).to_have_text("X's turn")
    table.play((1, 3))
    expect(table.status).to_have_text("X wins")
    for column in (1, 2, 3):
        expect(table.cell(1, column)).to_have_accessible_name(re.compile("in the winning line"))
    table.cell(3, 3).click()
    table.expect_board("XXX/OO./...")


def test_it_is_said_who_has_won(table: Table) -> None:
    for board, players, told in (
        ("XXX/OO./...", ("you", "rules"), "You win!"),
        ("XXX/OO./...", ("rules", "you"), "Guard wins"),
        ("OOO/XX./X..", ("you", "master"), "Robot wins"),
        ("OOO/XX./X..", ("you", "you"), "O wins"),
        ("OOO/XX./X..", ("rules", "lines"), "O wins"),
    ):
        table.open(board, x=players[0], o=players[1])
        expect(table.status).to_have_text(told)


def test_a_new_game_of_any_size(table: Table) -> None:
    table.open(o="master")
    for name, size in (("Width", 7), ("Height", 2), ("In a row", 4)):
        table.page.get_by_label(name).fill(str(size))
    table.page.get_by_label("O plays").select_option("lines")
    table.press("New game")
    table.expect_board("......./.......")
    table.play((2, 4))
    expect(table.status).to_have_text("Your move: X")
    assert len(table.free_cells()) == 12


@pytest.mark.thorough
def test_a_row_that_does_not_fit_is_said_to_be_impossible(table: Table) -> None:
    table.open()
    table.page.get_by_label("In a row").fill("4")
    table.press("New game")
    expect(table.note).to_have_text("No row of 4 fits on this board, so nobody can win.")
    table.play((2, 2))
    expect(table.note).to_be_visible()
    table.page.get_by_label("Width").fill("4")
    table.press("New game")
    expect(table.note).to_have_text("Four in a row wins.")


@pytest.mark.thorough
def test_stones_are_said_not_to_fall_where_people_expect_it(table: Table) -> None:
    table.open("/".join(["." * 7] * 6), k=4)
    told = "Stones do not fall: each stays where it is played."
    expect(table.note).to_have_text(f"Four in a row wins. {told}")
    table.play((1, 1))
    expect(table.note).to_have_text(told)
    table.open("/".join(["." * 7] * 6), k=5)
    expect(table.note).to_have_text("Five in a row wins.")


def test_undo_goes_back_to_where_a_person_had_the_choice(table: Table) -> None:
    table.open(o="rules")
    table.play((1, 1))
    expect(table.status).to_have_text("Your move: X")
    table.play((3, 3)) if "O" not in table.label(3, 3) else table.play((1, 2))
    expect(table.status).to_have_text("Your move: X")
    table.press("Undo")
    expect(table.cell(1, 1)).to_have_accessible_name(re.compile(": X"))
    assert len(table.free_cells()) == 7
    table.press("Undo")
    table.expect_board(".../.../...")
    expect(table.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_the_first_hint_on_three_by_three_is_the_center(table: Table) -> None:
    table.open(".../.../...")
    table.press("Hint")
    expect(table.note).to_have_text(re.compile("^Hint: b2 takes the center"))


def test_a_hint_marks_the_move_and_says_why(table: Table) -> None:
    table.open("XX./OO./...")
    table.press("Hint")
    expect(table.note).to_have_text("Hint: At c3 X wins with 3 in a row.")
    expect(table.cell(1, 3)).to_have_accessible_name("c3: empty, marked")
    table.expect_board("XX./OO./...")


def test_a_level_explains_its_move(table: Table) -> None:
    table.open("X../.O./X..", o="master", to_move="O")
    expect(table.status).to_have_text("Robot (O) waits: press Continue")
    table.press("Continue")
    expect(table.status).to_have_text("Your move: X")
    table.press("Explain")
    expect(table.note).to_have_text(
        "Robot (O): a2 blocks X, who would win at a2; every other move loses."
    )
    expect(table.cell(3, 1)).to_have_accessible_name("a1: X, marked")


def test_a_person_is_told_what_a_move_gave_away(table: Table) -> None:
    table.open("XXO/OO./X..")
    table.play((3, 3))
    table.press("Explain")
    expect(table.note).to_have_text(
        "X: c1 gave up the draw; c2 kept it. With c1 X loses in 1 move, but c2 draws. "
        "c1 does not keep O from winning at c2."
    )
    table.press("Undo")
    table.play((2, 3))
    table.press("Explain")
    expect(table.note).to_have_text("X: No move is better than c2: X draws with best play.")


def test_a_person_who_wins_is_told_how(table: Table) -> None:
    table.open("XX./OO./...", o="blind")
    table.play((1, 3))
    table.press("Explain")
    expect(table.note).to_have_text("X: c3 completes a row and wins.")


def test_a_row_of_a_level_is_not_called_yours(table: Table) -> None:
    table.page.goto("/#board=3x3&k=3&x=rules&o=you&moves=a3,a2,b3,b2,c3")
    expect(table.status).to_have_text("Guard wins")
    table.press("Explain")
    expect(table.note).to_have_text("X: c3 completes a row and wins.")


def test_a_person_who_is_lost_is_told_what_happens(table: Table) -> None:
    table.open("X.X/.O./X.O", o="you", to_move="O")
    table.play((1, 2))
    table.press("Explain")
    expect(table.note).to_have_text(
        "O: b3 is no mistake, since every move loses here: O loses in 1 move with best play."
    )


def test_players_can_be_changed_in_a_game(table: Table) -> None:
    table.open()
    table.play((2, 2))
    table.page.get_by_label("O plays").select_option("master")
    expect(table.status).to_have_text("Your move: X")
    assert len(table.free_cells()) == 7
