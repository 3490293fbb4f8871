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
    "d7,d6,e7,e6,d5,f5,e5": "12x12",
    "m14,l13,j10,k12,h9,j11,j9,i10,k9,g9,f7": "15x15",
    "l9,k8,k7,l8,l7,j7": "15x15",
}
"""Games after which no side, one side by a little, or one side by more seems to be better."""
LONG_MS = 60_000
FORK = "XO./.X./..O"
BLOCK = "XXO/OO./X.."


def heat(cell: Locator) -> float:
    """Return how good a cell looks, from 0 to 1; of one that has no heat -1."""
    return float(cell.evaluate("cell => cell.style.getPropertyValue('--heat') || -1"))


def disc(cell: Locator) -> float:
    """Return how wide the disc in a cell is, of the cell."""
    return float(
        cell.evaluate(
            "cell => parseFloat(getComputedStyle(cell, '::before').width) / cell.clientWidth"
        )
    )


def score(name: str) -> float:
    """Return the score that a cell's name tells."""
    found = re.search(r"score ([+\N{MINUS SIGN}])(\d\.\d\d)", name)
    assert found, name
    return float(found[2]) * (1 if found[1] == "+" else -1)


def meter(table: Table) -> Locator:
    """Return the bar of who stands better."""
    return table.analysis.get_by_role("meter", name="Who stands better")


def test_the_better_a_move_looks_the_larger_is_its_disc(table: Table) -> None:
    table.page.goto(f"/#board=15x15&k=5&x=you&o=you&moves={GAME}&analysis=1&time=1000")
    expect(table.field("ending")).to_have_text(re.compile("^Time ran out after "))
    unknown = table.page.get_by_role("gridcell", name="not proven")
    scores = {cell: score(cell.get_attribute("aria-label") or "") for cell in unknown.all()}
    ranked = sorted(scores, key=lambda cell: scores[cell])
    worst, best = ranked[0], ranked[-1]
    assert scores[worst] < scores[best]
    assert (heat(worst), heat(best)) == pytest.approx((0, 1), abs=0.05)
    assert disc(worst) < disc(best) / 2
    assert all(0 <= heat(cell) <= 1 for cell in ranked[:: len(ranked) // 5])
    expect(table.page.get_by_text("not proven: the larger, the better it looks")).to_be_visible()
    assert "?" not in (table.page.get_by_role("grid").text_content() or "")


def test_the_bar_says_who_stands_better(table: Table) -> None:
    for board, share in ((FORK, 100), (BLOCK, 50), ("O.O/.XX/.X.", 0)):
        table.open(board, analysis=1)
        expect(meter(table)).to_have_attribute("aria-valuenow", str(share))
        expect(meter(table)).to_have_attribute("aria-valuetext", f"X {share} %, O {100 - share} %")


def test_the_bar_is_of_the_score_where_nothing_is_proven(table: Table) -> None:
    table.page.goto(f"/#board=15x15&k=5&x=you&o=you&moves={GAME}&analysis=1&time=300")
    best = table.page.get_by_role("gridcell", name=re.compile("not proven.*, the best move$"))
    share = 50 * (1 - score(best.get_attribute("aria-label") or ""))
    assert abs(int(meter(table).get_attribute("aria-valuenow") or "") - share) <= 1


@pytest.mark.thorough
@pytest.mark.parametrize("moves", LEANINGS)
def test_a_position_looks_even_within_the_error_of_its_estimate(table: Table, moves: str) -> None:
    table.page.goto(f"/#board={LEANINGS[moves]}&k=5&x=you&o=you&moves={moves}&analysis=1&time=500")
    best = table.page.get_by_role("gridcell", name=re.compile("not proven.*, the best move$"))
    value = score(best.get_attribute("aria-label") or "")
    said = table.field("verdict").text_content() or ""
    if said.endswith("; it looks even."):
        assert abs(value) <= 0.2
    else:
        assert abs(value) >= 0.2
        mover = "XO"[len(moves.split(",")) % 2]
        assert said.endswith(f"for {mover if value > 0 else 'XO'.replace(mover, '')}.")


@pytest.mark.thorough
@pytest.mark.parametrize("moves", LEANINGS)
def test_estimates_of_different_sides_are_within_that_error(moves: str) -> None:
    width, height = map(int, LEANINGS[moves].split("x"))
    board = Board(Rules(width, height, 5))
    for name in moves.split(","):
        board = board.play(find_cell(board.rules, name) or 0)
    budgets = (Budget(nodes=nodes) for nodes in (30_000, 100_000, 300_000))
    scores = [Solver(16).analyse(board, budget).assessment.score for budget in budgets]
    assert min(max(scores), -min(scores)) < 0.2


def test_a_pressed_move_shows_what_follows_and_pressed_again_is_played(
    table: Table, base_url: str
) -> None:
    table.open(BLOCK, analysis=1)
    expect(table.field("verdict")).to_have_text("A draw if both play well.")
    table.choose("On the board", "Line")
    expect(table.page.get_by_text("Press a cell to see what follows")).to_be_visible()
    table.cell(3, 3).click()
    expect(table.field("after")).to_have_text("After c1: O wins in 1 move.")
    answer = ask(base_url, board=["XXO", "OO.", "X.X"], row_length=3).json()
    line = ["c1", *(place["name"] for place in answer["principal_variation"])]
    expect(table.field("line")).to_have_text(
        " · ".join(f"{'XO'[index % 2]} {name}" for index, name in enumerate(line))
    )
    expect(table.cell(3, 3)).to_have_text("1")
    expect(table.page.get_by_role("gridcell", name="move 2 of the line, O")).to_have_text("2")
    assert table.read() == BLOCK
    table.cell(3, 3).click()
    table.expect_board("XXO/OO./X.X")


def test_a_move_that_ends_the_game_has_nothing_after_it(table: Table) -> None:
    table.open("XX./OO./...", analysis=1)
    expect(table.field("verdict")).to_have_text("X wins in 1 move.")
    table.choose("On the board", "Line")
    table.cell(1, 3).click()
    expect(table.field("after")).to_have_text("After c3: X has won.")
    expect(table.field("line")).to_have_text("X c3")
    table.choose("On the board", "Values")
    expect(table.field("after")).to_have_text("")


def test_the_line_grows_with_the_search(table: Table) -> None:
    table.open(OPEN, k=5, analysis=1, time=LONG_MS)
    expect(table.field("line")).to_have_text(re.compile(r"^X\s[a-o]\d+( · [XO]\s[a-o]\d+)+$"))
    expect(table.field("verdict")).to_have_text("Not known yet")
    table.choose("On the board", "Line")
    expect(table.page.get_by_role("gridcell", name="move 1 of the line, X")).to_have_text("1")
    table.press("Stop")


def test_progress_changes_only_the_cells_that_it_is_about(table: Table) -> None:
    table.open(OPEN, k=5)
    table.page.evaluate(
        """() => {
            window.changed = new Set();
            new MutationObserver((all) => all.forEach(({ target }) =>
                window.changed.add(target.closest("[role=gridcell]")?.ariaLabel.split(":")[0])))
                .observe(document.querySelector("[role=grid]"),
                    { subtree: true, attributes: true, childList: true, characterData: true,
                      attributeFilter: ["aria-label", "class", "style"] });
        }"""
    )
    table.page.get_by_label("Thinking time").select_option(str(LONG_MS))
    table.press("Analysis")
    search = table.page.get_by_role("region", name="Search")
    expect(search).to_contain_text(re.compile(r"Best so far: .* [2-9] moves ahead"))
    noted = table.page.get_by_role("gridcell", name="best so far")
    expect(noted).to_have_count(1)
    changed = table.page.evaluate("[...window.changed].filter(Boolean)")
    assert 1 <= len(changed) < 20
    table.press("Stop")
