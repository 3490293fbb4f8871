"""The address follows the game, as often as browsers allow, and costs nothing where they do not."""

import pytest
from playwright.sync_api import expect

from tests.web.board import EMPTY_3X3, Table

MANY = 20
"""Moves of two levels, each of which changes the link: more than two in a second."""
NOTED = """
const { replaceState } = history;
globalThis.changes = [];
history.replaceState = (...state) => {
  changes.push(performance.now());
  replaceState.apply(history, state);
};
"""
REFUSED = """
history.replaceState = history.pushState = () => {
  throw new DOMException("more than 100 times per 30 seconds", "SecurityError");
};
"""
WITHOUT_STORAGE = """
Object.defineProperty(Storage.prototype, "setItem", { value() { throw new Error("full"); } });
Object.defineProperty(Storage.prototype, "getItem", { value() { throw new Error("denied"); } });
"""


@pytest.mark.thorough
def test_it_changes_at_most_twice_a_second(table: Table) -> None:
    table.page.add_init_script(NOTED)
    table.page.goto("/#board=12x12&k=12&x=blind&o=blind&pace=0")
    table.press("Continue")
    expect(table.moves.nth(MANY)).to_be_visible()
    table.press("Stop")
    # It catches up, though nothing is played any more.
    table.page.wait_for_function("moves => location.hash.split(',').length >= moves", arg=MANY)
    changes = table.page.evaluate("changes")
    assert len(changes) >= 2
    assert min(later - first for first, later in zip(changes, changes[2:], strict=False)) >= 999


@pytest.mark.thorough
def test_a_browser_that_refuses_a_change_costs_nobody_the_game(table: Table) -> None:
    table.page.add_init_script(REFUSED)
    table.page.goto("/#board=3x3&k=3&x=rules&o=rules&pace=0")
    table.press("Continue")
    expect(table.status).to_have_text("A draw")
    table.press("Two players")
    expect(table.status).to_have_text("X's turn")
    table.expect_board(EMPTY_3X3)


def test_a_game_that_is_left_is_found_again_as_it_was(table: Table) -> None:
    """Although the address has not followed its last moves yet."""
    table.open()
    table.play((1, 1), (2, 2), (3, 3))
    shown = table.read()
    table.press("Five in a row")
    expect(table.moves).to_have_count(0)
    table.page.go_back()
    table.expect_board(shown)


@pytest.mark.thorough
def test_a_storage_that_is_full_or_denied_costs_nothing(table: Table) -> None:
    table.page.add_init_script(WITHOUT_STORAGE)
    table.open()
    table.page.keyboard.press("?")
    table.page.get_by_label("Letters press buttons").uncheck()
    table.press("Close")
    table.page.keyboard.press("a")
    expect(table.analysis).to_be_hidden()
