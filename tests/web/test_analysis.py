"""The analysis: what the page says is what the service answers, in colours, marks and words."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.api.questions import ask
from tests.web.board import Act, Table, scenes

FORK = "XO./.X./..O"
BLOCK = "XXO/OO./X.."
PAIRS = "/".join(["....."] * 5)
OPEN = "/".join(["." * 15] * 15)

MINUS = "\N{MINUS SIGN}"
VALUES = {
    FORK: {
        "c3: empty, draws": "=",
        "a2: empty, wins in 2 moves": "+2",
        "c2: empty, draws": "=",
        "a1: empty, wins in 2 moves, the best move": "+2",
        "b1: empty, draws": "=",
    },
    BLOCK: {
        "c2: empty, draws, the best move": "=",
        "b1: empty, loses in 1 move": f"{MINUS}1",
        "c1: empty, loses in 1 move": f"{MINUS}1",
    },
}


@pytest.fixture(scope="module")
def answer(base_url: str) -> dict[str, Any]:
    """Provide what the service answers to a position with a fork."""
    return dict(ask(base_url, board=FORK.split("/"), row_length=3).json())


@pytest.fixture
def fork(table: Table) -> Table:
    """Provide the page with the analysis of the position with a fork."""
    table.open(FORK, analysis=1)
    table.shows(verdict="X wins in 2 moves.")
    return table


def colour(place: Locator) -> str:
    """Return the background as it is painted."""
    return str(place.evaluate("place => getComputedStyle(place).backgroundColor"))


def shows_marks(table: Table, places: list[dict[str, Any]], mark: str) -> None:
    """Wait until each of some places has a mark: this one, or its number."""
    for number, place in enumerate(places, 1):
        cell = table.cell(place["row"] + 1, place["column"] + 1)
        expect(cell).to_have_text(mark or str(number))


@pytest.mark.parametrize("board", VALUES)
def test_every_legal_move_shows_its_value(table: Table, board: str) -> None:
    table.open(board, analysis=1)
    legend = table.page.locator("#legend")
    colours = {sign: colour(legend.get_by_text(sign, exact=True)) for sign in f"+={MINUS}"}
    assert len(set(colours.values())) == len(colours)
    for name, mark in VALUES[board].items():
        cell = table.page.get_by_role("gridcell", name=name, exact=True)
        expect(cell).to_have_text(mark)
        assert colour(cell) == colours[mark[0]]


def test_the_words_and_figures_are_the_answers(fork: Table, answer: dict[str, Any]) -> None:
    fork.shows(
        reason=answer["reason"]["sentence"],
        proof_method="Worked out move by move.",
        line=" · ".join(line_of(answer)),
    )
    figures = [fork.field("depth"), fork.field("ending")]
    for figure in figures:
        expect(figure).to_be_hidden()
    fork.analysis.get_by_text("Details").click()
    for figure in figures:
        expect(figure).to_be_visible()
    number = re.compile(r"^\d+$")
    fork.shows(
        depth=str(answer["search"]["depth"]),
        nodes=number,
        table_hits=number,
        ending=re.compile("^All proven in "),
    )


WRITTEN_LINE = """async (answer) => {
    const { lineOf } = await import("/web/words.js");
    return lineOf(answer.principal_variation, answer.to_move, answer).split(" · ").at(-1);
}"""
"""The end of the line of play of an answer, as the page writes it."""


def line_of(answer: dict[str, Any]) -> list[str]:
    """Return the principal variation as the page writes it."""
    sides = ("X", "O") if answer["to_move"] == "X" else ("O", "X")
    return [
        f"{sides[index % 2]} {place['name']}"
        for index, place in enumerate(answer["principal_variation"])
    ]


def test_a_line_that_was_cut_is_shown_as_one(
    fork: Table, base_url: str, answer: dict[str, Any]
) -> None:
    """The book says that X wins in 17 moves, and one of them."""
    moves = ["d1", "e1", "c1", "e2", "e3", "a1"]
    game = {"board": ["......."] * 6, "row_length": 4, "gravity": True, "moves": moves}
    for more in ({}, {"evaluate": "best"}):
        cut = ask(base_url, **game, node_limit=10, **more).json()
        assert len(cut["principal_variation"]) < cut["plies_to_end"]
        assert fork.page.evaluate(WRITTEN_LINE, cut) == "…"
    written = fork.page.evaluate(WRITTEN_LINE, answer)
    assert written.replace("\u00a0", " ") == line_of(answer)[-1]


def test_the_line_and_the_reason_can_be_seen_on_the_board(
    fork: Table, answer: dict[str, Any]
) -> None:
    fork.choose("On the board", "Line")
    shows_marks(fork, answer["principal_variation"], "")
    fork.choose("On the board", "Reason")
    expect(fork.cell(3, 1)).to_have_text("★")
    expect(fork.page.get_by_role("gridcell", name="shows the reason")).to_have_count(
        len(answer["reason"]["cells"])
    )


def test_a_pairing_is_shown_pair_by_pair(table: Table, base_url: str) -> None:
    pairs = ask(base_url, board=PAIRS.split("/"), row_length=5).json()["proof"]["pairs"]
    assert len(pairs) > 10
    table.open(PAIRS, k=5, analysis=1)
    table.shows(proof_method=f"Proven by a pairing of {len(pairs)} pairs.")
    table.choose("On the board", "Proof")
    for end in ("first", "second"):
        shows_marks(table, [pair[end] for pair in pairs], "")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("board", "k", "shown", "said"),
    [(FORK, 3, {"proof_method": "Worked out move by move."},
      "This proof cannot be drawn: the board shows only pairings"),
     (PAIRS, 5, {"verdict": "A draw if both play well."}, ""),
     (OPEN, 5, {"ending": re.compile("^Time ran out after ")},
      "Nothing is proven, so there is no proof")],
)  # fmt: skip
def test_a_proof_that_cannot_be_drawn_is_said_so(
    table: Table, board: str, k: int, shown: dict[str, Any], said: str
) -> None:
    table.open(board, k=k, analysis=1, time=100)
    table.shows(**shown)
    about = table.page.locator("#about-layer")
    expect(about).to_have_text("")
    table.choose("On the board", "Proof")
    expect(about).to_have_text(re.compile(f"^{said}" if said else "^$"))


def test_what_is_not_proven_is_said_so(table: Table) -> None:
    table.open(OPEN, k=5, analysis=1, time=100)
    table.shows(
        ending=re.compile("^Time ran out after "),
        verdict=re.compile(r"proven; it looks .*\.$"),
        cells=[re.compile(r"^a15: empty, not proven, score .\d\.\d\d$")],
    )


SCENES: dict[str, list[Act]] = {
    "a won game is known to be over": [
        ("#board=XXX/OO./...&analysis=1",
         {"verdict": "X has won.", "proof_method": "The game is over.", "reason": ""}),
    ],
    "a drawn game is known to be over": [
        ("#board=XOX/XOO/OXX&analysis=1",
         {"verdict": "The game is drawn: the board is full.", "proof_method": "The game is over.",
          "reason": ""}),
    ],
    "the analysis follows the game to its end and can be put away": [
        (f"#board={FORK}", {"cells": ["a1: empty"]}),
        ("Analysis", {"verdict": "X wins in 2 moves."}),
        ("a1", {"verdict": "X wins in 1 move.", "cells": [re.compile("^c3: .*loses in 1 move")]}),
        ("c3 | a2", {"verdict": "X has won."}),
        ("Undo", {"verdict": "X wins in 1 move.", "cells": [re.compile("^a2: .* wins")]}),
        ("Analysis", {"cells": ["a2: empty"]}),
    ],
}  # fmt: skip


@scenes(SCENES)
def test_the_analysis_at_the_end_of_a_game(table: Table, acts: list[Act]) -> None:
    table.act(acts)
    expect(table.analysis).to_be_visible(visible="analysis=1" in table.page.url)
    for part in (table.field("line"), table.page.locator("#legend")):
        expect(part).to_be_hidden()
