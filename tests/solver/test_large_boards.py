"""Boards of any shape up to 2,500 cells: true and legal answers, and bounded memory."""

import random

import pytest

from service.game import Board, Player, Rules, other
from service.solver import Analysis, Budget, Proof, Solver
from tests.solver.checks import check_line
from tests.support.plants import PLANTS, planted
from tests.support.positional_games import stones_of
from tests.support.programs import run_program
from tests.support.reference import moved
from tests.support.sampling import chance_of, samples

ODD_SHAPES = [
    (1, 2500, 5), (2500, 1, 5), (2500, 1, 1250), (1, 2500, 2499), (2, 1250, 4), (1250, 2, 600),
    (50, 50, 1), (50, 50, 2), (50, 50, 3), (50, 50, 50), (50, 50, 51), (49, 51, 50), (25, 100, 7),
]  # fmt: skip
LARGE = [(15, 15, 5), (19, 19, 5), (10, 10, 5), (12, 30, 4), (20, 20, 6), (50, 50, 5)]


def check_answer(analysis: Analysis) -> None:
    """Check everything that can be checked without knowing the value."""
    board = analysis.board
    cells = [option.cell for option in analysis.options]
    assert sorted(cells) == board.legal_moves
    for each in [analysis.assessment, *(option.assessment for option in analysis.options)]:
        assert -1 <= each.bounds.lower <= each.score <= each.bounds.upper <= 1
        assert (each.value is None) == (each.plies_to_end is None)
    check_line(analysis)
    assert analysis.search.complete == (analysis.search.stopped_by is None)


def careless_game(rules: Rules, plies: int, chance: random.Random) -> Board:
    """Return a position after some random moves near each other; the game is not over."""
    while True:
        board, row, column = Board(rules), rules.height // 2, rules.width // 2
        for _ in range(plies):
            row = min(max(row + chance.randint(-2, 2), 0), rules.height - 1)
            column = min(max(column + chance.randint(-2, 2), 0), rules.width - 1)
            cell = row * rules.width + column
            if board.status == "in_progress" and board.empty >> cell & 1:
                board = board.play(cell)
        if board.status == "in_progress":
            return board


@pytest.mark.parametrize("shape", ODD_SHAPES, ids=str)
def test_odd_shapes(solver: Solver, shape: tuple[int, int, int]) -> None:
    chance = chance_of(str(shape))
    rules = Rules(*shape)
    plies = [0, 0] if rules.row_length == 1 else [0, 1, 4, 20]
    for most in plies:
        board = Board(rules)
        for _ in range(most):
            after = board.play(chance.choice(board.legal_moves))
            board = after if after.status == "in_progress" else board
        check_answer(solver.analyse(board, Budget(nodes=3000)))
        check_answer(solver.analyse(board, Budget(nodes=500, best_only=True)))


@pytest.mark.parametrize(
    "shape",
    [LARGE[0], *(pytest.param(each, marks=pytest.mark.thorough) for each in LARGE[1:])],
    ids=str,
)
def test_a_turned_or_swapped_board_is_never_contradicted(shape: tuple[int, int, int]) -> None:
    """Each is searched on its own, and the bounds of all of them hold at once."""
    chance = chance_of(str(shape))
    for _ in range(samples(4, least=2)):
        board = careless_game(Rules(*shape), chance.randint(4, 24), chance)
        images, cells = list[Board](), "".join(board.rows)
        for symmetry in board.geometry.symmetries.tolist():
            x, o = stones_of(moved(cells, tuple(symmetry)))
            images.append(Board(board.rules, x, o, board.to_move))
        images.append(Board(board.rules, board.o, board.x, other(board.to_move)))
        found = [Solver(1).analyse(each, Budget(nodes=6000)) for each in images]
        for analysis in found:
            check_answer(analysis)
        bounds = [each.assessment.bounds for each in found]
        assert max(each.lower for each in bounds) <= min(each.upper for each in bounds)
        own = {option.cell: option.assessment.bounds for option in found[0].options}
        swapped = {option.cell: option.assessment.bounds for option in found[-1].options}
        for cell, here in own.items():
            assert max(here.lower, swapped[cell].lower) <= min(here.upper, swapped[cell].upper)


@pytest.mark.parametrize(
    "shape",
    [(30, 10, 5),
     *(pytest.param(shape, marks=pytest.mark.thorough)
       for shape in [(15, 15, 5), (19, 19, 5), (20, 20, 6)])],
    ids=str,
)  # fmt: skip
def test_a_threatened_win_is_stopped_where_that_can_be_done(
    solver: Solver, shape: tuple[int, int, int]
) -> None:
    """The rival would win by force. Unless every move is proven to lose, the one chosen holds.

    At least against a short look at the rival's threats after it.
    """
    stopped = 0
    for kind in PLANTS:
        for seed in range(4):
            position = planted(shape, kind, seed, attacker_to_move=False)
            if position is None:
                continue
            board = position.board
            analysis = solver.analyse(board, Budget(nodes=30_000, best_only=True))
            best = analysis.options[0]
            wins = position.game.completing(list(position.cells), position.to_move)
            threats = position.game.completing(list(position.cells), other(board.to_move))
            assert not wins or best.cell in wins
            assert wins or len(threats) != 1 or best.cell in threats
            if best.assessment.value == -1:
                assert all(option.assessment.value == -1 for option in analysis.options)
            elif best.assessment.value is None:
                after = solver.analyse(board.play(best.cell), Budget(nodes=2000, best_only=True))
                assert after.assessment.value != 1, position.rows
                stopped += 1
    assert stopped >= 2, stopped


def test_a_row_length_beyond_measure_is_a_draw_at_once() -> None:
    analysis = Solver(1).analyse(Board(Rules(9, 9, 10**30)), Budget())
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (0, 81)
    assert analysis.proof == Proof("no_open_lines")


SPARSE = [((9, 9, 6), 1.0, 0), ((9, 9, 6), 0.9, 0), ((10, 10, 6), 0.8, 4)]
"""Shapes, how many cells are empty, and a seed; no three of the stones make a row."""


@pytest.mark.parametrize(("shape", "share", "seed"), SPARSE, ids=str)
def test_draws_are_proven_and_played_with_more_than_64_empty_cells(
    shape: tuple[int, int, int], share: float, seed: int
) -> None:
    width, height, row_length = shape
    chance = random.Random(seed)
    cells = [
        "." if chance.random() < share else "XO"[(column // 2 + row) % 2]
        for row in range(height)
        for column in range(width)
    ]
    x, o = stones_of("".join(cells))
    to_move: Player = "X" if x.bit_count() <= o.bit_count() else "O"
    board = Board(Rules(width, height, row_length), x, o, to_move)
    assert board.empty.bit_count() > 64
    analysis = Solver(8).analyse(board, Budget(nodes=1_000_000, best_only=True))
    check_answer(analysis)
    assert analysis.search.complete
    assert analysis.proof is not None
    assert analysis.proof.method == "search"
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (0, cells.count("."))
    assert len(analysis.principal_variation) == cells.count(".")


MEMORY_PROGRAM = """
import random
from service.game import Board, Rules
from service.solver import Budget, Solver

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 >> 20

chance = random.Random(1)
solver = Solver(4, threads=2)
solver.warm_up()
for number in range(240):
    width, height = chance.choice([(50, 50), (2500, 1), (1, 2500), (25, 100)] + [
        (chance.randint(1, 50), chance.randint(1, 50)) for _ in range(4)
    ])
    rules = Rules(width, height, chance.randint(2, max(width, height)))
    solver.analyse(Board(rules), Budget(seconds=0.01, seed=1))
    if number == 119:
        before = resident()
print(resident() - before)
"""


@pytest.mark.thorough
def test_memory_is_bounded_whatever_the_mix_of_boards() -> None:
    """What is kept of boards is bounded: twice as many take no more."""
    grown = int(run_program(MEMORY_PROGRAM))
    assert grown <= 96, grown
