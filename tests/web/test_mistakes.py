"""What moves have lost: marked after the game, by one request, and only where it is proven."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from service.game import parse
from tests.api.questions import ask
from tests.web.board import Table

OVER = re.compile(r"^([XO] wins|A draw)$")
KEEP_DRAW = "Find a move that keeps the draw."
LINK = "/#board={size}&k={k}&moves={moves}"


def open_game(table: Table, moves: list[str], size: str = "3x3", k: int = 3, **fields: Any) -> None:
    """Open a game after its last move, between two people unless told otherwise."""
    fields = {"x": "you", "o": "you", **fields}
    rest = "".join(f"&{name}={value}" for name, value in fields.items())
    table.page.goto("about:blank")
    table.page.goto(LINK.format(size=size, k=k, moves=",".join(moves)) + rest)
    expect(table.moves).to_have_count(len(moves))


def random_game(seed: int) -> tuple[list[str], list[list[str]]]:
    """Return a game on 3x3 to its end: the names of its moves, and its positions as rows."""
    chance = random.Random(seed)
    names: list[str] = []
    rows = [["."] * 3 for _ in range(3)]
    positions = [["".join(row) for row in rows]]
    cells = [(row, column) for row in range(3) for column in range(3)]
    chance.shuffle(cells)
    for row, column in cells:
        rows[row][column] = "XO"[len(names) % 2]
        names.append(f"{'abc'[column]}{3 - row}")
        positions.append(["".join(each) for each in rows])
        if parse(positions[-1], 3).winner:
            break
    return names, positions


@pytest.mark.parametrize("seed", range(2))
def test_every_mistake_is_marked_with_what_was_better(
    table: Table, base_url: str, seed: int
) -> None:
    names, positions = random_game(seed)
    answers = [ask(base_url, board=rows, row_length=3).json() for rows in positions]
    open_game(table, names)
    expected = []
    for number, (name, before, after) in enumerate(
        zip(names, answers, answers[1:], strict=False), 1
    ):
        if -after["value"] == before["value"]:
            continue
        [mistake] = [each for each in table.mistakes() if each.startswith(f"{number}. ")]
        mover, better = before["to_move"], mistake.split("; ")[1].split()[0]
        gave_up = f"{name} gave up the {before['outcome']}"
        assert mistake.startswith(f"{number}. {mover}: {gave_up}; {better} kept it. With {name} ")
        kept = next(each for each in before["options"] if each["name"] == better)
        assert kept["value"] == before["value"]
        expected.append(mistake)
    assert table.mistakes() == expected
    count = len(expected)
    said = "No mistake is proven." if not count else f"{count} mistake{'s' if count > 1 else ''}."
    lost = [mistake.split()[1][0] for mistake in expected]
    for side, moves in (("X", names[::2]), ("O", names[1::2])):
        said += (
            f" {side} kept all it could with {len(moves) - lost.count(side)} of {len(moves)} moves."
        )
    expect(table.page.get_by_text(re.compile(f"^{re.escape(said)}( In |$)"))).to_be_visible()


def test_rows_are_listed_that_were_overlooked_though_nothing_is_proven(table: Table) -> None:
    """X could complete five at l8 for three moves, and O could have kept X from it."""
    game = ["h8", "g8", "i8", "a1", "j8", "a2", "k8", "b1", "c1", "b2", "l8"]
    open_game(table, game, "15x15", 5, time=100)
    table.press("What could I do better?")
    overlooked = table.page.get_by_role("list", name="Rows overlooked").get_by_role("button")
    expect(overlooked).to_have_text([
        "8. O: b1 does not keep X from winning at l8.", "9. X: c1 overlooks that X can win at l8.",
        "10. O: b2 does not keep X from winning at l8.",
    ])  # fmt: skip
    expect(table.page.get_by_text("In 3 moves a row was overlooked.")).to_be_visible()
    overlooked.nth(1).click()
    expect(table.note).to_have_text(re.compile("X: .*c1 overlooks that X can win at l8."))


def test_one_request_finds_them_all(table: Table) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.rpartition("/")[2])

    table.open()
    table.play((1, 1), (2, 1), (1, 2), (2, 2))
    table.page.on("request", note)
    table.play((1, 3))
    expect(table.page.get_by_text(re.compile(r"^\d mistakes?\. X kept all"))).to_be_visible()
    assert asked == ["move", "moves"]


def test_a_mistake_leads_to_its_position(table: Table) -> None:
    open_game(table, ["b2", "b1", "a1", "c3", "a3", "a2", "c1"])
    table.page.get_by_role("list", name="Mistakes").get_by_role("button").click()
    table.expect_board(".../.X./.O.")
    expect(table.note).to_have_text(re.compile("^O: b1 gave up the draw; [abc][123] kept it."))
    expect(table.moves.nth(1)).to_have_accessible_name("O b1, a mistake")
    better = table.note.text_content() or ""
    marked = table.page.get_by_role("gridcell", name="marked")
    expect(marked).to_have_count(2)
    names = [
        name.partition(":")[0] for name in marked.evaluate_all("all => all.map(c => c.ariaLabel)")
    ]
    assert set(names) == {"b1", better.split("; ")[1].split()[0]}


def test_a_game_against_a_level_is_reviewed(table: Table) -> None:
    table.open("XXO/OO./X..", o="master")
    table.play((3, 3))
    expect(table.status).to_have_text("Robot wins")
    expect(table.page.get_by_text("1. X: c1 gave up the draw; c2 kept it.")).to_be_visible()


@pytest.mark.thorough
def test_what_about_my_move_works_against_a_level(table: Table) -> None:
    mine = table.page.get_by_role("button", name="My move?")
    table.open("XXO/OO./X..", o="blind")
    expect(mine).to_be_disabled()
    table.play((3, 2))
    expect(table.status).to_have_text(re.compile("^(Your move: X|Dreamer wins)$"))
    mine.click()
    expect(table.note).to_have_text(
        "X: b1 gave up the draw; c2 kept it. With b1 X loses in 1 move, but c2 draws. "
        "b1 does not keep O from winning at c2."
    )
    table.press("Explain")
    expect(table.note).to_have_text(re.compile(r"^Dreamer \(O\): "))


def test_what_is_not_proven_is_no_mistake(table: Table) -> None:
    open_game(table, ["a15", "h8", "o15", "h9", "a1"], "15x15", 5, time=100)
    table.press("What could I do better?")
    expect(table.note).to_have_text("There is no mistake to learn from.")
    expect(table.page.get_by_text("No mistake is proven.")).to_be_visible()
    expect(table.page.get_by_text("5 moves could not be judged.")).to_be_visible()
    table.press("My move?")
    expect(table.note).to_have_text(
        re.compile(r"^X: a1: .*; (who wins is not proven(, (and|but) .*)?|.* not proven of a1)\.$")
    )


def test_a_move_that_loses_is_not_as_good_as_a_better_one_that_is_not_proven(table: Table) -> None:
    """X has four, which O has to block; nobody knows how that goes on."""
    rows = [*["." * 15] * 3, "...X" + "." * 11, *["." * 15] * 3, "OXXXX" + "." * 10]
    rows += [*["." * 15] * 6, "..........OOO.."]
    table.open("/".join(rows), k=5, time=100)
    table.play((15, 1))
    table.press("My move?")
    expect(table.note).to_have_text(
        re.compile(
            "^O: a1: .*; O loses in 1 move, but f8 looks better. a1 does not keep X from .* f8.$"
        )
    )


@pytest.mark.thorough
def test_a_game_that_goes_on_can_be_reviewed(table: Table) -> None:
    open_game(table, ["b2", "b1"])
    expect(
        table.page.get_by_text("mistake", exact=False).and_(table.page.locator("[role=status]"))
    ).to_have_count(0)
    table.press("What could I do better?")
    expect(table.status).to_have_text(KEEP_DRAW)
    table.page.get_by_role("link", name="Back to the game").click()
    table.expect_board(".../.X./.O.")
    expect(table.page.get_by_text("1 mistake.")).to_be_visible()
    table.press("Undo")
    table.play((1, 1))
    expect(table.page.get_by_role("list", name="Mistakes")).to_be_hidden()


def test_each_mistake_is_a_puzzle_with_what_follows_it(table: Table) -> None:
    open_game(table, ["b2", "b1", "a2", "c2", "b3", "a1", "c3", "a3", "c1"])
    assert [text[:2] for text in table.mistakes()] == ["2.", "5.", "6.", "7.", "8."]
    table.press("What could I do better?")
    expect(table.status).to_have_text(KEEP_DRAW)
    expect(table.note).to_have_text(
        "Mistake 1 of 5: O played b1; the numbers on the board show what follows."
    )
    table.expect_board(".../.X./...")
    first = table.cell(3, 2)
    expect(first).to_have_accessible_name("b1: empty, move 1 of the line, O")
    expect(table.page.get_by_role("gridcell", name="move 2 of the line, X")).to_have_count(1)
    following, previous = (
        table.page.get_by_role("link", name=name, exact=True) for name in ("Next", "Previous")
    )
    expect(previous).to_have_count(0)
    following.click()
    expect(table.status).to_have_text("Find a move that keeps the win.")
    expect(table.note).to_have_text(re.compile("^Mistake 2 of 5: X played b3;"))
    table.expect_board(".../XXO/.O.")
    for number in (3, 4, 5):
        following.click()
        expect(table.note).to_have_text(re.compile(f"^Mistake {number} of 5: "))
    expect(following).to_have_count(0)
    previous.click()
    expect(table.note).to_have_text(re.compile("^Mistake 4 of 5: "))


def test_who_plays_against_a_level_learns_from_the_own_mistakes(table: Table) -> None:
    open_game(table, ["b2", "b1", "a2", "c2", "b3", "a1", "c3", "a3", "c1"], o="blind")
    table.mistakes()
    table.press("What could I do better?")
    expect(table.note).to_have_text(re.compile("^Mistake 1 of 2: X played b3;"))


def test_a_wrong_move_is_refuted_and_a_right_one_solves_it(table: Table) -> None:
    open_game(table, ["b2", "b1", "a1", "c3", "a3", "a2", "c1"])
    table.mistakes()
    table.press("What could I do better?")
    expect(table.status).to_have_text(KEEP_DRAW)
    table.play((2, 1))
    expect(table.status).to_have_text("Not this move: press Try again")
    expect(table.note).to_have_text(re.compile("^X: .*X wins in 3 moves"))
    assert table.read().count("X") == 2
    free = table.free_cells()[0]
    table.cell(*free).click()
    assert free in table.free_cells()
    table.press("Try again")
    table.expect_board(".../.X./...")
    expect(table.status).to_have_text(KEEP_DRAW)
    table.press("Hint")
    expect(table.note).to_have_text(re.compile("^Hint: .*draw"))
    table.play((1, 1))
    expect(table.status).to_have_text("Solved!")
    expect(table.note).to_have_text("O: No move is better than a3: O draws with best play.")
    table.expect_board("O../.X./...")


@pytest.mark.thorough
def test_a_mistake_stays_after_a_reload_and_leads_back(table: Table) -> None:
    open_game(table, ["b2", "b1", "a1", "c3", "a3", "a2", "c1"])
    table.mistakes()
    table.press("What could I do better?")
    expect(table.status).to_have_text(KEEP_DRAW)
    table.page.reload()
    expect(table.status).to_have_text(KEEP_DRAW)
    table.page.go_back()
    expect(table.status).to_have_text("X wins")
    table.page.go_forward()
    expect(table.status).to_have_text(KEEP_DRAW)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    table.page.get_by_role("link", name="Back to the game").click()
    expect(table.status).to_have_text("X wins")
    table.mistakes()
    assert asked == ["move"]
