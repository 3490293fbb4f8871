"""Beginning a game: presets, levels in order of strength, how strong they are, and their speed."""

import json

import pytest
from playwright.sync_api import Locator, expect

from service.players import BY_STRENGTH, LEVELS, STRENGTHS
from tests.web.board import EMPTY_3X3, Act, Table, scenes

ROBOT = "Robot plays at strength {}."
LARGE = "/".join(["." * 15] * 15)
OPENED = "#board=X.../..../....&k=4&to_move=O&o=master&o_strength=3"
SCENES: dict[str, list[Act]] = {
    # Against the opponent that is chosen.
    "tic-tac-toe is a press away": [
        (f"{OPENED} | Tic-tac-toe",
         {"board": EMPTY_3X3, "moves": 0, "status": "Your move: X",
          "note": f"Three in a row wins. {ROBOT.format(3)}"}),
    ],
    "four in a row is a press away": [
        (f"{OPENED} | Four in a row",
         {"board": "/".join(["....."] * 5), "moves": 0, "status": "Your move: X",
          "note": f"Four in a row wins. {ROBOT.format(3)}"}),
    ],
    "five in a row is a press away": [
        (f"{OPENED} | Five in a row",
         {"board": LARGE, "moves": 0, "status": "Your move: X",
          "note": f"Five in a row wins. {ROBOT.format(3)}"}),
    ],
    "two players take turns, and a press leads back to an easy opponent": [
        ("#board=X../.../...&x=rules&to_move=O | Two players",
         {"board": EMPTY_3X3, "status": "X's turn", "hidden": "Easier"}),
        ("a3", {"status": "O's turn"}),
        ("b3", {"status": "X's turn"}),
        ("Two players",
         {"board": EMPTY_3X3, "status": "Your move: X", "url": "o=master&o_strength=2",
          "note": f"Three in a row wins. {ROBOT.format(2)}"}),
    ],
    "the page begins with an easy opponent who can be made harder": [
        ("/", {"note": f"Three in a row wins. {ROBOT.format(2)}"}),
        ("Harder", {"note": f"Three in a row wins. {ROBOT.format(3)}", "strength": "3"}),
        ("O strength: End",
         {"note": "Three in a row wins. Robot plays at full strength.", "strength": "full",
          "disabled": "Harder"}),
        (" | ".join(["Easier"] * 10),
         {"note": f"Three in a row wins. {ROBOT.format(1)}", "disabled": "Easier",
          "strength": "1", "url": "o_strength=1"}),
        ("b2", {"note": "", "hidden": "Easier"}),
    ],
    "sides are swapped, and back after a game": [
        ("#board=3x3&o=rules | Swap sides",
         {"status": "Your move: O", "moves": 1, "url": "x=rules&o=you", "hidden": "Swap sides"}),
        ("#board=XXX/OO./...&x=rules&o_strength=3 | Swap sides",
         {"board": EMPTY_3X3, "status": "Your move: X", "url": "x=you&o=rules&x_strength=3"}),
    ],
    "after a game the opponent can be made easier": [
        ("#board=OOO/XX./X..&o=master&o_strength=3", {"note": ROBOT.format(3)}),
        ("Easier", {"note": ROBOT.format(2), "status": "Robot wins"}),
        ("#board=OOO/XX./X..&o=rules", {"hidden": "Easier"}),
    ],
}  # fmt: skip
THOROUGH = [
    "tic-tac-toe is a press away", "five in a row is a press away",
    "after a game the opponent can be made easier",
]  # fmt: skip


@scenes(SCENES, THOROUGH)
def test_a_game_begins(table: Table, acts: list[Act]) -> None:
    table.act(acts)


def test_levels_and_strengths_are_listed_in_order_with_names_and_described(table: Table) -> None:
    table.open()
    names = [LEVELS[name].friendly_name.render() for name in BY_STRENGTH]
    for side in "XO":
        options = table.page.get_by_label(f"{side} plays").get_by_role("option")
        expect(options).to_have_text(["you", "Your friend", *names])
    picker, sentence = table.page.get_by_label("O plays"), table.page.locator("#sentence-O")
    expect(picker).to_have_accessible_description("")
    for name, level in LEVELS.items():
        picker.select_option(name)
        expect(sentence).to_be_visible()
        expect(sentence).to_have_text(level.summary.render())
        expect(picker).to_have_accessible_description(level.summary.render())
    table.act([("O plays: master | O strength: Home", {"strength": "1"})])
    for level in (*STRENGTHS.values(), LEVELS["master"]):
        expect(sentence).to_have_text(level.summary.render())
        table.take("O strength: ArrowRight")


@pytest.mark.thorough
def test_a_slow_game_between_levels_waits_between_moves(table: Table) -> None:
    table.page.add_init_script(
        "window.waits = []; const wait = setTimeout;"
        "window.setTimeout = (then, ms) => (window.waits.push(ms), wait(then, ms))"
    )
    speed = table.page.get_by_label("Speed of the game")
    table.open(x="rules", pace=3000)
    expect(speed).to_be_hidden()
    table.open(x="rules", o="rules", pace=3000)
    expect(speed).to_have_value("3000")
    table.act([("Continue", {"moves": 2})])
    assert table.page.evaluate("window.waits.filter(ms => ms === 3000).length") >= 2
    table.act([("Speed of the game: at once", {"status": "A draw", "url": "pace=0"})])


def slider(table: Table, side: str) -> Locator:
    """Return the slider of a side."""
    return table.page.get_by_role("slider", name=f"{side} strength")


def test_only_master_has_a_slider(table: Table) -> None:
    table.open(o="master")
    expect(slider(table, "O")).to_have_attribute("aria-valuetext", "full")
    expect(slider(table, "X")).to_have_count(0)
    for level in ("rules", "you"):
        table.take(f"O plays: {level}")
        expect(slider(table, "O")).to_have_count(0)
    table.take("X plays: master")
    expect(slider(table, "X")).to_be_visible()


def test_the_level_is_asked_to_play_at_its_strength(table: Table) -> None:
    table.open(LARGE, k=5, o="master", o_strength=4, time=300)
    asked = table.requests()
    for key, strength in (("Shift", "4"), ("ArrowRight", "5"), ("End", "full")):
        table.act([(f"O strength: {key}", {"strength": strength})])
        table.play(table.free_cells()[0])
    bodies = [json.loads(each.post_data) for each in asked if each.post_data]
    told = [
        (each["strength"], each["evaluate"]) for each in bodies if each.get("level") == "master"
    ]
    assert told == [(4, "none"), (5, "none"), (None, "none")]


def test_the_link_keeps_it(table: Table) -> None:
    table.open(x="master", o="master", x_strength=2)
    table.act([("O strength: Home", {"strength": "1", "url": "x_strength=2&o_strength=1"})])
    table.visit(table.page.url)
    for side, strength in (("X", "2"), ("O", "1")):
        expect(slider(table, side)).to_have_value(strength)
