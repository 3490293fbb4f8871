"""The heuristic search sees the end of short games, and can stop at any node."""

from itertools import product

import numpy as np
import pytest

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from service.solver.heuristic import SURE
from service.solver.heuristic.heuristic import HeuristicSearch, has_patterns
from service.solver.heuristic.kernels.root_search import begin_iteration
from service.solver.heuristic.kernels.state import new_root
from tests.support.positions import Position, random_positions

SHAPES = [(3, 3, 3), (5, 4, 4), (6, 6, 4), (9, 9, 5), (12, 3, 4), (70, 1, 4), (11, 11, 7)]
UNLIMITED = 1 << 40
MOST_SEARCHED = 40


def new_heuristic(board: Board, lost: tuple[int, ...] = ()) -> HeuristicSearch:
    """Return a search of every option; those at `lost` cells are proven to lose."""
    cells = np.array(board.legal_moves)
    upper = np.where(np.isin(cells, lost), -1, 1)
    return HeuristicSearch(
        board, cells, (np.full(cells.size, -1), upper), np.zeros((1 << 14, 2), np.uint64)
    )


def search_on(heuristic: HeuristicSearch, node_limit: int) -> bool:
    """Search on where it would give way; return whether it has ended."""
    while not heuristic.advance(node_limit):
        if not heuristic.gives_way:
            return False
    return True


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_sees_the_end_of_short_games(shape: tuple[int, int, int]) -> None:
    """A search deeper than there are empty cells finds a best option by plain negamax.

    Reduced depths reach the end, too, since they grow with the depth.
    """
    searched = 0
    for position in random_positions(shape, (5, 9), 300, seed=11):
        game, cells, mover = position.game, position.cells, position.to_move
        options = game.options(cells, mover)
        if (1, 1) in options.values():
            continue
        heuristic = new_heuristic(Position(game, cells, mover).board)
        heuristic._most_depth = 40
        assert search_on(heuristic, UNLIMITED)
        scores = heuristic.scores
        best = max(value for value, _ in options.values())
        found = int(scores.max())
        assert (found >= SURE) - (found <= -SURE) == best, position.rows
        chosen = list(options)[int(scores.argmax())]
        assert options[chosen][0] == best, position.rows
        searched += 1
        if searched == MOST_SEARCHED:
            break
    assert searched >= 3


def test_it_gives_way_after_each_iteration_that_sees_the_end() -> None:
    heuristic = new_heuristic(
        parse([".......", "..XXX..", "..OO.O.", ".......", "......."], 5, "X")
    )
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
        board = position.board
        whole, stepwise = new_heuristic(board), new_heuristic(board)
        search_on(whole, 3000)
        for limit in range(1, 3001):
            if limit % 7 == 0 or limit == 3000:
                search_on(stepwise, limit)
        assert whole.nodes == stepwise.nodes
        assert whole.depth == stepwise.depth
        assert whole.scores.tolist() == stepwise.scores.tolist()


def test_what_is_proven_to_lose_is_not_searched() -> None:
    board = parse([".......", "..XX...", "..OO...", ".......", "......."], 4)
    free = new_heuristic(board)
    free.advance(20_000)
    best = board.legal_moves[int(free.scores.argmax())]
    without = new_heuristic(board, lost=(best,))
    without.advance(20_000)
    open_cells = np.array(board.legal_moves) != best
    assert without.scores[open_cells].max() > without.scores[~open_cells].max()


@pytest.mark.parametrize("shape", [(15, 15, 5), (9, 9, 5), (20, 20, 6), (12, 12, 4)], ids=str)
def test_swapping_the_players_changes_no_estimate(shape: tuple[int, int, int]) -> None:
    for position in random_positions(shape, (60, shape[0] * shape[1] - 4), 3, seed=13):
        board = position.board
        turned = Board(board.rules, board.o, board.x, "O" if board.to_move == "X" else "X")
        found = [new_heuristic(each) for each in (board, turned)]
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
    search = new_heuristic(board).new_search()
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
    heuristic = new_heuristic(parse(rows, 5, "O"))
    heuristic.advance(20_000)
    assert heuristic.scores.max() < SURE


def test_it_tells_who_wins_after_each_option() -> None:
    """It searches deeper than there are empty cells, in slices of a few nodes."""
    seen = set()
    for shape in ((3, 3, 3), (4, 4, 4), (5, 4, 4), (6, 6, 4), (9, 9, 5)):
        for position in random_positions(shape, (5, 8), 60, seed=15):
            game, cells, mover = position.game, position.cells, position.to_move
            options = game.options(cells, mover)
            if (1, 1) in options.values():
                continue
            heuristic = new_heuristic(Position(game, cells, mover).board)
            heuristic.advance(0)
            search, scores = heuristic.new_search(), []
            for index in range(len(options)):
                root = new_root(heuristic._cells[[index]], heuristic.scores[[index]])
                begin_iteration(root, 40, 1)
                while not heuristic._kernels.continue_iteration(
                    search, root, heuristic._mover, search.control.nodes + 7
                ):
                    pass
                scores.append(int(root.scores[0]))
            values = [(score >= SURE) - (score <= -SURE) for score in scores]
            assert values == [value for value, _ in options.values()], position.rows
            seen |= set(values)
    assert seen == {-1, 0, 1}
