"""Among the best options: how many of the opponent's replies to each are mistakes.

A reply is a mistake where it gives up value: a draw or a win that the opponent could have had.
After an option that wins anyway it is one where it loses sooner than it must. Each option is
played, and a search of its own looks at the replies, so that what is counted is proven; what it
does not prove with its share of the nodes is not counted. Its table is empty at first, so that the
counts depend on the position and the nodes alone, not on what was asked before. Where nodes are not
limited, few cells are searched to the end instead: then the counts are the same whatever is known,
so that the table of all searches serves.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

import numpy as np

from service.solver.analysis import Budget
from service.solver.deepening.kernels import bitboard, frames
from service.solver.deepening.kernels.mistakes import count_mistakes as count
from service.solver.deepening.kernels.mistakes import new_work
from service.solver.endgame import FEW_CELLS
from service.solver.lines import KEYS, WIN
from service.solver.memory import BUCKET_WORDS
from service.solver.root import RootMoves
from service.solver.root.kernels.ranking import best_of
from service.solver.session.engines import Engines
from service.solver.session.time_manager import UNLIMITED

MOST_NODES = 1 << 12
"""Nodes that the counts of one analysis take at most, unless they go to the end: milliseconds."""
SLICE = 1 << 8
"""Nodes searched before the clock is looked at."""
BUCKETS = MOST_NODES
"""Of the table, two entries each: no node leaves more than one."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The replies that are known to be mistakes."""

    counts: dict[int, int] = field(default_factory=dict)
    """After each of the best options, by its cell; empty where nothing was counted."""
    nodes: int = 0
    """Nodes searched to find them."""


class _Memory(threading.local):
    """What a thread counts in, kept because new memory costs more than the counts."""

    def __init__(self) -> None:
        self.table = np.zeros((BUCKETS, BUCKET_WORDS), np.uint64)
        self.stack = bitboard.new_stack()
        self.work = new_work()

    def begin(self) -> None:
        """Begin a count."""
        self.stack.control.fill(0)
        self.work.at.fill(0)


_memory = _Memory()
_keys = np.arange(KEYS, dtype=np.uint64)


def count_mistakes(
    options: RootMoves,
    engines: Engines,
    bounds: list[tuple[int, int]],
    spent: int,
    budget: Budget,
) -> Mistakes:
    """Count after the best options, where several are proven to be equally good.

    `bounds` are those of `options.cells`, which `engines` found in `spent` nodes. With more empty
    cells than fit a table nothing is counted, for a share of the nodes would show little; nor once
    the time has run out.
    """
    position = engines.position
    best = best_of(*np.array(bounds, np.int64).T.copy())
    if position is None or best.size < 2:
        return Mistakes()
    score = min(bounds[best[0]], key=abs)
    if score == WIN - 1:
        return Mistakes()
    cells = options.cells[best].tolist()
    moves = np.array(position.to_places(cells), np.int64)
    found = np.zeros_like(moves)
    memory = _memory
    game, entries, share = position.game, engines.table.entries, UNLIMITED
    if budget.nodes is not None or options.empty.size > FEW_CELLS:
        left = MOST_NODES if budget.nodes is None else (budget.nodes - spent) // 2
        share = min(MOST_NODES, left) // best.size
        entries = memory.table
        entries.fill(0)
        if not position.whole:
            # The keys of a part of a larger board depend on what was asked before.
            game = game._replace(keys=_keys)
    memory.begin()
    nodes, ended = 0, False
    while not ended:
        if time.monotonic() >= budget.deadline:
            return Mistakes(nodes=nodes)
        ended = count(
            game,
            entries,
            memory.stack,
            memory.work,
            *position.stones,
            score,
            moves,
            found,
            share,
            nodes + SLICE,
        )
        nodes = int(memory.stack.control[frames.NODES])
    return Mistakes(dict(zip(cells, found.tolist(), strict=True)), nodes)
