"""Pairings where stones fall: a side holds that can always answer in the pair, since that is legal.

Two neighbouring columns with as many empty cells are joined: the pairs are their lowest empty
cells, the next ones, and so on, and the answer to a stone in one column is a stone in the other. In
a column by itself the number of empty cells is even, the pairs lie on top of each other, and the
answer to the lower cell is the upper one. So the side that answers always can, and the other side
gets one cell of each pair at most. If each line open to that other side contains a pair, it does
not win. The side that holds may make a first move, after which it answers.
"""

import numpy as np

from service.game import Board
from service.solver.static_draws.kernels.open_lines import TO_MOVER, TO_OPPONENT


def held_by_columns(board: Board, open_to: np.ndarray) -> tuple[int, int | None]:
    """Return the side that is kept from winning, 0 if none is found, and the mover's first move.

    `open_to` has the sides of each line, see `kernels.open_lines`. Stones fall, and a row wins.
    """
    columns = [
        [cell for cell in range(column, board.rules.cells, board.rules.width)[::-1]
         if board.reachable >> cell & 1]
        for column in range(board.rules.width)
    ]  # fmt: skip
    if _holds(board, columns, open_to & TO_MOVER):
        return TO_MOVER, None
    for index, column in enumerate(columns):
        rest = [*columns[:index], column[1:], *columns[index + 1 :]]
        if column and _holds(board, rest, open_to & TO_OPPONENT, column[0]):
            return TO_OPPONENT, column[0]
    return 0, None


def _holds(
    board: Board, columns: list[list[int]], needed: np.ndarray, first_move: int | None = None
) -> bool:
    """Return whether each needed line has a pair or the first move.

    `columns` has the cells of each column that are still empty, the lowest first.
    """
    pair_of, pairs, column = np.full(board.rules.cells, -1), 0, 0
    while column < len(columns):
        one, other = columns[column], (columns[column + 1 :] or [[]])[0]
        joined = len(one) == len(other)
        if not joined:
            one, other = one[::2], one[1::2]
        if len(one) != len(other):
            return False
        pair_of[one] = pair_of[other] = np.arange(pairs, pairs + len(one))
        pairs, column = pairs + len(one), column + 1 + joined
    lines = board.geometry.lines[needed != 0]
    names = np.sort(pair_of[lines], axis=1)
    has_pair = ((names[:, 1:] == names[:, :-1]) & (names[:, 1:] >= 0)).any(axis=1)
    return bool((has_pair | (lines == first_move).any(axis=1)).all())
