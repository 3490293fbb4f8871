"""What moves have lost: marked after the game, by one request, and only where it is proven."""

import random
import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from service.game import parse
from tests.api.questions import ask
from tests.web.board import Act, Table, scenes

KEEP_DRAW = "Find a move that keeps the draw."
BETTER = "What could I do better?"
ONE_MISTAKE = "b2,b1,a1,c3,a3,a2,c1"
FIVE_MISTAKES = "b2,b1,a2,c2,b3,a1,c3,a3,c1"


def random_game(seed: int) -> tuple[list[str], list[list[str]]]:
    """Return a game on 3x3 to its end: the names of its moves, and its positions as rows."""
    cells = [(row, column) for row in range(3) for column in range(3)]
    random.Random(seed).shuffle(cells)
    names: list[str] = []
    positions = [["..."] * 3]
    for row, column in cells:
        rows = list(positions[-1])
        rows[row] = rows[row][:column] + "XO"[len(names) % 2] + rows[row][column + 1 :]
        names.append(f"{'abc'[column]}{3 - row}")
        positions.append(rows)
        if parse(rows, 3).winner:
            break
    return names, positions


@pytest.mark.parametrize("seed", range(2))
def test_every_mistake_is_marked_with_what_was_better(
    table: Table, base_url: str, seed: int
) -> None:
    names, positions = random_game(seed)
    answers = [ask(base_url, board=rows, row_length=3).json() for rows in positions]
    table.open_game(",".join(names))
    lost = {
        number: before
        for number, (before, after) in enumerate(pairwise(answers), 1)
        if -after["value"] != before["value"]
    }
    for mistake, (number, before) in zip(table.mistakes(), lost.items(), strict=True):
        name, better = names[number - 1], mistake.split("; ")[1].split()[0]
        gave_up = f"{before['to_move']}: {name} gave up the {before['outcome']}"
        assert mistake.startswith(f"{number}. {gave_up}; {better} kept it. With {name} ")
        values = {each["name"]: each["value"] for each in before["options"]}
        assert values[better] == before["value"]
    count = len(lost)
    said = "No mistake is proven." if not count else f"{count} mistake{'s' if count > 1 else ''}."
    for side, first in (("X", 1), ("O", 2)):
        moves = range(first, len(names) + 1, 2)
        said += (
            f" {side} kept all it could with {len(set(moves) - set(lost))} of {len(moves)} moves."
        )
    table.shows(judgement=re.compile(f"^{re.escape(said)}( In |$)"))


def test_rows_are_listed_that_were_overlooked_though_nothing_is_proven(table: Table) -> None:
    """X could complete five at l8 for three moves, and O could have kept X from it."""
    table.open_game("h8,g8,i8,a1,j8,a2,k8,b1,c1,b2,l8", "15x15", 5, time=100)
    table.act([(BETTER, {"judgement": re.compile("In 3 moves a row was overlooked[.]$")})])
    overlooked = table.page.get_by_role("list", name="Rows overlooked").get_by_role("button")
    expect(overlooked).to_have_text([
        "8. O: b1 does not keep X from winning at l8.", "9. X: c1 overlooks that X can win at l8.",
        "10. O: b2 does not keep X from winning at l8.",
    ])  # fmt: skip
    overlooked.nth(1).click()
    table.shows(note=re.compile("X: .*c1 overlooks that X can win at l8."))


def test_one_request_finds_them_all(table: Table) -> None:
    table.act([("#board=3x3 | a3 | a2 | b3 | b2", {})])
    asked = table.requests()
    table.act([("c3", {"judgement": re.compile(r"^\d mistakes?\. X kept all")})])
    assert [each.url.rpartition("/")[2] for each in asked] == ["moves"]


def test_a_mistake_leads_to_its_position(table: Table) -> None:
    table.open_game(ONE_MISTAKE)
    table.page.get_by_role("list", name="Mistakes").get_by_role("button").click()
    table.shows(".../.X./.O.", note=re.compile("^O: b1 gave up the draw; [abc][123] kept it."))
    expect(table.moves.nth(1)).to_have_accessible_name("O b1, a mistake")
    better = (table.note.text_content() or "").split("; ")[1].split()[0]
    marked = table.page.get_by_role("gridcell", name="marked")
    names = marked.evaluate_all("all => all.map(each => each.ariaLabel.split(':')[0])")
    assert sorted(names) == sorted(["b1", better])


FOUR = ["." * 15] * 15
FOUR[3], FOUR[7], FOUR[14] = "...X" + "." * 11, "OXXXX" + "." * 10, "..........OOO.."
NOT_PROVEN = r"^X: a1: .*; (who wins is not proven(, (and|but) .*)?|.* not proven of a1)\.$"
LOSES = "^O: a1: .*; O loses in 1 move, but f8 looks better. a1 does not keep X from .* f8.$"
SCENES: dict[str, list[Act]] = {
    "a game against a level is reviewed": [
        ("#board=XXO/OO./X..&o=master | c1",
         {"status": "Robot wins", "says": "1. X: c1 gave up the draw; c2 kept it."}),
    ],
    "what about my move works against a level": [
        ("#board=XXO/OO./X..&o=blind", {"disabled": "My move?"}),
        ("b1", {"status": re.compile("^(Your move: X|Dreamer wins)$")}),
        ("My move?",
         {"note": "X: b1 gave up the draw; c2 kept it. With b1 X loses in 1 move, but c2 draws. "
                  "b1 does not keep O from winning at c2."}),
        ("Explain", {"note": re.compile(r"^Dreamer \(O\): ")}),
    ],
    "what is not proven is no mistake": [
        ("#board=15x15&k=5&moves=a15,h8,o15,h9,a1&time=100 | " + BETTER,
         {"note": "There is no mistake to learn from.",
          "says": "No mistake is proven. 5 moves could not be judged."}),
        ("My move?", {"note": re.compile(NOT_PROVEN)}),
    ],
    # X has four, which O has to block; nobody knows how that goes on.
    "a move that loses is not as good as a better one that is not proven": [
        (f"#board={'/'.join(FOUR)}&k=5&time=100 | a1 | My move?", {"note": re.compile(LOSES)}),
    ],
    "a game that goes on can be reviewed": [
        ("#board=3x3&moves=b2,b1", {"moves": 2, "judgement": ""}),
        (BETTER, {"status": KEEP_DRAW}),
        ("link: Back to the game",
         {"board": ".../.X./.O.", "judgement": re.compile("^1 mistake[.]")}),
        ("Undo | a3", {"moves": 2, "judgement": ""}),
    ],
    "who plays against a level learns from the own mistakes": [
        (f"#board=3x3&moves={FIVE_MISTAKES}&o=blind", {"judgement": re.compile("^5 mistakes[.]")}),
        (BETTER, {"note": re.compile("^Mistake 1 of 2: X played b3;")}),
    ],
    "each mistake is a puzzle with what follows it": [
        (f"#board=3x3&moves={FIVE_MISTAKES}", {"judgement": re.compile("^5 mistakes[.]")}),
        (BETTER,
         {"board": ".../.X./...", "status": KEEP_DRAW, "cells": [
             "b1: empty, move 1 of the line, O", re.compile("move 2 of the line, X$"),
          ], "note": "Mistake 1 of 5: O played b1; the numbers on the board show what follows."}),
        ("link: Next",
         {"board": ".../XXO/.O.", "status": "Find a move that keeps the win.",
          "note": re.compile("^Mistake 2 of 5: X played b3;")}),
        ("link: Next", {"note": re.compile("^Mistake 3 of 5: ")}),
        ("link: Next", {"note": re.compile("^Mistake 4 of 5: ")}),
        ("link: Next", {"note": re.compile("^Mistake 5 of 5: ")}),
        ("link: Previous", {"note": re.compile("^Mistake 4 of 5: ")}),
    ],
    "a mistake stays after a reload and leads back": [
        (f"#board=3x3&moves={ONE_MISTAKE}", {"judgement": re.compile("^1 mistake[.]")}),
        (BETTER, {"status": KEEP_DRAW}),
        ("browser: reload", {"status": KEEP_DRAW}),
        ("browser: back", {"status": "X wins"}),
        ("browser: forward", {"status": KEEP_DRAW}),
        ("link: Back to the game",
         {"status": "X wins", "judgement": re.compile("^1 mistake[.]")}),
    ],
}  # fmt: skip
THOROUGH = [
    "what about my move works against a level", "a game that goes on can be reviewed",
    "a mistake stays after a reload and leads back",
]  # fmt: skip


@scenes(SCENES, THOROUGH)
def test_what_is_said_of_mistakes(table: Table, acts: list[Act]) -> None:
    table.act(acts)


def test_the_first_mistake_has_none_before_it_and_the_last_none_after_it(table: Table) -> None:
    for at, missing, other in ((2, "Previous", "Next"), (8, "Next", "Previous")):
        table.take(f"#board=3x3&moves={FIVE_MISTAKES}&mistake={at}")
        expect(table.page.get_by_role("link", name=other, exact=True)).to_be_visible()
        expect(table.page.get_by_role("link", name=missing, exact=True)).to_have_count(0)


def test_a_wrong_move_is_refuted_and_a_right_one_solves_it(table: Table) -> None:
    table.act([
        (f"#board=3x3&moves={ONE_MISTAKE}", {"judgement": re.compile("^1 mistake[.]")}),
        (BETTER, {"status": KEEP_DRAW}),
        ("a2", {"status": "Not this move: press Try again",
                "note": re.compile("^X: .*X wins in 3 moves")}),
    ])  # fmt: skip
    shown = table.read()
    assert shown.count("X") == 2
    table.cell(*table.free_cells()[0]).click()
    assert table.read() == shown
    table.act([
        ("Try again", {"board": ".../.X./...", "status": KEEP_DRAW}),
        ("Hint", {"note": re.compile("^Hint: .*draw")}),
        ("a3", {"board": "O../.X./...", "status": "Solved!",
                "note": "O: No move is better than a3: O draws with best play."}),
    ])  # fmt: skip
