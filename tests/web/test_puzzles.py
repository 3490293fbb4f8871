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
from tests.web.test_screens import (
    FINGER_PIXELS,
    LOW,
    NARROW,
    SMALL_TARGETS,
    overflow,
    resize,
    sees_all,
)

KIND, FORKS = "tic-tac-toe-easy", "tic-tac-toe-hard"
TRY_AGAIN = "Not this move: press Try again"
SCREENS = ((360, 640), (844, 390), (1366, 768), *NARROW, *LOW)


def puzzle(base_url: str, outcome: str, moves: int | None, kind: str) -> dict[str, Any]:
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
    table.shows("/".join(told["question"]["board"]), status=told["goal"]["sentence"])


@pytest.fixture
def told(table: Table, base_url: str) -> dict[str, Any]:
    """Provide a puzzle to be won in two moves, which the page shows."""
    found = puzzle(base_url, "win", 2, FORKS)
    show(table, found)
    return found


def press(table: Table, name: str) -> None:
    """Press a cell by its name."""
    table.settle()
    table.page.get_by_role("gridcell", name=f"{name}:").click()


def solve(table: Table, base_url: str, told: dict[str, Any]) -> None:
    """Play the best moves to the end of a puzzle."""
    while table.status.text_content() != "Solved!":
        board = table.read()
        press(table, options(base_url, {**told["question"], "board": board.split("/")})[0])
        table.shows(status=re.compile(r"^(Right! Go on\.|Solved!)$"))
        if table.status.text_content() == "Right! Go on.":
            expect(table.page.get_by_role("gridcell", name=": empty")).to_have_count(
                board.count(".") - 2
            )


def test_a_wrong_move_is_refuted_and_a_right_one_goes_on_to_the_end(
    table: Table, base_url: str, told: dict[str, Any]
) -> None:
    shown = table.read()
    press(table, options(base_url, told["question"])[-1])
    table.shows(status=TRY_AGAIN)
    player = told["question"]["to_move"]
    other = "OX"[player == "O"]
    # The answer has a sentence, which names the move; nothing can be played after it.
    reply = (table.last.text_content() or "").removeprefix(f"{other} played ")
    table.shows(note=re.compile(f"^{other}: .*{reply[:-1]}"))
    table.cell(*table.free_cells()[0]).click()
    assert len(table.free_cells()) == shown.count(".") - 2
    table.press("Try again")
    table.shows(shown, status=told["goal"]["sentence"])
    solve(table, base_url, told)
    table.shows(note=re.compile(f"^{player}: .* completes a row and wins.$"))


@pytest.mark.thorough
def test_a_draw_is_held_to_the_end(table: Table, base_url: str) -> None:
    told = puzzle(base_url, "draw", None, "tic-tac-toe-medium")
    show(table, told)
    solve(table, base_url, told)
    assert table.free_cells() == []


def test_a_hint_gives_the_theme_and_then_the_cell(
    table: Table, base_url: str, told: dict[str, Any]
) -> None:
    marked = table.page.get_by_role("gridcell", name="marked")
    best = options(base_url, told["question"])[0]
    table.press("Hint")
    table.shows(note=f"Hint: {told['theme']['sentence']}")
    expect(marked).to_have_count(0)
    table.press("Hint")
    table.shows(note=re.compile(f"^Hint: .*{best}"))
    expect(marked).to_have_count(1)


def test_solved_ones_are_ticked_by_the_browser_alone(table: Table, base_url: str) -> None:
    told = puzzle(base_url, "win", 1, KIND)
    show(table, told)
    number, said = str(told["number"]), table.page.locator("#puzzles [role=status]")
    expect(said).to_have_text(f"Puzzle {number} of {told['count']}; 0 solved.")
    link = table.page.get_by_role("list", name="Puzzles of this kind").get_by_role("link")
    current = link.and_(table.page.locator("[aria-current]"))
    expect(current).to_have_text(number)
    asked = table.requests()
    solve(table, base_url, told)
    expect(said).to_have_text(f"Puzzle {number} of {told['count']}; 1 solved.")
    table.page.reload()
    expect(current).to_have_text(f"{number} ✓")
    expect(current).to_have_accessible_name(f"{number}, solved")
    assert not any("solved" in each.url + (each.post_data or "") for each in asked)
    table.page.get_by_role("combobox", name="Difficulty").select_option("medium")
    expect(said).to_have_text(re.compile("; 0 solved.$"))


def test_each_has_a_link_and_the_game_is_kept_meanwhile(table: Table, base_url: str) -> None:
    page = table.page
    table.open(o="rules", o_strength="")
    table.play((2, 2))
    table.shows(moves=2)
    shown = table.read()
    table.press("Puzzles")
    page.wait_for_url(re.compile(rf"#puzzle={KIND}-\d+$"))
    for name, choice, kind in (
        ("Game", "connect-four", "connect-four-easy"),
        ("Difficulty", "medium", "connect-four-medium"),
    ):
        page.get_by_role("combobox", name=name).select_option(choice)
        page.wait_for_url(re.compile(rf"#puzzle={kind}-\d+$"))
        expect(page.get_by_role("gridcell")).to_have_count(42)
    page.goto("/#puzzle=connect-four-medium-2")
    for name, number in (("Previous", 1), ("Next", 2)):
        page.get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(f"/#puzzle=connect-four-medium-{number}")
    told = requests.get(f"{base_url}/puzzle?id=connect-four-medium-2", timeout=60).json()
    for _ in range(2):
        table.shows("/".join(told["question"]["board"]))
        page.reload()
    expect(table.button("Undo")).to_be_hidden()
    for _ in range(6):
        page.go_back()
    table.shows(shown)
    expect(page.get_by_label("O plays")).to_have_value("rules")
    page.go_forward()
    page.get_by_role("link", name="Back to the game").click()
    table.shows(shown, moves=2)


def test_a_new_game_ends_the_puzzles(table: Table) -> None:
    table.visit(f"/#puzzle={KIND}-1")
    table.press("Hint", "Tic-tac-toe")
    table.shows(EMPTY_3X3, status="Your move: X")
    expect(table.page.get_by_role("region", name="Puzzles")).to_be_hidden()


def test_a_worksheet_is_one_press_away(table: Table) -> None:
    table.visit(f"/#puzzle={KIND}-1")
    with table.page.expect_popup() as opened:
        table.page.get_by_role("link", name="Worksheet").click()
    assert "/puzzle/sheet?game=tic-tac-toe&difficulty=easy&" in opened.value.url
    expect(opened.value.locator("ol.puzzles > li")).to_have_count(6)


KEPT = "JSON.parse(localStorage.getItem('solutions') ?? '[]').length"


def test_a_puzzle_that_was_loaded_is_solved_without_a_network(
    table: Table, base_url: str, told: dict[str, Any], complaints: list[str]
) -> None:
    """As far as its line goes; of other moves later on nothing is known then."""
    line = [
        each["name"] for each in ask(base_url, **told["question"]).json()["principal_variation"]
    ]
    wrong = options(base_url, told["question"])[-1]
    other = next(each for each in options(base_url, told["question"]) if each not in line[:3])
    table.page.wait_for_function(f"{KEPT} === 1")
    table.page.context.set_offline(True)
    table.page.reload()
    goal = told["goal"]["sentence"]
    table.shows(status=goal)
    table.press("Hint", "Hint")
    table.shows(note=re.compile(f"^Hint: .*{line[0]}"))
    press(table, wrong)
    table.shows(status=TRY_AGAIN)
    table.press("Try again")
    table.shows(status=goal)
    press(table, line[0])
    table.shows(status="Right! Go on.", last=re.compile(f" played {line[1]}"))
    press(table, other)
    table.shows(note="The service does not answer.")
    table.page.reload()
    for move in line[::2]:
        press(table, move)
        table.shows(status=re.compile(r"^(Right! Go on\.|Solved!)$"))
    table.shows(status="Solved!")
    # What is kept of another question is not that of this puzzle.
    table.page.evaluate("""localStorage.setItem(
      "solutions", localStorage.getItem("solutions").replace("to_move", "moved"))""")
    table.page.reload()
    press(table, line[0])
    table.shows(note="The service does not answer.")
    only_lost(complaints)


@pytest.mark.thorough
def test_without_a_network_a_puzzle_that_was_not_loaded_waits(
    table: Table, told: dict[str, Any], complaints: list[str]
) -> None:
    offline = table.page.context.set_offline
    table.page.wait_for_function(f"{KEPT} === 1")
    offline(True)
    table.page.get_by_role("link", name="Next", exact=True).click()
    table.shows(
        note="The service does not answer.", status="The service is missing: press Try again"
    )
    offline(False)
    table.shows(status=re.compile("^[XO] to move and "))
    only_lost(complaints)


@pytest.mark.thorough
def test_a_puzzle_that_does_not_exist_is_said(table: Table, complaints: list[str]) -> None:
    for _ in range(2):
        table.visit("/#puzzle=chess-hard-1")
        table.shows(note="There is no such puzzle.", status="Your move: X")
    table.play((1, 1))
    expect(table.note).not_to_have_text("There is no such puzzle.")
    only_lost(complaints)


def test_puzzles_without_a_mouse(table: Table, base_url: str, told: dict[str, Any]) -> None:
    page, press = table.page, table.page.keyboard.press
    table.open()
    tab_to(page, "Puzzles", "Enter")
    page.wait_for_url(re.compile("#puzzle="))
    show(table, told)
    wrong = options(base_url, told["question"])[-1]
    tab_to(page, "a3:")
    for key in ["ArrowRight"] * "abc".index(wrong[0]) + ["ArrowDown"] * (3 - int(wrong[1])):
        press(key)
    table.act([
        ("key: Enter", {"status": TRY_AGAIN}),
        ("key: c", {"status": told["goal"]["sentence"]}),
        ("key: h", {"note": f"Hint: {told['theme']['sentence']}"}),
    ])  # fmt: skip
    tab_to(page, "Next", "Enter")
    page.wait_for_url(f"/#puzzle={FORKS}-{told['number'] % told['count'] + 1}")
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
    """All of it is seen, nothing sticks out, fingers can press it, and axe finds nothing."""

    def check(status: str) -> None:
        table.shows(status=status)
        assert overflow(table.page) <= 0
        if size == SCREENS[0]:
            assert table.page.evaluate(SMALL_TARGETS, FINGER_PIXELS) == []
        assert serious_faults(table.page) == []

    resize(table.page, size)
    told, misere = puzzle(base_url, "win", 2, FORKS), puzzle(base_url, "win", 3, "misere-hard")
    show(table, told)
    table.press("Hint")
    table.shows(note=f"Hint: {told['theme']['sentence']}")
    sees_all(table, "Hint")
    press(table, options(base_url, told["question"])[-1])
    check(TRY_AGAIN)
    sees_all(table, "Hint", "Try again")
    show(table, misere)
    check(misere["goal"]["sentence"])
    table.open_game("b2,b1,a1,c3,a3,a2,c1")
    table.mistakes()
    table.press("What could I do better?")
    check("Find a move that keeps the draw.")


def test_the_puzzles_of_the_day_are_those_where_the_player_is(table: Table) -> None:
    """In the evening in Los Angeles the service has tomorrow already."""
    devtools = table.page.context.new_cdp_session(table.page)
    devtools.send("Emulation.setTimezoneOverride", {"timezoneId": "America/Los_Angeles"})
    table.page.clock.set_fixed_time("2026-11-29T03:39:00Z")
    with table.page.expect_request("**/puzzle?*") as asked:
        table.visit("/#puzzle=tic-tac-toe-easy")
    assert "&date=2026-11-28&" in asked.value.url
    sheet = table.page.get_by_role("link", name="Worksheet")
    expect(sheet).to_have_attribute("href", re.compile("&date=2026-11-28&"))
