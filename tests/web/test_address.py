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
    table.act([
        ("#board=3x3&x=rules&o=rules&pace=0 | Continue", {"status": "A draw"}),
        ("Two players", {"status": "X's turn", "board": EMPTY_3X3}),
    ])  # fmt: skip
