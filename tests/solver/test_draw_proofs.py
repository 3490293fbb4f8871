"""Draw proofs: boards they settle, and that they never exclude the true score of an option."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver import Analysis, Budget, Solver, linegames
from service.solver.climbs import NarrowClimb, PartClimb, first_state
from service.solver.kernels.scores import WIN
from service.solver.proofs import DrawProofs
from service.solver.transposition import TranspositionTable
from tests.maker_breaker import maker_wins, open_sets
from tests.positions import Position, random_positions
from tests.reference import Reference, other
from tests.solver.checks import board_of, check_bounds, check_exact, check_variation

DRAWN_BOARDS = [
    ((5, 4, 4), True, 40_000), ((5, 4, 4), False, 100_000), ((6, 4, 4), True, 200_000),
    ((6, 6, 5), True, 40_000), ((6, 6, 5), False, 40_000), ((7, 7, 6), True, 5_000),
    ((9, 6, 6), True, 20_000),
]  # fmt: skip
SHAPES = [
    ((3, 3, 3), (1, 9)), ((4, 3, 3), (3, 9)), ((4, 4, 3), (4, 8)), ((4, 4, 4), (4, 8)),
    ((5, 3, 3), (4, 8)), ((5, 4, 4), (4, 8)), ((5, 5, 4), (4, 8)), ((5, 5, 3), (6, 8)),
    ((6, 6, 4), (5, 8)), ((10, 1, 2), (5, 9)), ((7, 7, 5), (5, 8)), ((8, 8, 5), (5, 8)),
]  # fmt: skip
STRONG_SHAPES = [
    ((3, 3, 3), (5, 9), 250), ((4, 4, 4), (8, 10), 20), ((5, 4, 4), (8, 10), 15),
    ((5, 5, 4), (8, 10), 10), ((10, 1, 2), (6, 10), 100), ((12, 1, 3), (7, 12), 100),
]  # fmt: skip
"""Where a side that nobody threatens would often win, and yet does not."""


def check_drawn_line(analysis: Analysis, board: Board) -> None:
    """The principal variation is legal, fills the board and completes nothing."""
    line = analysis.principal_variation
    game = Reference(board.rules.width, board.rules.height, board.rules.row_length)
    cells = "".join(
        "X" if board.x >> cell & 1 else "O" if board.o >> cell & 1 else "."
        for cell in range(board.rules.cells)
    )
    mover = str(board.to_move)
    assert line[0] == analysis.options[0].cell
    assert len(line) == cells.count(".")
    for cell in line:
        assert cells[cell] == "."
        cells = cells[:cell] + mover + cells[cell + 1 :]
        mover = other(mover)
    assert "." not in cells
    assert not any(game.has_line(cells, player) for player in "XO")


@pytest.mark.parametrize(("shape", "best_only", "nodes"), DRAWN_BOARDS, ids=str)
def test_drawn_boards(shape: tuple[int, int, int], best_only: bool, nodes: int) -> None:
    board = Board(Rules(*shape))
    analysis = Solver(16).analyse(board, Budget(nodes=nodes, best_only=best_only))
    assert analysis.search.complete
    assert analysis.search.nodes <= nodes
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (0, board.rules.cells)
    assert analysis.assessment.shortest is True
    if not best_only:
        assert {option.assessment.value for option in analysis.options} <= {0, -1}
    check_drawn_line(analysis, board)


def climb_of(
    position: Position, table: TranspositionTable, part: bool, best_only: bool = False
) -> NarrowClimb:
    """A climb that has not begun, of all options; `part` takes the empty cells for a game."""
    board = board_of(position.game, position.cells, position.to_move)
    empty = np.array([cell for cell, mark in enumerate(position.cells) if mark == "."], np.int64)
    state = first_state(best_only)
    if part:
        game = linegames.empty_cells(board, empty, table.private_keys())
        return PartClimb(game, empty, empty, table, state)
    game = linegames.whole_board(board.rules)
    return NarrowClimb(game, (board.own, board.opponent), empty, empty, table, state)


def options_of(climb: NarrowClimb) -> dict[int, tuple[int, int]]:
    """The bounds of each option by its cell."""
    cells = climb.to_cells(climb.cells.tolist())
    bounds = zip(climb.lower.tolist(), climb.upper.tolist(), strict=True)
    return dict(zip(cells, bounds, strict=True))


def score_of(outcome: tuple[int, int]) -> int:
    """An outcome of the reference as the bounds are written."""
    value, plies = outcome
    return value * (WIN - plies)


@pytest.mark.parametrize("part", [False, True], ids=["whole", "part"])
def test_the_proofs_alone_are_true_and_say_all_they_can(part: bool) -> None:
    """No bound excludes the true score; where Breaker holds, a bound says so."""
    table, weak_wins, drawn = TranspositionTable(1), 0, 0
    sample = [each for shape in SHAPES for each in random_positions(*shape, 80, seed=11)]
    for position in sample:
        game, cells, mover = position.game, position.cells, position.to_move
        climb = climb_of(position, table, part)
        assert DrawProofs(climb, table).advance(10**9)
        expected = game.options(cells, mover)
        found = options_of(climb)
        assert found.keys() == expected.keys()
        for cell, outcome in expected.items():
            context = (position.rows, mover, cell, found[cell], outcome)
            lower, upper = found[cell]
            assert lower <= score_of(outcome) <= upper, context
            if outcome == (1, 1):
                continue
            after = cells[:cell] + mover + cells[cell + 1 :]
            mover_wins = maker_wins(open_sets(game, after, mover), "Breaker")
            opponent_wins = maker_wins(open_sets(game, after, other(mover)), "Maker")
            assert mover_wins or upper <= 0, context
            assert opponent_wins or lower >= 0, context
            weak_wins += outcome[0] == 0 and (mover_wins or opponent_wins)
            drawn += not (mover_wins or opponent_wins)
    assert weak_wins >= 50, weak_wins
    assert drawn >= 500, drawn


@pytest.mark.parametrize("part", [False, True], ids=["whole", "part"])
def test_weak_wins_that_are_draws_are_not_misjudged(part: bool) -> None:
    """Positions where either side, were it alone, would complete a line, yet nobody does."""
    table, both_ways = TranspositionTable(1), 0
    for shape, empty_cells, count in STRONG_SHAPES:
        for position in random_positions(shape, empty_cells, count, seed=12):
            game, cells, mover = position.game, position.cells, position.to_move
            if game.solve(cells, mover)[0] != 0:
                continue
            if not maker_wins(open_sets(game, cells, mover), "Maker"):
                continue
            both_ways += 1
            climb = climb_of(position, table, part)
            assert DrawProofs(climb, table).advance(10**9)
            assert climb.lower.max() <= 0 <= climb.upper.max(), position.rows
            assert climb.advance(1 << 60)
            for cell, outcome in game.options(cells, mover).items():
                bounds = options_of(climb)[cell]
                assert bounds == (score_of(outcome),) * 2, (position.rows, mover, cell)
    assert both_ways >= 100, both_ways


@pytest.mark.parametrize("best_only", [False, True])
def test_proofs_that_stop_at_every_node(best_only: bool) -> None:
    """Bounds only tighten, never exclude the truth, and end as those of one go, as many nodes."""
    stops = 0
    for position in [each for shape in SHAPES for each in random_positions(*shape, 25, seed=13)]:
        game, cells, mover = position.game, position.cells, position.to_move
        expected = game.options(cells, mover)
        whole_table, cut_table = TranspositionTable(1), TranspositionTable(1)
        whole = climb_of(position, whole_table, False, best_only)
        at_once = DrawProofs(whole, whole_table)
        assert at_once.advance(10**9)
        cut = climb_of(position, cut_table, False, best_only)
        proofs, limit = DrawProofs(cut, cut_table), 0
        while not proofs.advance(limit):
            assert proofs.nodes == limit
            limit += 1
            stops += 1
            for cell, (lower, upper) in options_of(cut).items():
                assert lower <= score_of(expected[cell]) <= upper, (position.rows, mover, cell)
        assert options_of(cut) == options_of(whole), position.rows
        assert (proofs.nodes, proofs.table_hits) == (at_once.nodes, at_once.table_hits)
    assert stops >= 500, stops


def check_answer(analysis: Analysis, position: Position) -> None:
    """All options, or only the best, as the reference has it, and a line of best play."""
    game, cells, mover = position.game, position.cells, position.to_move
    outcome = (analysis.assessment.value, analysis.assessment.plies_to_end)
    assert outcome == game.solve(cells, mover), position.rows
    check_bounds(analysis, game, cells)
    check_variation(analysis, game, cells)


@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize(("shape", "empty_cells"), SHAPES, ids=str)
def test_proofs_first_through_the_door(
    monkeypatch: pytest.MonkeyPatch,
    solver: Solver,
    shape: tuple[int, int, int],
    empty_cells: tuple[int, int],
    best_only: bool,
) -> None:
    """With hardly a node for the climb's turns, so that the proofs have theirs on small boards."""
    monkeypatch.setattr("service.solver.searches.FIRST_TURN", 4)
    for position in random_positions(shape, empty_cells, 20, seed=14):
        board = board_of(position.game, position.cells, position.to_move)
        analysis = solver.analyse(board, Budget(best_only=best_only))
        assert analysis.search.complete
        check_answer(analysis, position)
        if not best_only:
            check_exact(analysis, position.game, position.cells)


def test_every_option_of_tic_tac_toe(solver: Solver) -> None:
    """Maker wins it, and yet every option is a draw."""
    game = Reference(3, 3, 3)
    assert maker_wins(open_sets(game, "." * 9, "X"), "Maker")
    check_exact(solver.analyse(Board(Rules(3, 3, 3)), Budget()), game, "." * 9)


def test_threads_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What eight threads answer at once is what one answers alone."""
    monkeypatch.setattr("service.solver.searches.FIRST_TURN", 64)
    shapes = [(5, 4, 4), (6, 4, 4), (6, 6, 5), (4, 4, 3), (5, 5, 5), (7, 7, 6)]
    boards = [Board(Rules(*shape)) for shape in shapes]
    for shape in [(5, 5, 4), (9, 9, 5)]:
        boards += [
            board_of(each.game, each.cells, each.to_move)
            for each in random_positions(shape, (8, 14), 20, seed=15)
        ]

    def answers(solver: Solver, order: NDArray[np.int64]) -> dict[int, tuple[object, object]]:
        found: dict[int, tuple[object, object]] = {}
        for index in order.tolist():
            analysis = solver.analyse(boards[index], Budget(best_only=True))
            assert analysis.search.complete
            assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
            if analysis.assessment.value == 0:
                check_drawn_line(analysis, boards[index])
            found[index] = analysis.assessment.value, analysis.assessment.plies_to_end
        return found

    alone = answers(Solver(16), np.arange(len(boards)))
    shared = Solver(1)
    orders = [np.random.default_rng(seed).permutation(len(boards)) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda order: answers(shared, order), orders):
            assert found == alone
