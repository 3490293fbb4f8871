"""Walking through a game: back, forward, again, and nothing lost by a reload or an edit."""

import re

from playwright.sync_api import expect

from tests.web.board import EMPTY_3X3, Act, Table, scenes

BOARDS = (EMPTY_3X3, ".../.X./...", ".../.X./O..", "..X/.X./O..", "O.X/.X./O..")
GAME = "#board=3x3&moves=b2,a1,c3,a3"


def shown(at: int, **more: object) -> dict[str, object]:
    """Return what the page shows after so many moves of the game."""
    return {"board": BOARDS[at], **more}


SCENES: dict[str, list[Act]] = {
    "back and forward lead to every position": [
        (GAME, shown(4, disabled="Forward")),
        ("Back", shown(3)), ("Back", shown(2)), ("Back", shown(1)),
        ("Back", shown(0, disabled="Back")),
        ("Forward", shown(1)), ("Forward", shown(2)), ("Forward", shown(3)),
        ("Forward", shown(4, disabled="Forward")),
        ("First position", shown(0)), ("Last position", shown(4)),
    ],
    "another move begins another game": [
        (GAME, shown(4)), ("Undo", shown(3)), ("Undo", shown(2)),
        ("c1", {"moves": 3, "disabled": "Redo"}),
    ],
    "the same move keeps the rest": [
        (GAME, shown(4)), ("First position", shown(0)), ("b2", {"moves": 4}), ("Redo", shown(2)),
    ],
    "undo and redo lead to where a person has the choice, back to where a level waits": [
        ("#board=3x3&o=rules", shown(0)),
        ("a3", {"status": "Your move: X", "moves": 2}),
        ("Undo", shown(0, disabled="Undo")),
        ("Redo", {"status": "Your move: X", "disabled": "Redo"}),
        ("Back", {"board": "X../.../...", "status": "Guard (O) waits: press Continue"}),
        ("Continue", {"status": "Your move: X", "moves": 2}),
    ],
    "a reload loses nothing": [
        (GAME, shown(4)), ("Back", shown(3)), ("browser: reload", shown(3, moves=4)),
        ("Forward", shown(4)), ("First position", shown(0)),
    ],
    "an edit loses nothing": [
        (GAME, shown(4)),
        ("Edit", {"disabled": "Put back"}),
        ("cell: c1 | cell: b1 o", {"board": "O.X/.X./OOX", "moves": 0}),
        ("Put back", shown(4, moves=4, disabled="Put back")),
    ],
    "the way back of the browser leads to the game before": [
        # Although the address has not followed its last moves yet.
        (GAME, shown(4)),
        ("New game", shown(0, moves=0)),
        ("a3 | b2 | c1 | Five in a row", {"moves": 0}),
        ("browser: back", {"board": "X../.O./..X"}),
        ("browser: back", shown(4)),
        ("browser: forward", {"board": "X../.O./..X"}),
    ],
}  # fmt: skip


@scenes(SCENES, thorough=["the same move keeps the rest"])
def test_a_walk(table: Table, acts: list[Act]) -> None:
    table.act(acts)


def test_the_list_names_the_moves_and_leads_to_each(table: Table) -> None:
    table.take(GAME)
    names = ("X b2", "O a1", "X c3", "O a3")
    expect(table.moves).to_have_text([re.compile(name.replace(" ", r"\s*")) for name in names])
    for index in (1, 3, 0, 2):
        table.moves.nth(index).click()
        table.shows(BOARDS[index + 1])
        expect(table.moves.nth(index)).to_have_attribute("aria-current", "true")
        expect(table.page.locator("[aria-current=true]")).to_have_count(1)
