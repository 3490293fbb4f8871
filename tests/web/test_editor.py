"""Setting up a position, with the mouse, by key and as text."""

import re

from playwright.sync_api import expect

from tests.web.board import EMPTY_3X3, Act, Table, scenes

SCENES: dict[str, list[Act]] = {
    "a cell goes through all it can hold": [
        ("#board=3x3 | Edit | cell: a3", {"board": "X../.../..."}),
        ("cell: a3", {"board": "O../.../..."}),
        ("cell: a3", {"board": "#../.../..."}),
        ("cell: a3", {"board": EMPTY_3X3}),
    ],
    "keys set a cell": [
        ("#board=X../.../... | Edit | cell: b2 o", {"board": "X../.O./..."}),
        ("cell: c3 X | cell: a3 Delete", {"board": "..X/.O./..."}),
        ("cell: a2 #", {"board": "..X/#O./...", "cells": ["a2: wall"]}),
    ],
    "rows can be pasted with another size": [
        ("#board=3x3&analysis=1 | Edit | Rows: XXO.\nOO..\nX...", {"board": "XXO./OO../X..."}),
        ("Rows: XXO / OO. / X..",
         {"board": "XXO/OO./X..", "verdict": "A draw if both play well."}),
        ("Rows: X#.\n.O.\n..#", {"board": "X#./.O./..#", "url": "board=X%23./.O./..%23"}),
    ],
    "a level waits until the position is set up": [
        ("#board=3x3&o=master | Edit | cell: b2 X",
         {"status": "Robot (O) waits: press Continue"}),
        ("Edit | Continue", {"status": "Your move: X", "moves": 1}),
    ],
}  # fmt: skip


@scenes(SCENES)
def test_a_position_is_set_up(table: Table, acts: list[Act]) -> None:
    table.act(acts)


def test_the_side_to_move_can_be_chosen_where_both_fit(table: Table) -> None:
    table.act([
        ("#board=XX./OO./... | Edit", {"status": "X's turn"}),
        ("To move: O", {"status": "O's turn"}),
        ("cell: c1 X", {"status": "O's turn"}),
    ])  # fmt: skip
    expect(table.page.get_by_role("radio", name="X", exact=True)).to_be_disabled()
    table.act([("Edit | c2", {"status": "O wins"})])


def test_an_impossible_position_is_explained(table: Table, complaints: list[str]) -> None:
    table.act([
        ("#board=XXX/OO./...", {"status": "X wins"}),
        ("Edit | cell: c2 O", {"note": re.compile("Both players have a line")}),
        ("cell: c2 Delete", {"status": "X wins"}),
    ])  # fmt: skip
    expect(table.note).not_to_have_class("problem")
    assert "422" in complaints.pop()


def test_any_position_may_be_set_up(table: Table, complaints: list[str]) -> None:
    table.act([
        ("#board=X../X../...&to_move=O", {"note": re.compile("X")}),
        ("Edit | Any position: on", {"note": "Three in a row wins."}),
        ("To move: X", {"status": "X's turn", "url": "any=1"}),
        ("Edit | a1", {"status": "X wins"}),
        ("Play again", {"board": EMPTY_3X3}),
    ])  # fmt: skip
    assert "any=" not in table.page.url
    assert all("422" in each for each in complaints)
    complaints.clear()
