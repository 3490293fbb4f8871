"""Full games on the page: against every level, between people, between levels."""

import re
from typing import Any

import pytest

from service.game import Switches, parse
from service.players import BY_STRENGTH, LEVELS
from tests.web.board import EMPTY_3X3, Act, Table, scenes

OVER = re.compile(r"^(You win|\w+ wins|A draw)")
OVER_OR_MINE = re.compile(r"^(You win|\w+ wins|A draw|Your move: X$)")
RULES: dict[str, tuple[str, Switches]] = {
    "falling": ("...../...../..#../.....", {"gravity": True}),
    "torus": (EMPTY_3X3, {"wrap": "both"}),
    "misère": ("..../..../....", {"misere": True}),
    "all": ("..../.#../....", {"gravity": True, "wrap": "both", "exact": True, "misere": True}),
}
QUICK = {"all", BY_STRENGTH[0], BY_STRENGTH[-1]}
"""All rules at once, the strongest level and the weakest one."""


@pytest.mark.parametrize(
    "name",
    [each if each in QUICK else pytest.param(each, marks=pytest.mark.thorough)
     for each in (*LEVELS, *RULES)],
)  # fmt: skip
def test_a_game_against_each_level_and_under_each_rule_ends_as_the_service_says(
    table: Table, name: str
) -> None:
    level, strength = (name, "") if name in LEVELS else ("master", "2")
    start, switches = RULES.get(name, (EMPTY_3X3, {}))
    fields: dict[str, Any] = {
        rule: 1 if value is True else value for rule, value in switches.items()
    }
    table.open(start, o=level, o_strength=strength, **fields)
    board = parse(start.split("/"), 3, "X", **switches)
    while not OVER.match(table.status.text_content() or ""):
        moves = board.legal_moves
        row, column = divmod(moves[len(moves) // 2], board.rules.width)
        table.play((row + 1, column + 1))
        table.shows(status=OVER_OR_MINE)
        board = parse(table.read().split("/"), 3, **switches)
    assert board.status != "in_progress"
    computer = LEVELS[level].friendly_name.render()
    result = {"X": "You win", "O": f"{computer} wins", None: "A draw"}[board.winner]
    table.shows(status=re.compile(f"^{result}"))


def test_two_levels_play_to_the_end_once_they_are_told_to(table: Table) -> None:
    table.act([("#board=3x3&x=rules&o=master", {"status": "Guard (X) waits: press Continue"})])
    asked = table.requests()
    table.act([("Continue", {"status": "A draw"})])
    assert table.free_cells() == []
    assert len(asked) == 9, "nothing but the moves"


WINNING = [re.compile(f"^{name}: X.*, in the winning line$") for name in ("a3", "b3", "c3")]
NO_ROW = "No row of 4 fits on this board, so nobody can win."
NO_FALL = "Stones do not fall: each stays where it is played."
GAVE_AWAY = (
    "c1 gave up the draw; c2 kept it. With c1 X loses in 1 move, but c2 draws. "
    "c1 does not keep O from winning at c2."
)
SCENES: dict[str, list[Act]] = {
    "two people play until the line is marked": [
        ("#board=3x3 | a3 | a2 | b3 | b2", {"status": "X's turn"}),
        ("c3", {"status": "X wins", "cells": WINNING}),
        ("cell: c1", {"board": "XXX/OO./..."}),
    ],
    "a new game of any size": [
        ("#board=3x3&o=master | Width: 7 | Height: 2 | In a row: 4 | O plays: lines | New game",
         {"board": "......./......."}),
        ("d2", {"status": "Your move: X", "moves": 2}),
    ],
    "players can be changed in a game": [
        ("#board=3x3 | b2 | O plays: master", {"status": "Your move: X", "moves": 2}),
    ],
    "undo goes back to where a person had the choice": [
        ("#board=3x3&o=rules | b2", {"status": "Your move: X", "moves": 2}),
        ("Undo", {"board": EMPTY_3X3, "disabled": "Undo"}),
        ("b2", {"status": "Your move: X", "moves": 2}),
        ("Two players | a3 | b2 | c2 | Undo", {"board": "X../.O./..."}),
    ],
    "a person wins": [("#board=XXX/OO./...&o=rules", {"status": "You win!"})],
    "a level wins": [
        ("#board=XXX/OO./...&x=rules", {"status": "Guard wins"}),
        ("#board=OOO/XX./X..&o=master", {"status": "Robot wins"}),
    ],
    "one of two people or levels wins": [
        ("#board=OOO/XX./X..", {"status": "O wins"}),
        ("#board=OOO/XX./X..&x=rules&o=lines", {"status": "O wins"}),
    ],
    "it is said who has made a row": [
        ("#board=XXX/OO./...&misere=1&o=master", {"status": "Robot wins: X made a row"}),
        ("#board=OOO/XX./X..&misere=1&o=master", {"status": "You win: O made a row"}),
    ],
    "a row that does not fit is said to be impossible": [
        ("#board=3x3 | In a row: 4 | New game", {"note": NO_ROW}),
        ("b2", {"note": NO_ROW}),
        ("Width: 4 | New game", {"note": "Four in a row wins."}),
        ("#board=2x3&k=6&wrap=both", {"note": "6 in a row wins. Opposite edges are joined."}),
        ("#board=2x3&k=6", {"note": "No row of 6 fits on this board, so nobody can win."}),
    ],
    "stones are said not to fall where people expect it": [
        ("#board=7x6&k=4", {"note": f"Four in a row wins. {NO_FALL}"}),
        ("a6", {"note": NO_FALL}),
        ("#board=7x6&k=5", {"note": "Five in a row wins."}),
    ],
    "a hint marks the move and says why": [
        ("#board=XX./OO./... | Hint",
         {"note": "Hint: At c3 X wins with 3 in a row.", "cells": ["c3: empty, marked"],
          "board": "XX./OO./..."}),
    ],
    "the first hint is the center": [
        ("#board=3x3 | Hint", {"note": re.compile("^Hint: b2 takes the center")}),
    ],
    "a level explains its move": [
        ("#board=X../.O./X..&o=master&to_move=O", {"status": "Robot (O) waits: press Continue"}),
        ("Continue", {"status": "Your move: X"}),
        ("Explain",
         {"note": "Robot (O): a2 blocks X, who would win at a2; every other move loses.",
          "cells": ["a1: X, marked"]}),
    ],
    "a person is told what a move gave away, and that another one did not": [
        ("#board=XXO/OO./X.. | c1 | Explain", {"note": f"X: {GAVE_AWAY}"}),
        ("Undo | c2 | Explain", {"note": "X: No move is better than c2: X draws with best play."}),
    ],
    "a person who wins is told how": [
        ("#board=XX./OO./...&o=blind | c3 | Explain", {"note": "X: c3 completes a row and wins."}),
    ],
    "a row of a level is not called yours": [
        ("#board=3x3&x=rules&moves=a3,a2,b3,b2,c3", {"status": "Guard wins"}),
        ("Explain", {"note": "X: c3 completes a row and wins."}),
    ],
    "the score is kept while the page is open": [
        ("#board=XX./OO./...&o=blind | c3", {"note": re.compile(r"\bYou 1, Dreamer 0, draws 0\.")}),
        ("Undo | c3", {"note": re.compile(r"\bYou 1, ")}),
        ("Two players | a1 | a2 | b1 | b2 | c1", {"note": "X 1, O 0, draws 0."}),
        ("Play again | a1 | a2 | b1 | b2 | c3 | c2", {"note": "X 1, O 1, draws 0."}),
        ("X plays: rules | O plays: rules", {"note": ""}),
    ],
    "a person who is lost is told what happens": [
        ("#board=X.X/.O./X.O&to_move=O | b3 | Explain",
         {"note": "O: b3 is no mistake, since every move loses here: "
                  "O loses in 1 move with best play."}),
    ],
}  # fmt: skip
THOROUGH = [
    "a row that does not fit is said to be impossible",
    "stones are said not to fall where people expect it",
]


@scenes(SCENES, THOROUGH)
def test_what_is_said_in_a_game(table: Table, acts: list[Act]) -> None:
    table.act(acts)


HEARD = """
    window.heard = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) {
        window.heard.push(this.frequency.value);
        start.call(this, at);
    };
"""


def test_a_game_is_heard_once_that_is_wished_and_the_winner_is_cheered(table: Table) -> None:
    table.page.add_init_script(HEARD)
    table.act([("#board=XX./OO./...&to_move=X", {})])
    assert not table.labelled("Sounds").is_checked()
    table.act([("Sounds: on | browser: reload | c3", {"status": "X wins"})])
    assert table.page.evaluate("window.heard") == [523, 659, 784]
    cheer = "cell => getComputedStyle(cell, '::before').animationName"
    assert table.named("c3").evaluate(cheer) == "cheer"
    table.act([("Sounds: off | Play again | b2", {"status": "O's turn"})])
    assert len(table.page.evaluate("window.heard")) == 3
