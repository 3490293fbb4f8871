"""Puzzles: what refutes a wrong move, hints, and what the browser remembers of them."""

import re
from itertools import count
from typing import Any

import pytest
import requests
from playwright.sync_api import expect

from tests.api.questions import ask
from tests.web.board import EMPTY_3X3, Table
from tests.web.test_accessibility import serious_faults
from tests.web.test_bad_network import only_lost
from tests.web.test_keyboard import tab_to
from tests.web.test_screens import FINGER_PIXELS, SMALL_TARGETS, overflow

KIND = "tic-tac-toe-easy"
TRY_AGAIN = "Not this move: press Try again"
SCREENS = ((360, 640), (844, 390), (1366, 768))


def puzzle(base_url: str, outcome: str, moves: int | None, kind: str = KIND) -> dict[str, Any]:
    """Return the first puzzle with this goal."""
    for number in count(1):
        told = requests.get(f"{base_url}/puzzle?id={kind}-{number}", timeout=60).json()
        if told["goal"]["outcome"] == outcome and told["goal"]["moves"] == moves:
            return dict(told)
    raise AssertionError


def options(base_url: str, question: dict[str, Any]) -> list[str]:
    """Return the moves of a position, the best first."""
    return [each["name"] for each in ask(base_url, **question).json()["options"]]


def show(table: Table, told: dict[str, Any]) -> None:
    """Open a puzzle by its link."""
    table.visit(f"/#puzzle={told['id']}")
    table.expect_board("/".join(told["question"]["board"]))
    expect(table.status).to_have_text(told["goal"]["sentence"])


def press(table: Table, name: str) -> None:
    """Press a cell by its name."""
    table.settle()
    table.page.get_by_role("gridcell", name=f"{name}:").click()


def solve(table: Table, base_url: str, told: dict[str, Any]) -> None:
    """Play the best moves to the end of a puzzle."""
    while table.status.text_content() != "Solved!":
        board = table.read().split("/")
        press(table, options(base_url, {**told["question"], "board": board})[0])
        expect(table.status).to_have_text(re.compile(r"^(Right! Go on\.|Solved!)$"))
        table.settle()
        if table.status.text_content() != "Solved!":
            table.page.wait_for_function(
                "board => [...document.querySelectorAll('[role=gridcell]')]"
                ".filter(cell => /: [XO]/.test(cell.ariaLabel)).length > board",
                arg=len(re.findall("[XO]", "".join(board))) + 1,
            )


def test_a_wrong_move_is_refuted_and_a_right_one_goes_on_to_the_end(
    table: Table, base_url: str
) -> None:
    told = puzzle(base_url, "win", 2)
    show(table, told)
    shown = table.read()
    press(table, options(base_url, told["question"])[-1])
    expect(table.status).to_have_text(TRY_AGAIN)
    player, other = told["question"]["to_move"], "OX"[told["question"]["to_move"] == "O"]
    assert len(table.free_cells()) == shown.count(".") - 2
    # The answer has a sentence, which names the move; nothing can be played after it.
    reply = (table.page.locator("#last").text_content() or "").removeprefix(f"{other} played ")
    expect(table.note).to_have_text(re.compile(f"^{other}: .*{reply[:-1]}"))
    table.cell(*table.free_cells()[0]).click()
    assert len(table.free_cells()) == shown.count(".") - 2
    table.press("Try again")
    table.expect_board(shown)
    expect(table.status).to_have_text(told["goal"]["sentence"])
    solve(table, base_url, told)
    expect(table.note).to_have_text(re.compile(f"^{player}: .* completes a row and wins.$"))


@pytest.mark.thorough
def test_a_draw_is_held_to_the_end(table: Table, base_url: str) -> None:
    told = puzzle(base_url, "draw", None)
    show(table, told)
    solve(table, base_url, told)
    assert table.free_cells() == []


def test_a_hint_gives_the_theme_and_then_the_cell(table: Table, base_url: str) -> None:
    told = puzzle(base_url, "win", 2)
    show(table, told)
    table.press("Hint")
    expect(table.note).to_have_text(f"Hint: {told['theme']['sentence']}")
    expect(table.page.get_by_role("gridcell", name="marked")).to_have_count(0)
    table.press("Hint")
    best = options(base_url, told["question"])[0]
    expect(table.note).to_have_text(re.compile(f"^Hint: .*{best}"))
    expect(table.page.get_by_role("gridcell", name="marked")).to_have_count(1)


def test_solved_ones_are_ticked_by_the_browser_alone(table: Table, base_url: str) -> None:
    told = puzzle(base_url, "win", 1)
    show(table, told)
    number, said = str(told["number"]), table.page.locator("#puzzles [role=status]")
    expect(said).to_have_text(f"Puzzle {number} of {told['count']}; 0 solved.")
    link = table.page.get_by_role("list", name="Puzzles of this kind").get_by_role("link")
    expect(link.and_(table.page.locator("[aria-current]"))).to_have_text(number)
    sent: list[str] = []
    table.page.on("request", lambda request: sent.append(request.url + (request.post_data or "")))
    solve(table, base_url, told)
    expect(said).to_have_text(f"Puzzle {number} of {told['count']}; 1 solved.")
    table.page.reload()
    ticked = link.and_(table.page.locator("[aria-current]"))
    expect(ticked).to_have_text(f"{number} ✓")
    expect(ticked).to_have_accessible_name(f"{number}, solved")
    assert not any("solved" in request for request in sent)
    table.page.get_by_role("combobox", name="Difficulty").select_option("medium")
    expect(said).to_have_text(re.compile("; 0 solved.$"))


def test_each_has_a_link_and_the_game_is_kept_meanwhile(table: Table, base_url: str) -> None:
    page = table.page
    table.open(o="rules", o_strength="")
    table.play((2, 2))
    expect(table.moves).to_have_count(2)
    shown = table.read()
    table.press("Puzzles")
    page.wait_for_url(re.compile(rf"#puzzle={KIND}-\d+$"))
    page.get_by_role("combobox", name="Game").select_option("connect-four")
    page.wait_for_url(re.compile(r"#puzzle=connect-four-easy-\d+$"))
    expect(page.get_by_role("gridcell")).to_have_count(42)
    page.get_by_role("combobox", name="Difficulty").select_option("medium")
    page.wait_for_url(re.compile(r"#puzzle=connect-four-medium-\d+$"))
    page.goto("/#puzzle=connect-four-medium-2")
    page.get_by_role("link", name="Previous", exact=True).click()
    page.wait_for_url("/#puzzle=connect-four-medium-1")
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url("/#puzzle=connect-four-medium-2")
    told = requests.get(f"{base_url}/puzzle?id=connect-four-medium-2", timeout=60).json()
    for _ in range(2):
        table.expect_board("/".join(told["question"]["board"]))
        page.reload()
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    for _ in range(3):
        page.go_back()
    page.wait_for_url(re.compile(r"#puzzle=connect-four-medium-\d+$"))
    for _ in range(3):
        page.go_back()
    table.expect_board(shown)
    expect(page.get_by_label("O plays")).to_have_value("rules")
    page.go_forward()
    page.get_by_role("link", name="Back to the game").click()
    table.expect_board(shown)
    expect(table.moves).to_have_count(2)


def test_a_new_game_ends_the_puzzles(table: Table) -> None:
    table.visit(f"/#puzzle={KIND}-1")
    table.press("Hint")
    table.press("Tic-tac-toe")
    table.expect_board(EMPTY_3X3)
    expect(table.status).to_have_text("Your move: X")
    expect(table.page.get_by_role("region", name="Puzzles")).to_be_hidden()


def test_a_worksheet_is_one_press_away(table: Table) -> None:
    table.visit(f"/#puzzle={KIND}-1")
    with table.page.expect_popup() as opened:
        table.page.get_by_role("link", name="Worksheet").click()
    assert "/puzzle/sheet?game=tic-tac-toe&difficulty=easy&" in opened.value.url
    expect(opened.value.locator("ol.puzzles > li")).to_have_count(6)


@pytest.mark.thorough
def test_without_a_network_a_puzzle_waits(
    table: Table, base_url: str, complaints: list[str]
) -> None:
    told = puzzle(base_url, "win", 2)
    show(table, told)
    table.page.context.set_offline(True)
    for note in (f"Hint: {told['theme']['sentence']}", "The service does not answer."):
        table.press("Hint")
        expect(table.note).to_have_text(note)
        expect(table.status).to_have_text(told["goal"]["sentence"])
    press(table, options(base_url, told["question"])[0])
    expect(table.note).to_have_text("The service does not answer.")
    table.page.context.set_offline(False)
    table.press("Try again")
    expect(table.status).to_have_text("Right! Go on.")
    table.page.context.set_offline(True)
    table.page.get_by_role("link", name="Next", exact=True).click()
    expect(table.note).to_have_text("The service does not answer.")
    expect(table.status).to_have_text("The service is missing: press Try again")
    table.page.context.set_offline(False)
    table.press("Try again")
    expect(table.status).to_have_text(re.compile("^[XO] to move and "))
    only_lost(complaints)


@pytest.mark.thorough
def test_a_puzzle_that_does_not_exist_is_said(table: Table, complaints: list[str]) -> None:
    for _ in range(2):
        table.visit("/#puzzle=chess-hard-1")
        expect(table.note).to_have_text("There is no such puzzle.")
        expect(table.status).to_have_text("Your move: X")
    table.play((1, 1))
    expect(table.note).not_to_have_text("There is no such puzzle.")
    only_lost(complaints)


def test_puzzles_without_a_mouse(table: Table, base_url: str) -> None:
    page = table.page
    table.open()
    tab_to(page, "Puzzles")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("#puzzle="))
    told = puzzle(base_url, "win", 2)
    show(table, told)
    wrong = options(base_url, told["question"])[-1]
    tab_to(page, "a3:")
    for _ in range("abc".index(wrong[0])):
        page.keyboard.press("ArrowRight")
    for _ in range(3 - int(wrong[1])):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(table.status).to_have_text(TRY_AGAIN)
    page.keyboard.press("c")
    expect(table.status).to_have_text(told["goal"]["sentence"])
    page.keyboard.press("h")
    expect(table.note).to_have_text(f"Hint: {told['theme']['sentence']}")
    tab_to(page, "Next")
    page.keyboard.press("Enter")
    page.wait_for_url(f"/#puzzle={KIND}-{told['number'] % told['count'] + 1}")
    focused = page.locator("[role=gridcell]:focus")
    expect(focused).to_have_count(1)
    # Another board takes the focus of the one before.
    page.evaluate("location.hash = '#puzzle=five-easy-1'")
    expect(table.status).not_to_have_text("Loading")
    expect(page.get_by_role("gridcell")).not_to_have_count(9)
    expect(focused).to_have_count(1)


@pytest.mark.parametrize(
    "size", [SCREENS[0], *(pytest.param(each, marks=pytest.mark.thorough) for each in SCREENS[1:])]
)
def test_puzzles_and_mistakes_fit_on_a_screen(
    table: Table, base_url: str, size: tuple[int, int]
) -> None:
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    told = puzzle(base_url, "win", 2)
    show(table, told)
    first, last = table.cell(1, 1).bounding_box(), table.cell(3, 3).bounding_box()
    assert first
    assert last
    assert first["y"] >= 0
    assert last["y"] + last["height"] <= size[1]
    assert last["x"] + last["width"] <= size[0]
    press(table, options(base_url, told["question"])[-1])
    expect(table.status).to_have_text(TRY_AGAIN)
    check_screen(table)
    show(table, puzzle(base_url, "win", 3, "misere-hard"))
    check_screen(table)
    table.visit("/#board=3x3&k=3&x=you&o=you&moves=b2,b1,a1,c3,a3,a2,c1")
    table.mistakes()
    table.press("What could I do better?")
    expect(table.status).to_have_text("Find a move that keeps the draw.")
    check_screen(table)


def check_screen(table: Table) -> None:
    """Check that nothing sticks out, that fingers can press all, and that axe finds nothing."""
    assert overflow(table.page) <= 0
    if table.page.evaluate("innerWidth") == SCREENS[0][0]:
        assert table.page.evaluate(SMALL_TARGETS, FINGER_PIXELS) == []
    assert serious_faults(table.page) == []
