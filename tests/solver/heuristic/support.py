"""Searches by estimates, which give way to other engines and go on later."""

from typing import TypeVar

import numpy as np

from service.game import Board
from service.solver.heuristic.heuristic import HeuristicSearch
from service.solver.lines import WIN

Search = TypeVar("Search", bound=HeuristicSearch)


def search_of(kind: type[Search], board: Board, lost: tuple[int, ...] = ()) -> Search:
    """Return a search of all legal moves that has not begun, with a table of its own.

    Those to `lost` cells are proven to lose.
    """
    cells = np.array(board.legal_moves, np.int64)
    bounds = np.full(cells.size, 1 - WIN), np.where(np.isin(cells, lost), -1, WIN - 1)
    return kind(board, cells, bounds, np.zeros((1 << 14, 2), np.uint64))


def search_on(search: HeuristicSearch, node_limit: int) -> bool:
    """Search on where it would give way; return whether it has ended."""
    while not search.advance(node_limit):
        if not search.gives_way:
            return False
    return True


def check_it_goes_on_from_any_node(kind: type[HeuristicSearch], board: Board) -> None:
    """Check that a search in slices of a few nodes is the same search, and keeps their limits."""
    whole, stepwise = search_of(kind, board), search_of(kind, board)
    search_on(whole, 3000)
    for limit in (*range(7, 3000, 7), 3000):
        search_on(stepwise, limit)
        assert stepwise.nodes <= limit
    assert whole.nodes == stepwise.nodes
    assert whole.depth == stepwise.depth
    assert whole.scores.tolist() == stepwise.scores.tolist()
    assert whole.line(board.legal_moves[0]) == stepwise.line(board.legal_moves[0])
