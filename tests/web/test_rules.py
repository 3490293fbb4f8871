"""Other rules on the page: chosen, played, told, drawn, edited, and kept in a link."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from service.game import Rules, Switches, bits, parse
from tests.support.sampling import chance_of, samples
from tests.web.board import EMPTY_3X3, Table

CONNECT_FOUR = "/".join(["." * 7] * 6)
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
    for (rows, gravity), landings in zip(
        boards, table.page.evaluate(LANDINGS, boards), strict=True
    ):
        rules = Rules(len(rows[0]), len(rows), 3, gravity=gravity)
        occupied = sum(1 << cell for cell, mark in enumerate("".join(rows)) if mark != ".")
        playable = bits(rules.playable_cells(occupied))
        names = {f"{'abcdefg'[cell % rules.width]}{rules.height - cell // rules.width}"
                 for cell in playable}  # fmt: skip
        assert set(landings) - {None} == names
        for cell, landing in enumerate(landings):
            column = "abcdefg"[cell % rules.width]
            own = f"{column}{rules.height - cell // rules.width}"
            if gravity:
                assert landing == next((name for name in names if name[0] == column), None)
            else:
                assert landing == (own if own in names else None)


def rules_of(table: Table) -> dict[str, str]:
    """Return the fields of the link that are about the rules."""
    fields = dict(field.split("=") for field in table.page.url.partition("#")[2].split("&"))
    return {
        name: value
        for name, value in fields.items()
        if name in ("gravity", "wrap", "exact", "misere", "any")
    }


def open_rules(table: Table) -> None:
    """Show the rules in the form of a new game."""
    table.page.get_by_text("Other rules", exact=True).click()


def test_tic_tac_toe_asks_as_it_always_did(table: Table) -> None:
    """No rule is named in the request nor in the link, nor are any shown until they are asked."""
    bodies: list[str] = []
    table.page.on("request", lambda request: bodies.append(request.post_data or ""))
    table.open()
    assert (
        '{"board":["...","...","..."],"row_length":3,"to_move":"X","lang":"en",'
        '"node_limit":1,"evaluate":"best","max_options":0}' in bodies
    )
    assert rules_of(table) == {}
    expect(table.page.get_by_label("Stones fall")).to_be_hidden()


def test_connect_four_is_a_press_away(table: Table) -> None:
    table.page.goto("/")
    table.press("Connect Four")
    table.expect_board(CONNECT_FOUR)
    assert rules_of(table) == {"gravity": "1"}
    expect(table.status).to_have_text("Your move: X")
    expect(table.note).to_have_text("Four in a row wins. Stones fall. Robot plays at strength 2.")
    table.cell(2, 4).click()
    expect(table.cell(6, 4)).to_have_accessible_name(re.compile("d1: X"))
    expect(table.status).to_have_text("Your move: X")
    stones = table.read().replace(".", "").replace("/", "")
    assert sorted(stones) == ["O", "X"]


def test_a_stone_falls_to_the_lowest_free_cell_of_its_column(table: Table) -> None:
    table.open(CONNECT_FOUR, k=4, gravity=1)
    expect(table.cell(1, 3)).to_have_accessible_name("c6: empty, falls to c1")
    table.cell(1, 3).hover()
    expect(table.cell(6, 3)).to_have_attribute("data-aim", "")
    table.cell(1, 3).click()
    expect(table.cell(6, 3)).to_have_accessible_name("c1: X, the last move")
    expect(table.cell(6, 3)).to_have_attribute("data-fall", "")
    table.settle()
    # On a stone, too, and by the keyboard.
    table.cell(6, 3).click()
    expect(table.cell(5, 3)).to_have_accessible_name("c2: O, the last move")
    table.settle()
    table.cell(3, 3).press("Enter")
    expect(table.cell(4, 3)).to_have_accessible_name("c3: X, the last move")
    expect(table.cell(3, 3)).to_be_focused()
    expect(table.cell(3, 3)).to_have_accessible_name("c4: empty")
    expect(table.page.locator("[data-aim]")).to_have_accessible_name("c4: empty")
    assert "moves=c1,c2,c3" in table.page.url
    table.press("Undo")
    expect(table.cell(4, 3)).to_have_accessible_name("c3: empty")
    expect(table.cell(4, 3)).not_to_have_attribute("data-fall", "")


@pytest.mark.thorough
def test_whoever_wants_no_motion_sees_none(table: Table) -> None:
    animation = "cell => getComputedStyle(cell, '::before').animationName"
    table.open("..../....", k=3, gravity=1)
    table.cell(1, 1).click()
    expect(table.cell(2, 1)).to_have_attribute("data-fall", "")
    assert table.cell(2, 1).evaluate(animation) == "fall"
    table.page.emulate_media(reduced_motion="reduce")
    assert table.cell(2, 1).evaluate(animation) == "none"


def test_a_full_column_takes_no_stone(table: Table) -> None:
    table.open("X.#/O../X..", gravity=1, to_move="O")
    for column, name in ((1, "a"), (3, "c")):
        table.cell(2, column).click()
        expect(table.note).to_have_text(f"Column {name} is full.")
    assert table.read() == "X.#/O../X.."
    expect(table.cell(3, 3)).to_have_accessible_name("c1: empty")
    table.cell(1, 2).click()
    table.expect_board("X.#/O../XO.")


SHAKEN = "cell => cell.getAnimations().length"


def test_a_taken_cell_is_said_to_be_taken_and_shakes(table: Table) -> None:
    table.open("X#./.../O..")
    for column, said in ((1, "a3 is taken."), (2, "b3 is a wall.")):
        assert table.cell(1, column).evaluate(SHAKEN) == 0
        table.cell(1, column).click()
        assert table.cell(1, column).evaluate(f"async {SHAKEN}") == 1
        expect(table.note).to_have_text(said)
    table.page.emulate_media(reduced_motion="reduce")
    table.cell(3, 1).press("Enter")
    expect(table.note).to_have_text("a1 is taken.")
    assert table.cell(3, 1).evaluate(SHAKEN) == 0
    table.play((2, 2))
    expect(table.note).to_have_text("")


@pytest.mark.thorough
def test_a_game_without_a_legal_move_is_drawn_though_cells_stay_empty(table: Table) -> None:
    table.open("..#/###", k=3, gravity=1)
    table.play((1, 1), (1, 2))
    expect(table.status).to_have_text("A draw")
    table.open("###/...", k=3, gravity=1)
    expect(table.status).to_have_text("A draw")


def test_a_row_goes_on_over_joined_edges(table: Table) -> None:
    table.open()
    open_rules(table)
    table.press("Torus")
    table.expect_board(EMPTY_3X3)
    assert rules_of(table) == {"wrap": "both"}
    expect(table.page.get_by_role("grid")).to_have_accessible_name(
        "Board, 3 rows and 3 columns, opposite edges are joined"
    )
    expect(table.note).to_have_text(re.compile("^Three in a row wins. Opposite edges are joined."))
    # A diagonal that leaves the board on the right and comes back on the left.
    table.play((1, 2), (1, 1), (2, 3), (2, 2), (3, 1))
    expect(table.status).to_have_text("X wins")
    for row, column in ((1, 2), (2, 3), (3, 1)):
        expect(table.cell(row, column)).to_have_accessible_name(re.compile("in the winning line"))
    for row, column in ((1, 1), (2, 2)):
        expect(table.cell(row, column)).not_to_have_accessible_name(re.compile("winning"))


ARROWS = "grid => getComputedStyle(grid).backgroundImage.match(/conic|none/g).map(s => s[0])"


def test_joined_edges_have_arrows(table: Table) -> None:
    for wrap, arrows in (
        ("none", "nnnn"), ("horizontal", "ccnn"), ("vertical", "nncc"), ("both", "cccc"),
    ):  # fmt: skip
        table.open("X../.../...", to_move="O", wrap=wrap)
        drawn = table.page.get_by_role("grid").evaluate(ARROWS)
        assert "".join(drawn[:4]) == arrows


@pytest.mark.thorough
def test_a_long_ring_is_no_row_that_does_not_fit(table: Table) -> None:
    table.open("../../..", k=6, wrap="both")
    expect(table.note).to_have_text("6 in a row wins. Opposite edges are joined.")
    table.open("../../..", k=6)
    expect(table.note).to_have_text("No row of 6 fits on this board, so nobody can win.")


def test_whoever_makes_a_row_loses(table: Table) -> None:
    table.open()
    open_rules(table)
    table.press("Misère")
    expect(table.note).to_have_text(re.compile("^Whoever makes a row loses."))
    table.play((1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (2, 3))
    expect(table.status).to_have_text("X wins: O made a row")
    for column in (1, 2, 3):
        expect(table.cell(2, column)).to_have_accessible_name(re.compile("in the losing row"))
    table.open("XXX/OO./...", misere=1, o="master")
    expect(table.status).to_have_text("Robot wins: X made a row")
    table.open("OOO/XX./X..", misere=1, o="master")
    expect(table.status).to_have_text("You win: O made a row")


@pytest.mark.thorough
def test_who_has_to_make_a_row_is_told_in_moves(table: Table) -> None:
    """On a single cell X has to make a row of one."""
    table.open(".", k=1, misere=1, analysis=1)
    expect(table.field("verdict")).to_have_text("O wins: X must make a row in 1 move.")
    expect(table.cell(1, 1)).to_have_accessible_name("a1: empty, loses in 1 move, the best move")
    expect(table.page.locator("#legend p")).to_have_text(
        "The number is how many moves the loser has left at most."
    )
    table.press("Analysis")
    table.play((1, 1))
    table.press("Explain")
    expect(table.note).to_have_text(
        "X: a1 is no mistake, since every move loses here: X loses in 1 move with best play."
    )


def test_a_longer_run_is_no_row_if_exactly_so_many_are_asked_for(table: Table) -> None:
    table.open("XX.XX/OO.OO/.....", k=3, exact=1)
    expect(table.note).to_have_text("Three in a row wins. Exactly 3 in a row count.")
    table.play((1, 3))
    expect(table.status).to_have_text("O's turn")
    table.play((2, 3))
    expect(table.status).to_have_text("X's turn")
    assert "exact=1" in table.page.url


def test_a_game_begins_with_the_rules_that_are_chosen(table: Table) -> None:
    table.open()
    open_rules(table)
    table.page.get_by_label("Stones fall").check()
    table.page.get_by_label("Exactly k").check()
    table.page.get_by_label("Joined edges").select_option("horizontal")
    assert rules_of(table) == {}
    table.press("New game")
    told = "stones fall; left and right edges are joined; exactly 3 in a row count"
    expect(table.note).to_have_text(f"Three in a row wins. S{told[1:]}.")
    expect(table.page.get_by_text(f"Rules: {told}")).to_be_visible()
    assert rules_of(table) == {"gravity": "1", "wrap": "horizontal", "exact": "1"}
    table.play((3, 1))
    table.page.go_back()
    expect(table.page.get_by_label("Stones fall")).not_to_be_checked()
    expect(table.page.get_by_label("Joined edges")).to_have_value("none")
    assert rules_of(table) == {}


def test_after_a_game_another_one_has_the_same_rules_and_walls(table: Table) -> None:
    table.open("#.#/.../...", k=1, misere=1)
    table.play((3, 3))
    expect(table.status).to_have_text("O wins: X made a row")
    table.press("Play again")
    table.expect_board("#.#/.../...")
    assert rules_of(table) == {"misere": "1"}


@pytest.mark.thorough
def test_walls_are_kept_as_long_as_they_are_wanted(table: Table) -> None:
    table.open("X#./.../...", k=3, to_move="O")
    walls = table.page.get_by_label("Keep the walls")
    open_rules(table)
    expect(walls).to_be_checked()
    table.press("New game")
    table.expect_board(".#./.../...")
    walls.uncheck()
    table.press("New game")
    table.expect_board(EMPTY_3X3)
    expect(walls).to_be_hidden()
    table.press("Hole")
    table.expect_board("...../...../..#../...../.....")
    table.page.get_by_label("Width").fill("4")
    table.press("New game")
    table.expect_board("/".join(["...."] * 5))


def test_walls_are_edited(table: Table) -> None:
    table.open()
    table.press("Edit")
    table.cell(2, 2).press("#")
    table.expect_board(".../.#./...")
    expect(table.cell(2, 2)).to_have_accessible_name("b2: wall")
    table.page.get_by_role("textbox", name="Rows").fill("X#.\n.O.\n..#")
    table.expect_board("X#./.O./..#")
    assert "board=X%23./.O./..%23" in table.page.url
    table.press("Edit")
    table.cell(1, 2).click()
    table.settle()
    assert table.read() == "X#./.O./..#"
    table.play((1, 3))


def test_any_position_may_be_set_up(table: Table, complaints: list[str]) -> None:
    table.open("X../X../...", to_move="O")
    expect(table.note).to_have_text(re.compile("X"))
    table.press("Edit")
    table.page.get_by_label("Any position").check()
    expect(table.note).to_have_text("Three in a row wins.")
    table.choose("To move", "X")
    expect(table.status).to_have_text("X's turn")
    assert rules_of(table) == {"any": "1"}
    table.press("Edit")
    table.play((3, 1))
    expect(table.status).to_have_text("X wins")
    table.press("Play again")
    table.expect_board(EMPTY_3X3)
    assert rules_of(table) == {}
    assert all("422" in each for each in complaints)
    complaints.clear()


OVER = re.compile(r"^(You win|Robot wins|A draw)")
OVER_OR_MINE = re.compile(r"^(You win|Robot wins|A draw|Your move: X)")
GAMES: dict[str, tuple[str, Switches]] = {
    "falling": ("...../...../..#../.....", {"gravity": True}),
    "torus": (".../.../...", {"wrap": "both"}),
    "misère": ("..../..../....", {"misere": True}),
    "all": ("..../.#../....", {"gravity": True, "wrap": "both", "exact": True, "misere": True}),
}


@pytest.mark.parametrize(
    "name",
    [name if name == "all" else pytest.param(name, marks=pytest.mark.thorough) for name in GAMES],
)
def test_a_game_against_the_computer_ends_as_the_rules_say(table: Table, name: str) -> None:
    start, switches = GAMES[name]
    fields: dict[str, Any] = {
        rule: int(value) if value is True else value for rule, value in switches.items()
    }
    table.open(start, o="master", o_strength=2, **fields)
    board = parse(table.read().split("/"), 3, "X", **switches)
    while not OVER.match(table.status.text_content() or ""):
        row, column = divmod(board.legal_moves[-1], board.rules.width)
        table.play((row + 1, column + 1))
        expect(table.status).to_have_text(OVER_OR_MINE)
        board = parse(table.read().split("/"), 3, **switches)
    assert board.status != "in_progress"
    result = {"X": "You win", "O": "Robot wins", None: "A draw"}[board.winner]
    expect(table.status).to_have_text(re.compile(f"^{result}"))


EVERY_RULE = {"gravity": 1, "wrap": "vertical", "exact": 1, "misere": 1, "any": 1}


def test_a_link_keeps_the_rules(table: Table) -> None:
    table.open("..../.#../X.OX", k=3, to_move="X", **EVERY_RULE)
    link = table.page.url
    assert rules_of(table) == {name: str(value) for name, value in EVERY_RULE.items()}
    table.page.reload()
    table.expect_board("..../.#../X.OX")
    assert table.page.url == link
    table.play((2, 3))
    table.visit(f"{link}&moves=c2,d2,b1")
    table.expect_board("..../.#XO/X.OX")
    expect(table.note).to_have_text(re.compile("^The link is damaged"))


@pytest.mark.thorough
def test_a_rule_in_a_link_that_is_none_is_damage(table: Table) -> None:
    for fragment, is_damaged in (
        ("board=3x3&k=3&gravity=0", False), ("board=3x3&k=3&gravity=yes", True),
        ("board=3x3&k=3&wrap=none", False), ("board=3x3&k=3&wrap=1", True), ("misere=1", True),
    ):  # fmt: skip
        table.visit(f"/#{fragment}")
        table.expect_board(EMPTY_3X3)
        expect(table.page.get_by_text("The link is damaged")).to_be_visible(visible=is_damaged)
        expect(table.page.get_by_label("Stones fall")).not_to_be_checked()


@pytest.mark.thorough
def test_an_old_link_is_read_as_it_was_written(table: Table) -> None:
    table.page.goto("/#board=XO./.../...&k=3&to_move=X&moves=a2,b2&x=you&o=you&time=1000")
    table.expect_board("XO./XO./...")
    assert rules_of(table) == {}


def test_every_question_about_a_position_has_its_rules(table: Table) -> None:
    asked: list[Any] = []

    def note(request: Request) -> None:
        body = json.loads(request.post_data or "{}")
        asked.extend(body.get("requests", [body] if body else []))

    table.page.on("request", note)
    table.open(k=3, misere=1, gravity=1, analysis=1, o="rules")
    table.play((3, 1))
    expect(table.status).to_have_text("Your move: X")
    table.press("What could I do better?")
    expect(table.note).to_have_text(re.compile("^(Mistake 1 of|There is no mistake)"))
    assert len(asked) >= 6
    for body in asked:
        assert (body["misere"], body["gravity"]) == (True, True)
        assert not {"wrap", "exact", "any_position"} & set(body)
