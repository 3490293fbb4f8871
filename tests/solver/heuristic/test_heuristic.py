"""The heuristic search sees the end of short games, and can stop at any node."""

from functools import partial
from itertools import product

import numpy as np
import pytest

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from service.solver.heuristic import SURE
from service.solver.heuristic.heuristic import HeuristicSearch, has_patterns
from service.solver.heuristic.kernels.root_search import begin_iteration
from service.solver.heuristic.kernels.state import new_root
from tests.solver.heuristic.support import check_it_goes_on_from_any_node, search_of, search_on
from tests.support.positions import random_positions

SHAPES = [(3, 3, 3), (5, 4, 4), (6, 6, 4), (9, 9, 5), (12, 3, 4), (70, 1, 4), (11, 11, 7)]
new_search = partial(search_of, HeuristicSearch)
UNLIMITED, DEEP = 1 << 40, 40
MOST_SEARCHED = 20


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_sees_the_end_of_short_games(shape: tuple[int, int, int]) -> None:
    """A search deeper than there are empty cells finds a best option by plain negamax.

    It tells who wins after each option, too, searched alone and in slices of a few nodes. Reduced
    depths reach the end, since they grow with the depth.
    """
    seen, searched = set[int](), 0
    for position in random_positions(shape, (5, 9), 300, seed=11):
        options = position.expected
        if (1, 1) in options.values():
            continue
        values = [value for value, _ in options.values()]
        heuristic = new_search(position.board)
        heuristic._most_depth = DEEP
        assert search_on(heuristic, UNLIMITED)
        assert told(int(heuristic.scores.max())) == max(values), position.rows
        assert values[int(heuristic.scores.argmax())] == max(values), position.rows
        search, alone = heuristic.new_search(), []
        for index in range(len(options)):
            root = new_root(heuristic._cells[[index]], heuristic.scores[[index]])
            begin_iteration(root, DEEP, 1)
            while not heuristic._kernels.continue_iteration(
                search, root, heuristic._mover, search.control.nodes + 7
            ):
                pass
            alone.append(told(int(root.scores[0])))
        assert alone == values, position.rows
        seen |= set(values)
        searched += 1
        if searched == MOST_SEARCHED:
            break
    assert searched >= 3
    assert len(seen) == 3 or shape[0] * shape[1] > 20, seen


def told(score: int) -> int:
    """Return who wins by a score, if anybody does."""
    return (score >= SURE) - (score <= -SURE)


def test_it_gives_way_after_each_iteration_that_sees_the_end() -> None:
    heuristic = new_search(parse([".......", "..XXX..", "..OO.O.", ".......", "......."], 5, "X"))
    depths: list[int] = []
    while len(depths) < 3:
        heuristic.advance(UNLIMITED)
        assert heuristic.gives_way
        depths.append(heuristic.depth)
        assert int(heuristic.scores.max()) >= SURE
    assert depths == list(range(depths[0], depths[0] + 3))


@pytest.mark.parametrize("shape", [(6, 6, 4), (15, 15, 5), (30, 10, 5)], ids=str)
def test_it_goes_on_from_any_node(shape: tuple[int, int, int]) -> None:
    for position in random_positions(shape, (30, shape[0] * shape[1] - 4), 4, seed=12):
        check_it_goes_on_from_any_node(HeuristicSearch, position.board)


def test_what_is_proven_to_lose_is_not_searched() -> None:
    board = parse([".......", "..XX...", "..OO...", ".......", "......."], 4)
    free = new_search(board)
    free.advance(20_000)
    best = board.legal_moves[int(free.scores.argmax())]
    without = new_search(board, lost=(best,))
    without.advance(20_000)
    open_cells = np.array(board.legal_moves) != best
    assert without.scores[open_cells].max() > without.scores[~open_cells].max()


@pytest.mark.parametrize("shape", [(15, 15, 5), (9, 9, 5), (20, 20, 6), (12, 12, 4)], ids=str)
def test_swapping_the_players_changes_no_estimate(shape: tuple[int, int, int]) -> None:
    for position in random_positions(shape, (60, shape[0] * shape[1] - 4), 3, seed=13):
        board = position.board
        turned = Board(board.rules, board.o, board.x, "O" if board.to_move == "X" else "X")
        found = [new_search(each) for each in (board, turned)]
        for heuristic in found:
            # Without collisions, which depend on the players' words, nothing differs.
            heuristic._table = np.zeros((1 << 20, 2), np.uint64)
            heuristic.advance(2000)
        assert found[0].scores.tolist() == found[1].scores.tolist()


def test_estimates_never_reach_a_value() -> None:
    """What looks won or lost stays an estimate, and no value rests on it."""
    solver = Solver(1)
    for position in random_positions((10, 10, 5), (70, 96), 12, seed=14):
        board = position.board
        analysis = solver.analyse(board, Budget(nodes=60_000))
        for option in analysis.options:
            known = option.assessment
            assert known.bounds.lower <= known.score <= known.bounds.upper
            assert known.value is not None or abs(known.score) < 1
        unknown = [each.assessment.score for each in analysis.options if not each.assessment.value]
        assert unknown == sorted(unknown, reverse=True)


def test_rows_that_nobody_can_force_take_no_patterns() -> None:
    """Then the first estimates of the root decide what looks best."""
    rules = Rules(9, 9, 8)
    assert not has_patterns(rules)
    analysis = Solver(1).analyse(Board(rules).play(0), Budget(nodes=2000))
    assert len(analysis.options) == 80


@pytest.mark.parametrize("shape", [(1, 3, 3), (3, 3, 3), (4, 4, 4), (7, 7, 7)], ids=str)
def test_a_list_of_moves_has_room_for_lines_that_come_back(shape: tuple[int, int, int]) -> None:
    """A move that continues on such lines may be listed as often as they hold its cell."""
    board = Board(Rules(*shape, wrap="both")).play(0)
    search = new_search(board).new_search()
    position, listed = search.position, 0
    for line, side in product(range(4), range(2)):
        cell, distance = 0, 1
        while cell >= 0 and distance < shape[2]:
            cell, distance = int(position.neighbours[cell, line, side]), distance + 1
            listed += cell >= 0
    assert search.moves.shape[1] >= listed > 0


def test_a_loss_is_told_only_where_unlikely_moves_lose_too() -> None:
    """O seems to win, but for a row of four that X makes far away."""
    rows = [
        *["." * 15] * 2, "..O............", "...X.OO........", "...XX....O.....", "...O.X.O.XX....",
        "...XOXXXO......", "....OX.OOX.....", "....XOOOX......", "...X.OOOXO.....",
        "..O.XXXO.......", "......OXX......", "....X..........", *["." * 15] * 2,
    ]  # fmt: skip
    heuristic = new_search(parse(rows, 5, "O"))
    heuristic.advance(20_000)
    assert heuristic.scores.max() < SURE
