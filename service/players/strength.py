"""Weaker opponents, from 1 to 10: what they overlook, and how often they take less than the best.

They play without a search, as people do: win, else block, else make two threats at once, else keep
the opponent from that, else play where most can be made or stopped. Some cells where that is
possible are overlooked; of those that are left the best may be passed over for the next best. There
a line that is open to one side counts four times as much for each stone on it, the opponent's four
fifths of that.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from service.game import Board, name_cell, other
from service.players import reasons
from service.players.choice import Choice, Reason
from service.players.levels.lines import WORTH_OF_STONE, worth_through
from service.players.levels.rules import View, fork_blocks
from service.players.prospects import Prospects
from service.players.turn import Turn

OPPONENTS_SHARE = 0.8
"""What stopping a line of the opponent counts, beside making one."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How well a strength sees; all are chances."""

    win: float
    """That a cell where it would complete a line is seen."""
    block: float
    """That one where the opponent would is."""
    fork: float
    """That one where it would make two threats is; and that all those of the opponent are."""
    passing: float
    """That a cell is passed over for the next best, time and again."""


SIGHTS = {
    1: Sight(0.36, 0.130, 0.00, 0.950),
    2: Sight(0.57, 0.315, 0.00, 0.935),
    3: Sight(0.79, 0.500, 0.00, 0.912),
    4: Sight(1.00, 0.630, 0.03, 0.886),
    5: Sight(1.00, 0.768, 0.10, 0.840),
    6: Sight(1.00, 0.900, 0.20, 0.782),
    7: Sight(1.00, 0.920, 0.35, 0.685),
    8: Sight(1.00, 0.940, 0.50, 0.518),
    9: Sight(1.00, 0.960, 0.66, 0.265),
    10: Sight(1.00, 1.000, 1.00, 0.000),
}
"""By strength. Tuned until each beats the one below about as often on every board: see the docs."""


def choose(turn: Turn, strength: int) -> Choice:
    """A cell that this strength sees, and what there is to say of it."""
    board, sight = turn.board, SIGHTS[strength]
    own, rival = Prospects(board, board.to_move), Prospects(board, other(board.to_move))
    view = View(board, own, rival, board.legal_moves)
    cells = (
        _seen(own.completing, sight.win, turn)
        or _seen(rival.completing, sight.block, turn)
        or _seen(own.forks, sight.fork, turn)
        or (_sees(sight.fork, turn) and fork_blocks(view))
        or view.empty
    )
    cell = cells[0]
    if len(cells) > 1:
        worth = _worths(board, own, rival)[cells]
        cell = cells[_drawn(worth, sight.passing, turn.chance)]
    return Choice(cell, _explain(view, cell))


def _seen(cells: list[int], share: float, turn: Turn) -> list[int]:
    """Those of the cells that are not overlooked."""
    return [cell for cell in cells if _sees(share, turn)]


def _sees(share: float, turn: Turn) -> bool:
    """What is certain is not left to chance, so that it can be told from what is."""
    return share == 1 or turn.chance.random() < share


def _worths(board: Board, own: Prospects, rival: Prospects) -> np.ndarray:
    """What there is to make and to stop through each cell, shape (cells,).

    Lines that lack one stone are left out: they were seen by now, or overlooked.
    """
    worth = np.zeros(board.rules.cells)
    most = max(int(side.stones.max(initial=0)) for side in (own, rival))
    for side, share in ((own, 1.0), (rival, OPPONENTS_SHARE)):
        lines = share * WORTH_OF_STONE ** (side.stones - most)
        lines[side.stones == board.rules.row_length - 1] = 0.0
        worth += worth_through(board, side, lines)
    return worth


def _drawn(worth: np.ndarray, passing: float, chance: Random) -> int:
    """The place of a cell: the best, or with the chance of `passing` the next best, and so on."""
    order = np.lexsort(np.array([[chance.random() for _ in worth], -worth]))
    passed = 0
    while chance.random() < passing:
        passed += 1
    # After the worst one the best is looked at again.
    return int(order[passed % worth.size])


def _explain(view: View, cell: int) -> Reason:
    """What the stones show of a move, its mistakes first."""
    board, own, rival = view.board, view.own, view.rival
    if cell in own.completing:
        return reasons.wins(board, cell)
    if len(view.empty) == 1:
        return reasons.only_cell(cell)
    if own.completing:
        return _overlooks(board, own.completing[0], board.to_move)
    if cell in rival.completing:
        return reasons.blocks(board, cell)
    if len(rival.completing) == 1:
        return _overlooks(board, rival.completing[0], other(board.to_move))
    if not rival.completing and cell in own.forks:
        return reasons.forks(board, cell)
    if not rival.completing and cell in fork_blocks(view):
        return reasons.blocks_forks(board, rival.forks)
    through = own.lines[(own.lines == cell).any(axis=1)]
    if len(through):
        return reasons.makes_lines(board, through)
    return reasons.picked_at_random(cell)


def _overlooks(board: Board, cell: int, winner: str) -> Reason:
    """The move is not on a cell that decides the game."""
    text = f"A slip: overlooks {name_cell(board, cell)}, where {winner} can win."
    return Reason("slip", [cell], text)
