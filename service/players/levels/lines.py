"""The level `lines`, which does not search.

A line without a stone of the opponent counts for each of its empty cells; every stone of the mover
on the line multiplies its worth by four. The opponent answers a threat at once, so the worth to the
opponent of the lines through the cell of that reply is subtracted, except for the lines that the
move itself closes. Ties are broken at random.

Where stones fall, moves on top of which the opponent would win come last. Where the player who
makes a row loses, moves that make one come last, and a cell is the better the less the lines of the
mover through it are worth.
"""

import numpy as np

from service.game import Board
from service.languages import say
from service.players import misere
from service.players.choice import Choice
from service.players.open_lines import OpenLines
from service.players.reasons import MAKES_LINES, PICKED_WITHOUT_LINES, blocks, only_cell, wins
from service.players.rows import open_rows_through
from service.players.turn import Turn
from service.players.view import View, without

FRIENDLY_NAME = say("Builder")
SUMMARY = say("Wins or blocks, else makes many lines.")

WORTH_OF_STONE = 4.0
"""The factor by which each stone on a line multiplies its worth."""
OPPONENTS_SHARE = 0.8
"""The worth of a line of the opponent, as a share of the same line of the mover."""


def choose(turn: Turn) -> Choice:
    """Choose a winning cell, a blocking cell, or a random one of those with the highest worth."""
    board, view = turn.board, View(turn.board)
    if view.wins:
        cell = turn.chance.choice(view.wins)
        return Choice(cell, wins(board, cell))
    if len(view.legal) == 1 and not board.rules.misere:
        return Choice(view.legal[0], only_cell(board, view.legal[0]))
    if view.blocks:
        cell = turn.chance.choice(without(view.blocks, view.losing))
        return Choice(cell, blocks(board, cell))
    cells = view.sound
    worth = worths(view)[cells]
    cell = turn.chance.choice([cells[index] for index in np.flatnonzero(worth == worth.max())])
    if board.rules.misere:
        return Choice(cell, misere.explain(view, cell))
    through = open_rows_through(board, board.to_move, cell)
    if not through:
        return Choice(cell, PICKED_WITHOUT_LINES.of(board, cell))
    return Choice(cell, MAKES_LINES.of_rows(board, cell, through))


def worths(view: View) -> np.ndarray:
    """Return the worth of each cell to the mover, shape (cells,); that of occupied cells is void.

    The unit is the worth of an open line with as many stones as the fullest open line has.
    """
    board, own, opponent = view.board, view.own, view.opponent
    fullest = max(int(side.stones.max(initial=0)) for side in (own, opponent))
    own_worths, opposing_worths = (
        WORTH_OF_STONE ** (side.stones - fullest) for side in (own, opponent)
    )
    worth = worth_through(board, own, own_worths)
    if board.rules.misere:
        return -worth
    if len(own.pairs):
        moves, replies = own.pairs.T
        given = worth_through(board, opponent, opposing_worths)[replies]
        given -= _through_both(board, opponent, opposing_worths, moves, replies)
        most_given = np.zeros_like(worth)
        np.maximum.at(most_given, moves, given)
        worth -= most_given
    return worth


def worths_of_all_lines(view: View) -> np.ndarray:
    """Return the worth of each cell by the lines of both players, shape (cells,).

    Lines that lack one stone do not count: players look at them before. In a misère game it is the
    less the more the lines are worth.
    """
    board = view.board
    worth = np.zeros(board.rules.cells)
    fullest = max(int(side.stones.max(initial=0)) for side in (view.own, view.opponent))
    for side, share in ((view.own, 1.0), (view.opponent, OPPONENTS_SHARE)):
        lines = share * WORTH_OF_STONE ** (side.stones - fullest)
        lines[side.stones == board.rules.row_length - 1] = 0.0
        worth += worth_through(board, side, lines)
    return -worth if board.rules.misere else worth


def worth_through(board: Board, side: OpenLines, line_worths: np.ndarray) -> np.ndarray:
    """Return the sum of the worths of the lines through each cell, shape (cells,)."""
    weights = np.repeat(line_worths, side.lines.shape[1])
    return np.bincount(side.lines.reshape(-1), weights, board.rules.cells)


def _through_both(
    board: Board, side: OpenLines, line_worths: np.ndarray, ones: np.ndarray, others: np.ndarray
) -> np.ndarray:
    """Return for each pair of cells the worth of the lines through both, shape (pairs,)."""
    cells = side.lines.reshape(-1)
    by_cell = np.argsort(cells, kind="stable") // side.lines.shape[1]
    counts = np.bincount(cells, minlength=board.rules.cells)
    # The arrays have one entry for every pair and every line through the second cell of the pair.
    ends = np.cumsum(counts[others])
    pairs = np.repeat(np.arange(others.size), counts[others])
    offsets = np.arange(pairs.size) - (ends - counts[others])[pairs]
    lines = by_cell[(np.cumsum(counts) - counts)[others][pairs] + offsets]
    meets = (side.lines[lines] == ones[pairs, None]).any(axis=1)
    return np.bincount(pairs[meets], line_worths[lines[meets]], others.size)
