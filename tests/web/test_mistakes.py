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
LINK = "/#board={size}&k={k}&x=you&o=you&moves={moves}"


def open_game(table: Table, moves: list[str], size: str = "3x3", k: int = 3, **fields: Any) -> None:
    """Open a game between two people after its last move."""
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
        assert mistake == f"{number}. {mover}: {gave_up}; {better} kept it."
        kept = next(each for each in before["options"] if each["name"] == better)
        assert kept["value"] == before["value"]
        expected.append(mistake)
    assert table.mistakes() == expected
    count = len(expected)
    said = "No mistake is proven." if not count else f"{count} mistake{'s' if count > 1 else ''}."
    expect(table.page.get_by_text(said)).to_be_visible()


def test_one_request_finds_them_all(table: Table) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.rpartition("/")[2])

    table.open()
    table.play((1, 1), (2, 1), (1, 2), (2, 2))
    table.page.on("request", note)
    table.play((1, 3))
    expect(table.page.get_by_text(re.compile(r"^\d mistakes?\.$"))).to_be_visible()
    assert asked == ["move", "moves"]


def test_a_mistake_leads_to_its_position(table: Table) -> None:
    open_game(table, ["b2", "b1", "a1", "c3", "a3", "a2", "c1"])
    table.page.get_by_role("list", name="Mistakes").get_by_role("button").click()
    table.expect_board(".../.X./.O.")
    expect(table.note).to_have_text(re.compile("^O: b1 gave up the draw; [abc][123] kept it.$"))
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


def test_what_about_my_move_works_against_a_level(table: Table) -> None:
    mine = table.page.get_by_role("button", name="My move?")
    table.open("XXO/OO./X..", o="blind")
    expect(mine).to_be_disabled()
    table.play((3, 2))
    expect(table.status).to_have_text(re.compile("^(Your move: X|Dreamer wins)$"))
    mine.click()
    expect(table.note).to_have_text(
        "X: b1 gave up the draw; c2 kept it. With b1 X loses in 1 move, but c2 draws."
    )
    table.press("Explain")
    expect(table.note).to_have_text(re.compile(r"^Dreamer \(O\): "))


def test_what_is_not_proven_is_no_mistake(table: Table) -> None:
    open_game(table, ["a15", "h8", "o15", "h9", "a1"], "15x15", 5, time=100)
    table.press("Find mistakes")
    expect(table.page.get_by_text("No mistake is proven.")).to_be_visible()
    table.press("My move?")
    expect(table.note).to_have_text(
        re.compile(r"^X: a1: .*; who wins is not proven, (and|but) .*\.$")
    )


def test_a_move_that_loses_is_not_as_good_as_a_better_one_that_is_not_proven(table: Table) -> None:
    """X has four, which O has to block; nobody knows how that goes on."""
    rows = [*["." * 15] * 3, "...X" + "." * 11, *["." * 15] * 3, "OXXXX" + "." * 10]
    rows += [*["." * 15] * 6, "..........OOO.."]
    table.open("/".join(rows), k=5, time=100)
    table.play((15, 1))
    table.press("My move?")
    expect(table.note).to_have_text(
        re.compile("^O: a1: .*; O loses in 1 move, but f8 looks better.$")
    )


def test_a_game_that_goes_on_can_be_reviewed(table: Table) -> None:
    open_game(table, ["b2", "b1"])
    expect(
        table.page.get_by_text("mistake", exact=False).and_(table.page.locator("[role=status]"))
    ).to_have_count(0)
    table.press("Find mistakes")
    expect(table.page.get_by_text("1 mistake.")).to_be_visible()
    table.press("Undo")
    table.play((1, 1))
    expect(table.page.get_by_role("list", name="Mistakes")).to_be_hidden()
