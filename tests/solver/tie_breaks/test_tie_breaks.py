"""Among options that are equally good some come first, and a seed varies them."""

from fractions import Fraction

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.players.levels.test_lines import best_cells as best_cells_of_lines
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other, preference, put

SHAPES = {
    (3, 3, 3): (3, 9), (4, 3, 3): (4, 10), (4, 4, 3): (5, 9), (4, 4, 4): (3, 9), (5, 5, 4): (5, 9),
    (7, 2, 3): (4, 10), (9, 1, 2): (3, 9), (9, 9, 4): (5, 8), (9, 1, 3): (5, 9), (5, 2, 2): (5, 10),
}  # fmt: skip


def mistakes(position: Position, cell: int) -> tuple[Fraction, int]:
    """Return how likely the reply to `cell` is a mistake, and how many replies are.

    After a mistake the opponent's value is worse, or the sure loss sooner. Half of the opponents
    play anywhere, the others as `lines` does.
    """
    game, mover, rival = position.game, position.to_move, other(position.to_move)
    after = put(position.cells, cell, mover)
    if game.completes(after, cell, mover) or "." not in after:
        return Fraction(0), 0
    replies = game.options(after, rival)
    value, plies = max(replies.values(), key=preference)
    wrong = {
        reply
        for reply, each in replies.items()
        if each[0] < value or (each[0] == value == -1 and each[1] < plies)
    }
    natural = best_cells_of_lines(Position(game, after, rival))
    likely = Fraction(len(wrong), len(replies)) + Fraction(len(wrong & natural), len(natural))
    return likely, len(wrong)


def best_cells(position: Position) -> set[int]:
    """Return those of the best moves that most likely meet a mistake; all on the empty board."""
    options = position.game.options(position.cells, position.to_move)
    best = max(map(preference, options.values()))
    counts = {
        cell: mistakes(position, cell) if position.cells.strip(".") else (Fraction(0), 0)
        for cell, outcome in options.items()
        if preference(outcome) == best
    }
    return {cell for cell, count in counts.items() if count == max(counts.values())}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_first_option_most_likely_meets_a_mistake(
    solver: Solver, shape: tuple[int, int, int]
) -> None:
    chosen = 0
    for seed, position in enumerate(random_positions(shape, SHAPES[shape], 100, seed=40)):
        board = position.board
        best = best_cells(position)
        chosen += len(best) < len(board.legal_moves)
        for budget in (Budget(), Budget(seed=seed)):
            assert solver.analyse(board, budget).options[0].cell in best, position.rows
    assert chosen


@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 5, 4), (9, 9, 9)])
def test_a_game_begins_where_most_lines_are(
    solver: Solver, shape: tuple[int, int, int], best_only: bool
) -> None:
    """So it is taught."""
    board = Board(Rules(*shape))
    through = np.bincount(board.geometry.lines.reshape(-1), minlength=board.rules.cells)
    options = solver.analyse(board, Budget(best_only=best_only)).options
    equal = [each.cell for each in options if each.assessment == options[0].assessment]
    assert through[equal[0]] == max(through[equal])


LATE_WINS = [
    Position(Reference(4, 3, 3), "....O.X.....", "X"),
    Position(Reference(4, 3, 3), "...O...X....", "O"),
]
"""Where all replies lose, so that those that lose sooner are the mistakes."""


@pytest.mark.parametrize("shape", [(4, 3, 3), (3, 3, 3), (9, 1, 3)])
def test_with_a_seed_it_is_any_of_them(solver: Solver, shape: tuple[int, int, int]) -> None:
    """In late wins and in random positions."""
    late = [each for each in LATE_WINS if each.game.variant[:3] == shape]
    for position in late or random_positions(shape, (5, 9), 60, seed=78):
        board = position.board
        best = best_cells(position)
        seeds = range(30 if len(best) < 4 else 5)
        assert not late or any(mistakes(position, cell)[1] for cell in best)
        chosen = {solver.analyse(board, Budget(seed=seed)).options[0].cell for seed in seeds}
        assert chosen == best if len(best) < 4 else chosen <= best, position.rows


def test_what_was_asked_before_changes_no_choice() -> None:
    """The counts are made with a few nodes, but those always find the same.

    Among few cells they are made with the shared table, to the end.
    """
    boards = [Board(Rules(*shape)) for shape in ((5, 4, 4), (6, 6, 5), (4, 4, 4))]
    for shape in ((3, 3, 3), (4, 4, 4), (9, 9, 5), (7, 2, 3)):
        boards += [each.board for each in random_positions(shape, (6, 12), 12, seed=72)]
    warm = Solver(16)
    for board in boards:
        for cell in board.legal_moves[:3]:
            warm.analyse(board.play(cell), Budget())
        cold = Solver(16).analyse(board, Budget())
        assert warm.analyse(board, Budget()).options == cold.options, board.rows


def test_what_was_asked_before_changes_no_count_of_nodes() -> None:
    """Whatever a thread keeps of one count, the next begins with nothing."""
    boards = [
        each.board
        for shape in ((4, 4, 4), (9, 9, 5))
        for each in random_positions(shape, (9, 14), 10, seed=71)
    ]
    cold = [Solver(1).analyse(board, Budget(nodes=20_000)) for board in boards]
    warm = [Solver(1).analyse(board, Budget(nodes=20_000)) for board in reversed(boards)]
    assert [each.search.nodes for each in cold] == [each.search.nodes for each in reversed(warm)]
    assert [each.options for each in cold] == [each.options for each in reversed(warm)]


def test_the_nodes_are_within_the_limit_and_counted() -> None:
    spent = []
    for limit in (50, 200, 300, 500, 3000, 30_000):
        search = Solver(1).analyse(Board(Rules(4, 4, 4)).play(0), Budget(nodes=limit)).search
        assert search.nodes <= limit
        spent += [search.nodes] * search.complete
    assert spent[0] < spent[-1]


QUIET = [
    (15, 15, 5), (20, 20, 5), (10, 10, 5), (19, 19, 6), (30, 10, 5), (9, 9, 5), (14, 14, 7),
    (12, 12, 6), (40, 8, 5),
]  # fmt: skip


@pytest.mark.parametrize("shape", QUIET, ids=str)
@pytest.mark.parametrize("nodes", [2000, 12_000])
def test_the_first_moves_are_in_the_middle(shape: tuple[int, int, int], nodes: int) -> None:
    """The first within two cells of it, the answer to a stone in the middle next to that."""
    rules = Rules(*shape)
    first = Solver(4).analyse(Board(rules), Budget(nodes=nodes)).options[0].cell
    row, column = divmod(first, rules.width)
    assert abs(2 * row - rules.height + 1) <= 4
    assert abs(2 * column - rules.width + 1) <= 4
    middle = rules.height // 2 * rules.width + rules.width // 2
    answer = Solver(4).analyse(Board(rules).play(middle), Budget(nodes=nodes)).options[0].cell
    down, right = np.subtract(divmod(answer, rules.width), divmod(middle, rules.width))
    assert max(abs(down), abs(right)) == 1


@pytest.mark.parametrize("shape", [(6, 6, 4), (9, 9, 4), (10, 10, 5)], ids=str)
def test_a_seed_never_varies_what_is_proven(shape: tuple[int, int, int]) -> None:
    """What it takes first is known to be no worse than anything else."""
    cells = shape[0] * shape[1]
    for seed, position in enumerate(random_positions(shape, (cells - 14, cells - 4), 40, seed=16)):
        board = position.board
        analysis = Solver(1).analyse(board, Budget(nodes=4000, seed=seed))
        best = analysis.options[0].assessment.bounds
        assert best.upper >= max(option.assessment.bounds.lower for option in analysis.options)
        assert best.lower == max(option.assessment.bounds.lower for option in analysis.options)
        assert best.upper > -1 or analysis.assessment.value == -1
