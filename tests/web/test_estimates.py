"""Where nothing is proven: a heat map, a bar of who stands better, and lines of play."""

import re

import pytest
from playwright.sync_api import Locator, expect

from service.game import Board, Rules, find_cell
from service.solver import Budget, Solver
from tests.api.questions import ask
from tests.web.board import Table

OPEN = "/".join(["." * 15] * 15)
GAME = "h8,h9,g8,i8,g10"
LEANINGS = {
    "d7,d6,e7,e6,d5,f5,e5": 12,
    "m14,l13,j10,k12,h9,j11,j9,i10,k9,g9,f7": 15,
    "l9,k8,k7,l8,l7,j7": 15,
}
"""Games after which no side, one side by a little, or one side by more seems to be better."""
LONG_MS = 60_000
FORK = "XO./.X./..O"
BLOCK = "XXO/OO./X.."
LOOKS = """all => all.map(cell => [
    Number(cell.style.getPropertyValue('--heat') || -1),
    parseFloat(getComputedStyle(cell, '::before').width) / cell.clientWidth,
    cell.ariaLabel,
])"""
"""How good each cell looks, from 0 to 1, or -1 if it has no heat; how wide its disc is."""


def score(name: str) -> float:
    """Return the score that a cell's name tells."""
    found = re.search(r"score ([+\N{MINUS SIGN}])(\d\.\d\d)", name)
    assert found, name
    return float(found[2]) * (1 if found[1] == "+" else -1)


def best_score(table: Table) -> float:
    """Return the score of the best move, of which nothing is proven."""
    best = table.page.get_by_role("gridcell", name=re.compile("not proven.*, the best move$"))
    return score(best.get_attribute("aria-label") or "")


def meter(table: Table) -> Locator:
    """Return the bar of who stands better."""
    return table.analysis.get_by_role("meter", name="Who stands better")


def test_the_better_a_move_looks_the_larger_is_its_disc(table: Table) -> None:
    table.open_game(GAME, "15x15", 5, analysis=1, time=1000)
    table.shows(ending=re.compile("^Time ran out after "))
    unknown = table.page.get_by_role("gridcell", name="not proven")
    ranked = sorted(unknown.evaluate_all(LOOKS), key=lambda cell: score(cell[2]))
    (heat, disc, worst), (best_heat, best_disc, best) = ranked[0], ranked[-1]
    assert score(worst) < score(best)
    assert (heat, best_heat) == pytest.approx((0, 1), abs=0.05)
    assert disc < best_disc / 2
    assert all(0 <= heat <= 1 for heat, _, _ in ranked)
    expect(table.page.get_by_text("not proven: the larger, the better it looks")).to_be_visible()
    assert "?" not in (table.page.get_by_role("grid").text_content() or "")


def test_the_bar_says_who_stands_better(table: Table) -> None:
    for board, share in ((FORK, 100), (BLOCK, 50), ("O.O/.XX/.X.", 0)):
        table.open(board, analysis=1)
        expect(meter(table)).to_have_attribute("aria-valuenow", str(share))
        expect(meter(table)).to_have_attribute("aria-valuetext", f"X {share} %, O {100 - share} %")


def test_the_bar_is_of_the_score_where_nothing_is_proven(table: Table) -> None:
    table.open_game(GAME, "15x15", 5, analysis=1, time=300)
    share = 50 * (1 - best_score(table))
    assert abs(int(meter(table).get_attribute("aria-valuenow") or "") - share) <= 1


@pytest.mark.thorough
@pytest.mark.parametrize("moves", LEANINGS)
def test_a_position_looks_even_within_the_error_of_its_estimate(table: Table, moves: str) -> None:
    side = LEANINGS[moves]
    table.open_game(moves, f"{side}x{side}", 5, analysis=1, time=500)
    value = best_score(table)
    said = table.field("verdict").text_content() or ""
    if said.endswith("; it looks even."):
        assert abs(value) <= 0.2
    else:
        assert abs(value) >= 0.2
        is_x = (len(moves.split(",")) % 2 == 0) == (value > 0)
        assert said.endswith(f"for {'X' if is_x else 'O'}.")


@pytest.mark.thorough
@pytest.mark.parametrize("moves", LEANINGS)
def test_estimates_of_different_sides_are_within_that_error(moves: str) -> None:
    board = Board(Rules(LEANINGS[moves], LEANINGS[moves], 5))
    for name in moves.split(","):
        board = board.play(find_cell(board.rules, name) or 0)
    budgets = (Budget(nodes=nodes) for nodes in (30_000, 100_000, 300_000))
    scores = [Solver(16).analyse(board, budget).assessment.score for budget in budgets]
    assert min(max(scores), -min(scores)) < 0.2


def test_a_pressed_move_shows_what_follows_and_pressed_again_is_played(
    table: Table, base_url: str
) -> None:
    table.open(BLOCK, analysis=1)
    table.shows(verdict="A draw if both play well.")
    table.choose("On the board", "Line")
    expect(table.page.get_by_text("Press a cell to see what follows")).to_be_visible()
    table.cell(3, 3).click()
    answer = ask(base_url, board=["XXO", "OO.", "X.X"], row_length=3).json()
    line = ["c1", *(place["name"] for place in answer["principal_variation"])]
    table.shows(
        BLOCK,
        after="After c1: O wins in 1 move.",
        line=" · ".join(f"{'XO'[index % 2]} {name}" for index, name in enumerate(line)),
    )
    expect(table.cell(3, 3)).to_have_text("1")
    expect(table.page.get_by_role("gridcell", name="move 2 of the line, O")).to_have_text("2")
    table.cell(3, 3).click()
    table.shows("XXO/OO./X.X")


def test_a_move_that_ends_the_game_has_nothing_after_it(table: Table) -> None:
    table.open("XX./OO./...", analysis=1)
    table.shows(verdict="X wins in 1 move.")
    table.choose("On the board", "Line")
    table.cell(1, 3).click()
    table.shows(after="After c3: X has won.", line="X c3")
    table.choose("On the board", "Values")
    table.shows(after="")


def test_the_line_grows_with_the_search(table: Table) -> None:
    table.open(OPEN, k=5, analysis=1, time=LONG_MS)
    line = re.compile(r"^X\s[a-o]\d+( · [XO]\s[a-o]\d+)+$")
    table.shows(line=line, verdict="Not known yet")
    table.choose("On the board", "Line")
    expect(table.page.get_by_role("gridcell", name="move 1 of the line, X")).to_have_text("1")
    table.press("Stop")


CHANGED = """() => {
    window.changed = new Set();
    const note = ({ target }) =>
        window.changed.add(target.closest("[role=gridcell]")?.ariaLabel.split(":")[0]);
    new MutationObserver((all) => all.forEach(note)).observe(
        document.querySelector("[role=grid]"),
        { subtree: true, attributes: true, childList: true, characterData: true,
          attributeFilter: ["aria-label", "class", "style"] });
}"""


def test_progress_changes_only_the_cells_that_it_is_about(table: Table) -> None:
    table.open(OPEN, k=5)
    table.page.evaluate(CHANGED)
    table.page.get_by_label("Thinking time").select_option(str(LONG_MS))
    table.press("Analysis")
    search = table.page.get_by_role("region", name="Search")
    expect(search).to_contain_text(re.compile(r"Best so far: .* [2-9] moves ahead"))
    expect(table.page.get_by_role("gridcell", name="best so far")).to_have_count(1)
    changed = table.page.evaluate("[...window.changed].filter(Boolean)")
    assert 1 <= len(changed) < 20
    table.press("Stop")
