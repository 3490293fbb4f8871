"""Which of the opponent's replies to a move are proven to be mistakes.

A reply is a mistake where it gives up value: a draw or a win that the opponent could have had.
After a move that wins anyway it is one where it loses sooner than it must.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from service.solver.deepening.kernels import bitboard, frames
from service.solver.deepening.kernels.mistakes import REPLIES, new_work, search_replies
from service.solver.lines import BitboardPosition
from service.solver.lines.kernels.line_game import LineGame

SLICE = 1 << 8
"""Nodes searched before anything else is looked at."""


class _Memory(threading.local):
    """What a thread searches in, kept because new memory costs more than the search."""

    def __init__(self) -> None:
        self.stack = bitboard.new_stack()
        self.work = new_work()


_memory = _Memory()


def find_mistakes(
    game: LineGame,
    entries: np.ndarray,
    position: BitboardPosition,
    score: int,
    moves: list[int],
    cells: int,
    share: int,
    stopped: Callable[[], bool],
) -> tuple[np.ndarray | None, int]:
    """Which replies to each of `moves` are mistakes, shape (moves, cells), bool; and the nodes.

    `game` is that of the position, or the same by another name in the table `entries`; the board
    has so many `cells`. All moves have the `score` and none wins at once. Each gets a `share` of
    nodes, and what is not proven by then is no mistake. None if it is `stopped` before.
    """
    stack, work = _memory.stack, _memory.work
    stack.control.fill(0)
    nodes = 0
    # The best reply has this score at most; what loses a lost game later is no better.
    ceiling = -1 - score if score > 0 else int(score < 0)
    found = np.zeros((len(moves), cells), np.bool_)
    for index, place in enumerate(position.to_places(moves)):
        ended = False
        work.at.fill(0)
        while not ended:
            if stopped():
                return None, nodes
            ended = search_replies(
                game, entries, stack, work, *position.stones, place, share, nodes + SLICE
            )
            nodes = int(stack.control[frames.NODES])
        replies = work.replies[: work.at[REPLIES]]
        named = set(replies[work.upper[: replies.size] < ceiling].tolist())
        classes = enumerate(work.classes[: game.cells].tolist())
        places = [each for each, name in classes if name in named]
        found[index, position.to_cells(places)] = True
    return found, nodes
