"""Other rules on the page: chosen, played, told, drawn, edited, and kept in a link."""

import json
import re

import pytest
from playwright.sync_api import expect

from service.game import Board, Player, Rules, Switches, bits, name_cell, union
from tests.rules.cases import COMBINATIONS
from tests.support.sampling import chance_of, samples
from tests.web.board import EMPTY_3X3, Act, Table, scenes

LANDINGS = """async (boards) => {
    const { Position } = await import("/web/position.js");
    const { Rules } = await import("/web/rules.js");
    return boards.map(([rows, gravity]) => {
        const position = new Position(rows, new Rules(3, { gravity }), "X");
        const all = rows.flatMap((cells, row) => [...cells].map((_, column) => ({ row, column })));
        return all.map((place) => position.landing(place)).map((rest) => rest?.name ?? null);
    });
}"""
"""Where a stone comes to rest, for each board, that is played on each cell."""


def test_stones_may_be_played_where_the_rules_of_the_service_let_them(table: Table) -> None:
    table.open()
    chance = chance_of("where stones come to rest")
    boards = [
        (["".join(chance.choices("XO#.", (1, 1, 1, 6), k=width)) for _ in range(height)], gravity)
        for width, height in ((1, 1), (1, 6), (6, 1), (4, 5), (7, 6))
        for gravity in (False, True)
        for _ in range(samples(20))
    ]
    landed = table.page.evaluate(LANDINGS, boards)
    for (rows, gravity), landings in zip(boards, landed, strict=True):
        rules = Rules(len(rows[0]), len(rows), 3, gravity=gravity)
        occupied = sum(1 << cell for cell, mark in enumerate("".join(rows)) if mark != ".")
        playable = list(bits(rules.playable_cells(occupied)))
        names = {cell: f"{'abcdefg'[cell % rules.width]}{rules.height - cell // rules.width}"
                 for cell in playable}  # fmt: skip
        columns = {cell % rules.width: name for cell, name in names.items()}
        assert landings == [
            columns.get(cell % rules.width) if gravity else names.get(cell)
            for cell in range(len(landings))
        ]


ENDINGS = """async (positions) => {
    const { endingOf } = await import("/web/ending.js");
    const { Position } = await import("/web/position.js");
    const { Rules } = await import("/web/rules.js");
    return positions.map(([rows, rowLength, switches, toMove]) => {
        const { status, winner, winning_line, bounds } =
            endingOf(new Position(rows, new Rules(rowLength, switches), toMove));
        return [status, winner, winning_line?.map(({ name }) => name) ?? null, bounds];
    });
}"""
"""How each position stands."""


def test_a_game_ends_on_the_page_where_it_does_in_the_service(table: Table) -> None:
    table.open()
    chance = chance_of("how positions stand")
    sides: tuple[Player, ...] = ("X", "O")
    positions: list[tuple[list[str], int, Switches, Player]] = []
    for gravity, wrap, exact, misere in COMBINATIONS:
        switches: Switches = {
            "gravity": gravity, "wrap": wrap, "exact": exact, "misere": misere,
            "any_position": True,
        }  # fmt: skip
        for width, height, length in ((1, 1, 1), (3, 3, 3), (5, 4, 3), (4, 5, 4), (2, 6, 2)):
            for _ in range(samples(8)):
                weights = (1, 1, chance.choice((0, 0.2)), chance.choice((0, 1)))
                rows = ["".join(chance.choices("XO#.", weights, k=width)) for _ in range(height)]
                positions.append((rows, length, switches, chance.choice(sides)))
    stand = table.page.evaluate(ENDINGS, positions)
    for (rows, length, switches, to_move), (status, winner, row, bounds) in zip(
        positions, stand, strict=True
    ):
        walls, x, o = (
            union(1 << cell for cell, mark in enumerate("".join(rows)) if mark == wanted)
            for wanted in "#XO"
        )
        board = Board(
            Rules(len(rows[0]), len(rows), length, **switches, walls=walls), x, o, to_move
        )
        line = board.winning_line
        named = None if line is None else [name_cell(board, cell) for cell in line]
        assert (status, winner, row) == (board.status, board.winner, named)
        least = {to_move: 1, None: 0}.get(winner, -1)
        is_open = status == "in_progress"
        assert bounds == {"lower": -1 if is_open else least, "upper": 1 if is_open else least}


def test_tic_tac_toe_asks_as_it_always_did(table: Table) -> None:
    """No rule is named in the request nor in the link, nor are any shown until they are asked."""
    asked = table.requests()
    table.act([("#board=.../.../...& | Hint", {"note": re.compile("^Hint: b2")})])
    (body,) = [each.post_data for each in asked if each.method == "POST"]
    assert body == (
        '{"board":["...","...","..."],"row_length":3,"to_move":"X","lang":"en",'
        '"level":"master","time_limit_ms":1000,"evaluate":"all"}'
    )
    assert "k=3&to_move=X" in table.page.url
    expect(table.page.get_by_label("Stones fall")).to_be_hidden()


TOLD = "tones fall; left and right edges are joined; exactly 3 in a row count"
HOLE = "...../...../..#../...../....."
EVERY_RULE = "gravity=1&wrap=vertical&exact=1&misere=1&any=1"
SCENES: dict[str, list[Act]] = {
    "connect four is a press away": [
        ("/", {"board": EMPTY_3X3}),
        ("Connect Four",
         {"board": "/".join(["......."] * 6), "status": "Your move: X", "url": "k=4&gravity=1&to_",
          "note": "Four in a row wins. Stones fall. Robot plays at strength 2."}),
        ("cell: d5", {"cells": [re.compile("^d1: X")], "status": "Your move: X", "moves": 2}),
    ],
    "a game without a legal move is drawn though cells stay empty": [
        ("#board=..%23/%23%23%23&gravity=1 | cell: a2 | cell: b2", {"status": "A draw"}),
        ("#board=%23%23%23/...&gravity=1", {"status": "A draw"}),
    ],
    # A diagonal that leaves the board on the right and comes back on the left.
    "a row goes on over joined edges": [
        ("#board=3x3 | open: Other rules | Torus",
         {"note": "Three in a row wins. Opposite edges are joined.", "board": EMPTY_3X3,
          "url": "k=3&wrap=both&to_"}),
        ("b3 | a3 | c2 | b2 | a1",
         {"status": "X wins", "cells": [
             *(re.compile(f"^{name}: X.*in the winning line") for name in ("b3", "c2", "a1")),
             "a3: O", "b2: O",
         ]}),
    ],
    "whoever makes a row loses": [
        ("#board=3x3 | open: Other rules | Misère",
         {"note": "Whoever makes a row loses.", "url": "k=3&misere=1&to_"}),
        ("a3 | a2 | b3 | b2 | c1 | c2",
         {"status": "X wins: O made a row", "cells": [
             re.compile(f"^{name}: O.*in the losing row") for name in ("a2", "b2", "c2")
         ]}),
    ],
    # On a single cell X has to make a row of one.
    "who has to make a row is told in moves": [
        ("#board=.&k=1&misere=1&analysis=1",
         {"verdict": "O wins: X must make a row in 1 move.",
          "cells": ["a1: empty, loses in 1 move, the best move"],
          "says": "The number is how many moves the loser has left at most."}),
        ("Analysis | a1 | Explain",
         {"note": "X: a1 is no mistake, since every move loses here: "
                  "X loses in 1 move with best play."}),
    ],
    "a longer run is no row if exactly so many are asked for": [
        ("#board=XX.XX/OO.OO/.....&exact=1",
         {"note": "Three in a row wins. Exactly 3 in a row count."}),
        ("c3", {"status": "O's turn"}),
        ("c2", {"status": "X's turn"}),
    ],
    "a game begins with the rules that are chosen": [
        ("#board=3x3 | open: Other rules", {}),
        ("Stones fall: on | Exactly k: on | Joined edges: horizontal", {"url": "k=3&to_move=X"}),
        ("New game",
         {"note": f"Three in a row wins. S{TOLD}.", "says": f"Rules: s{TOLD}",
          "url": "k=3&gravity=1&wrap=horizontal&exact=1&to_"}),
        ("a1 | browser: back", {"board": EMPTY_3X3, "says": "Other rules"}),
        ("New game", {"url": "k=3&to_move=X", "note": "Three in a row wins."}),
    ],
    "after a game another one has the same rules and walls": [
        ("#board=%23.%23/.../...&k=1&misere=1 | c1", {"status": "O wins: X made a row"}),
        ("Play again", {"board": "#.#/.../...", "url": "k=1&misere=1&to_"}),
    ],
    "walls are kept as long as they are wanted": [
        ("#board=X%23./.../...&to_move=O | open: Other rules | New game",
         {"board": ".#./.../..."}),
        ("Keep the walls: off | New game", {"board": EMPTY_3X3, "hidden": "Keep the walls"}),
        ("Hole", {"board": HOLE}),
        ("Width: 4 | New game", {"board": "/".join(["...."] * 5)}),
    ],
    "a link keeps the rules": [
        (f"#board=..../.%23../X.OX&to_move=X&{EVERY_RULE}",
         {"board": "..../.#../X.OX", "url": f"k=3&{EVERY_RULE}&to_"}),
        ("browser: reload", {"board": "..../.#../X.OX", "url": f"k=3&{EVERY_RULE}&to_"}),
    ],
}  # fmt: skip
THOROUGH = [
    "a game without a legal move is drawn though cells stay empty",
    "who has to make a row is told in moves", "walls are kept as long as they are wanted",
]  # fmt: skip


@scenes(SCENES, THOROUGH)
def test_a_game_by_other_rules(table: Table, acts: list[Act]) -> None:
    table.act(acts)


def test_a_stone_falls_to_the_lowest_free_cell_of_its_column(table: Table) -> None:
    table.act([("#board=7x6&k=4&gravity=1", {"cells": ["c6: empty, falls to c1"]})])
    table.named("c6").hover()
    expect(table.named("c1")).to_have_attribute("data-aim", "")
    table.act([("cell: c6", {"cells": ["c1: X, the last move"]})])
    expect(table.named("c1")).to_have_attribute("data-fall", "")
    table.act([
        # On a stone, too, and by the keyboard.
        ("cell: c1", {"cells": ["c2: O, the last move"], "url": "moves=c1,c2"}),
        ("cell: c4 Enter", {"cells": ["c3: X, the last move", "c4: empty"]}),
    ])  # fmt: skip
    expect(table.named("c4")).to_be_focused()
    expect(table.page.locator("[data-aim]")).to_have_accessible_name("c4: empty")
    table.act([("Undo", {"cells": ["c3: empty"]})])
    expect(table.named("c3")).not_to_have_attribute("data-fall", "")


@pytest.mark.thorough
def test_whoever_wants_no_motion_sees_none(table: Table) -> None:
    animation = "cell => getComputedStyle(cell, '::before').animationName"
    table.act([("#board=..../....&gravity=1 | cell: a2", {"cells": ["a1: X, the last move"]})])
    assert table.named("a1").evaluate(animation) == "fall"
    table.page.emulate_media(reduced_motion="reduce")
    assert table.named("a1").evaluate(animation) == "none"


SHAKEN = "async cell => cell.getAnimations().length"


@pytest.mark.parametrize(
    ("board", "gravity", "said"),
    [("X#./.../O..", 0, {(1, 1): "a3 is taken.", (1, 2): "b3 is a wall."}),
     ("X.#/O../X..", 1, {(2, 1): "Column a is full.", (2, 3): "Column c is full."})],
)  # fmt: skip
def test_a_cell_that_takes_no_stone_says_why_and_shakes(
    table: Table, board: str, gravity: int, said: dict[tuple[int, int], str]
) -> None:
    table.open(board, gravity=gravity)
    for place, note in said.items():
        assert table.cell(*place).evaluate(SHAKEN) == 0
        table.cell(*place).click()
        assert table.cell(*place).evaluate(SHAKEN) == 1
        table.shows(board, note=note)
    table.page.emulate_media(reduced_motion="reduce")
    table.cell(3, 1).press("Enter")
    table.shows(note=re.compile("^(a1 is taken|Column a is full)[.]$"))
    assert table.cell(3, 1).evaluate(SHAKEN) == 0
    table.play((3, 2))
    table.shows(note="Stones fall." * gravity)


ARROWS = "grid => getComputedStyle(grid).backgroundImage.match(/conic|none/g).map(s => s[0])"


def test_joined_edges_have_arrows(table: Table) -> None:
    for wrap, arrows in (
        ("none", "nnnn"), ("horizontal", "ccnn"), ("vertical", "nncc"), ("both", "cccc"),
    ):  # fmt: skip
        table.open("X../.../...", to_move="O", wrap=wrap)
        drawn = table.page.get_by_role("grid").evaluate(ARROWS)
        assert "".join(drawn[:4]) == arrows


def test_every_question_about_a_position_has_its_rules(table: Table) -> None:
    asked = table.requests()
    note = re.compile("^(Mistake 1 of|There is no mistake)")
    table.act([
        ("#board=3x3&misere=1&gravity=1&analysis=1&o=rules | a1", {"status": "Your move: X"}),
        ("What could I do better?", {"note": note}),
    ])  # fmt: skip
    bodies = [json.loads(each.post_data) for each in asked if each.post_data]
    questions = [each for body in bodies for each in body.get("requests", [body])]
    assert len(questions) >= 6
    for question in questions:
        assert (question["misere"], question["gravity"]) == (True, True)
        assert not {"wrap", "exact", "any_position"} & set(question)
