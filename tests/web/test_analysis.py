"""The analysis: what the page says is what the service answers, in colours, marks and words."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.questions import ask
from tests.web.board import Table

FORK = "XO./.X./..O"
BLOCK = "XXO/OO./X.."
OPEN = "/".join(["." * 15] * 15)

MINUS = "\N{MINUS SIGN}"
VALUES = {
    FORK: {
        (1, 3): ("draw", "=", "draws"),
        (2, 1): ("win", "+2", "wins in 2 moves"),
        (2, 3): ("draw", "=", "draws"),
        (3, 1): ("win", "+2", "wins in 2 moves, the best move"),
        (3, 2): ("draw", "=", "draws"),
    },
    BLOCK: {
        (2, 3): ("draw", "=", "draws, the best move"),
        (3, 2): ("loss", f"{MINUS}1", "loses in 1 move"),
        (3, 3): ("loss", f"{MINUS}1", "loses in 1 move"),
    },
}
SIGNS = {"win": "+", "draw": "=", "loss": MINUS}


@pytest.mark.parametrize("board", VALUES)
def test_every_legal_move_shows_its_value(table: Table, board: str) -> None:
    table.open(board, analysis=1)
    for (row, column), (outcome, mark, words) in VALUES[board].items():
        cell = table.cell(row, column)
        expect(cell).to_have_accessible_name(f"{'abc'[column - 1]}{4 - row}: empty, {words}")
        expect(cell).to_have_text(mark)
        assert colour(cell) == colour(legend(table, outcome))
    colours = {colour(legend(table, outcome)) for outcome in SIGNS}
    assert len(colours) == len(SIGNS)


def test_the_words_and_figures_are_the_answers(table: Table, base_url: str) -> None:
    answer = ask(base_url, board=FORK.split("/"), row_length=3).json()
    table.open(FORK, analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    expect(table.field("reason")).to_have_text(answer["reason"]["sentence"])
    expect(table.field("proof-method")).to_have_text("Worked out move by move.")
    expect(table.field("line")).to_have_text(" · ".join(line_of(answer)))
    for figure in ("depth", "ending"):
        expect(table.field(figure)).to_be_hidden()
    table.analysis.get_by_text("Details").click()
    expect(table.field("depth")).to_be_visible()
    expect(table.field("depth")).to_have_text(str(answer["search"]["depth"]))
    for figure in ("nodes", "table-hits"):
        expect(table.field(figure)).to_have_text(re.compile(r"^\d+$"))
    ending = table.page.get_by_text(re.compile("^All proven in "))
    expect(ending).to_have_count(1)
    expect(ending).to_be_visible()


WRITTEN_LINE = """async (answer) => {
    const { lineOf } = await import("/web/words.js");
    return lineOf(answer.principal_variation, answer.to_move, answer);
}"""
"""The line of play of an answer, as the page writes it."""


def test_a_line_that_was_cut_is_shown_as_one(table: Table, base_url: str) -> None:
    """The book says that X wins in 17 moves, and one of them."""
    table.open()
    game = {"board": ["......."] * 6, "row_length": 4, "gravity": True}
    moves = ["d1", "e1", "c1", "e2", "e3", "a1"]
    for question in (
        {**game, "moves": moves, "node_limit": 10},
        {**game, "moves": moves, "node_limit": 10, "evaluate": "best"},
        {"board": FORK.split("/"), "row_length": 3},
    ):
        answer = ask(base_url, **question).json()
        is_cut = "moves" in question
        assert is_cut == (len(answer["principal_variation"]) < answer["plies_to_end"])
        written = table.page.evaluate(WRITTEN_LINE, answer)
        assert written.split(" · ")[-1].replace("\u00a0", " ") == (
            "…" if is_cut else line_of(answer)[-1]
        )


def test_the_line_and_the_reason_can_be_seen_on_the_board(table: Table, base_url: str) -> None:
    answer = ask(base_url, board=FORK.split("/"), row_length=3).json()
    table.open(FORK, analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    table.choose("On the board", "Line")
    for index, place in enumerate(answer["principal_variation"]):
        cell = table.cell(place["row"] + 1, place["column"] + 1)
        expect(cell).to_have_text(str(index + 1))
    table.choose("On the board", "Reason")
    for place in answer["reason"]["cells"]:
        cell = table.cell(place["row"] + 1, place["column"] + 1)
        expect(cell).to_have_accessible_name(re.compile("shows the reason"))
    expect(table.cell(3, 1)).to_have_text("★")


def test_a_pairing_is_shown_pair_by_pair(table: Table, base_url: str) -> None:
    board = "/".join(["....."] * 5)
    pairs = ask(base_url, board=board.split("/"), row_length=5).json()["proof"]["pairs"]
    assert len(pairs) > 10
    table.open(board, k=5, analysis=1)
    expect(table.field("proof-method")).to_have_text(f"Proven by a pairing of {len(pairs)} pairs.")
    table.choose("On the board", "Proof")
    for index, pair in enumerate(pairs):
        for place in (pair["first"], pair["second"]):
            cell = table.cell(place["row"] + 1, place["column"] + 1)
            expect(cell).to_have_text(str(index + 1))


@pytest.mark.thorough
def test_a_proof_that_cannot_be_drawn_is_said_so(table: Table) -> None:
    drawn = table.page.get_by_text("This proof cannot be drawn: the board shows only pairings")
    table.open(FORK, analysis=1)
    expect(table.field("proof-method")).to_have_text("Worked out move by move.")
    expect(drawn).to_be_hidden()
    table.choose("On the board", "Proof")
    expect(drawn).to_be_visible()
    table.open("/".join(["....."] * 5), k=5, analysis=1)
    table.choose("On the board", "Proof")
    expect(table.cell(1, 1)).to_have_accessible_name(re.compile("pair"))
    expect(drawn).to_be_hidden()
    table.open(OPEN, k=5, analysis=1, time=100)
    expect(table.field("ending")).to_have_text(re.compile("^Time ran out after "))
    table.choose("On the board", "Proof")
    expect(table.page.get_by_text("Nothing is proven, so there is no proof")).to_be_visible()


def test_what_is_not_proven_is_said_so(table: Table) -> None:
    table.open(OPEN, k=5, analysis=1, time=100)
    expect(table.field("ending")).to_have_text(re.compile("^Time ran out after "))
    cell = table.cell(1, 1)
    expect(cell).to_have_accessible_name(re.compile(r"^a15: empty, not proven, score .\d\.\d\d$"))
    expect(table.field("verdict")).to_have_text(re.compile(r"proven; it looks .*\.$"))


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ("XXX/OO./...", "X has won."),
        ("XOX/XOO/OXX", "The game is drawn: the board is full."),
    ],
)
def test_a_finished_game_is_known_to_be_over(table: Table, board: str, verdict: str) -> None:
    table.open(board, analysis=1)
    expect(table.field("verdict")).to_have_text(verdict)
    expect(table.field("proof-method")).to_have_text("The game is over.")
    expect(table.field("proof-method")).to_be_visible()
    expect(table.field("reason")).to_have_text("")
    expect(table.field("line")).to_be_hidden()
    expect(table.page.locator("#legend")).to_be_hidden()


def test_the_move_that_ends_the_game_ends_the_analysis(table: Table) -> None:
    table.open("XX./OO./...", analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 1 move.")
    table.play((1, 3))
    expect(table.field("verdict")).to_have_text("X has won.")
    table.press("Undo")
    expect(table.field("verdict")).to_have_text("X wins in 1 move.")


def test_the_analysis_follows_the_game_and_can_be_put_away(table: Table) -> None:
    table.open(FORK)
    expect(table.analysis).to_be_hidden()
    table.press("Analysis")
    expect(table.field("verdict")).to_have_text("X wins in 2 moves.")
    table.play((3, 1))
    expect(table.field("verdict")).to_have_text("X wins in 1 move.")
    expect(table.cell(1, 3)).to_have_accessible_name(re.compile("loses in 1 move"))
    table.press("Analysis")
    expect(table.analysis).to_be_hidden()
    expect(table.cell(1, 3)).to_have_accessible_name("c3: empty")


def line_of(answer: dict[str, Any]) -> list[str]:
    """Return the principal variation as the page writes it."""
    sides = ("X", "O") if answer["to_move"] == "X" else ("O", "X")
    return [
        f"{sides[index % 2]} {place['name']}"
        for index, place in enumerate(answer["principal_variation"])
    ]


def legend(table: Table, outcome: str) -> Any:
    """Return the sample of an outcome's colour."""
    return table.page.locator("#legend").get_by_text(SIGNS[outcome], exact=True)


def colour(place: Any) -> str:
    """Return the background as it is painted."""
    return str(place.evaluate("place => getComputedStyle(place).backgroundColor"))
