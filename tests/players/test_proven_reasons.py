"""What is claimed by proof where plain negamax is too slow: a plain search, play, or the proof."""

import random
from collections import Counter

import pytest

from service.game import Board, render
from service.players import Choice, Turn
from service.players.levels import master
from service.solver import Analysis, Budget, Solver
from tests.players.claim import MOST_EMPTY_CELLS, MOST_VALUED
from tests.players.truths import check
from tests.solver.checks import check_proof
from tests.support.plants import PLANTS, planted
from tests.support.positions import random_positions
from tests.support.reference import Reference, other
from tests.support.sampling import chance_of, enough

MIDDLE = [
    (4, 4, 3), (4, 4, 4), (5, 4, 3), (5, 5, 4), (6, 5, 4), (7, 7, 5), (3, 5, 3), (14, 1, 3),
    (2, 8, 3), (6, 3, 3),
]  # fmt: skip
PROVEN = {"wins", "every other", "draw", "every move"}
"""Words that are said of what is proven."""
BUDGET = Budget(nodes=20_000)


def chosen(solver: Solver, board: Board, budget: Budget = BUDGET) -> tuple[Analysis, Choice]:
    """Return what the solver knows, and the best move with its reason."""
    analysis = solver.analyse(board, budget)
    return analysis, master.choose(Turn.analysed(analysis, None))


def test_reasons_above_nine_empty_cells_are_true() -> None:
    """They are compared with a plain search, in positions where nobody can complete a line."""
    solver, seen = Solver(4), Counter[str]()
    for shape in MIDDLE:
        empty = (MOST_EMPTY_CELLS + 1, MOST_VALUED)
        for position in random_positions(shape, empty, 120, seed=91):
            if any(position.game.completing(position.cells, each) for each in "XO"):
                continue
            _, choice = chosen(solver, position.board)
            check(position, choice.cell, choice.reason)
            said = choice.reason.text.rpartition("; ")[2].lower()
            seen += Counter(word for word in PROVEN if word in said)
    assert min(seen[word] for word in PROVEN) >= enough(5), seen


def play_on(solver: Solver, board: Board, winner: str, chance: random.Random) -> Board:
    """Return the end of a game of best moves against blocks and random moves."""
    game = Reference(board.rules.width, board.rules.height, board.rules.row_length)
    while board.status == "in_progress":
        if board.to_move == winner:
            move = chosen(solver, board)[1].cell
        else:
            threats = game.completing(list("".join(render(board))), winner)
            move = min(threats) if threats else chance.choice(board.legal_moves)
        board = board.play(move)
    return board


@pytest.mark.parametrize(
    "shape", [pytest.param((11, 11, 5), marks=pytest.mark.thorough), (15, 15, 5)], ids=str
)
def test_a_win_that_is_claimed_is_won_over_the_board(shape: tuple[int, int, int]) -> None:
    """A loss that is claimed is lost, whichever move is said to delay it."""
    solver, chance, seen = Solver(4), chance_of(f"{shape} over the board"), Counter[str]()
    for kind, attacking in [(kind, attacking) for kind in PLANTS for attacking in (True, False)]:
        position = planted(shape, kind, 5, attacking)
        if position is None:
            continue
        board, mover = position.board, position.to_move
        analysis, choice = chosen(solver, board)
        check(position, choice.cell, choice.reason)
        text, lost = choice.reason.text, "every move loses" in choice.reason.text.lower()
        if f"{mover} wins" in text:
            seen["won"] += 1
            assert play_on(solver, board, mover, chance).winner == mover, position.rows
        elif lost or text.endswith("every other move loses."):
            seen["lost"] += 1
            options = [option.cell for option in analysis.options]
            tried = chance.sample(options[1:], 2) + [choice.cell] * lost
            for cell in tried:
                end = play_on(solver, board.play(cell), other(mover), chance)
                assert end.winner == other(mover), (position.rows, cell)
    assert seen["won"] >= 2, seen
    assert seen["lost"] >= 1, seen


LARGE: list[tuple[tuple[int, int, int], tuple[int, int]]] = [
    ((30, 10, 9), (230, 300)), ((25, 25, 9), (500, 625)), ((9, 6, 6), (46, 54)),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "empty"), LARGE, ids=str)
def test_a_draw_that_is_held_on_a_large_board_has_a_proof(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    """Each line that is open to either side needs a pair of the proof."""
    solver, checked = Solver(4), 0
    for position in random_positions(shape, empty, 8, seed=92):
        analysis, choice = chosen(solver, position.board, Budget(nodes=2_000))
        check(position, choice.cell, choice.reason)
        if choice.reason.code == "holds_draw" and analysis.proof is not None:
            check_proof(analysis, position.game, position.cells)
            checked += analysis.proof.method in ("pairing", "no_open_lines", "potential")
    assert checked >= enough(2)
