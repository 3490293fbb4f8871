"""The analysis of a position with few empty cells, without the machinery of long searches.

The answer is that of `session`, in a fraction of the time: there nearly all time goes into
engines, time slices and limits that so short a search never needs. The Python of `RootMoves` and
`find_static_draw`, which the session uses, would take longer than the whole analysis takes here:
60 µs beside 34 µs on the empty 3x3. Left to the session are a budget in nodes, too little time,
positions that take more nodes than expected, rows whose pairings begin with those of a torus,
and rules under which a further stone may hurt.
"""

from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver.analysis import Analysis, Budget, Cost, Method, Option, Proof
from service.solver.endgame.kernels import analysis as kernels
from service.solver.lines import CELLS, empty_cells, whole_board
from service.solver.lines.kernels.line_game import LineGame
from service.solver.memory import TranspositionTable
from service.solver.proven_options import ProvenOptions
from service.solver.root import assess
from service.solver.static_draws import TORUS_SIDE, play_out

FEW_CELLS = 12
"""A position of so many empty cells at most is soon searched to the end."""
MOST_NODES = 1 << 13
"""More nodes than nearly all of them take. So many are a millisecond, in which no other thread has
Python's lock; the server lets any thread keep it for as long."""
LEAST_SECONDS = 0.01
"""With less time left to think the position is left to the session."""
NONE_DRAWN = np.zeros(FEW_CELLS)
"""The numbers that order equal options where there is no seed."""
NOTHING_KNOWN = np.zeros((3, 0), np.int64)
"""Options of which something is known, and bounds on their scores, where there are none."""

METHODS: tuple[Method, ...] = ("no_open_lines", "pairing", "potential", "search")
"""The methods of proof by their numbers in the kernel."""


def analyse(
    board: Board, budget: Budget, table: TranspositionTable, known: ProvenOptions | None = None
) -> tuple[Analysis, ProvenOptions] | None:
    """Return the analysis of a game that is not over, and all that it proves of the options.

    It begins with what is `known` of them. It is None where it is left to the session.
    """
    rules, free = board.rules, board.empty.bit_count()
    left = budget.left
    if free > FEW_CELLS or rules.row_length > TORUS_SIDE or budget.nodes is not None:
        return None
    if not rules.stones_never_hurt:
        return None
    if left is not None and left < LEAST_SECONDS:
        return None
    drawn = NONE_DRAWN
    if budget.seed is not None:
        chance = Random(budget.seed)
        drawn = np.array([chance.random() for _ in range(free)])
    found = kernels.analyse(
        _lines(rules),
        _game(board, table),
        table.endgames,
        _words(board.own | rules.walls, rules),
        _words(board.opponent | rules.walls, rules),
        NOTHING_KNOWN if known is None else np.array((known.cells, known.lower, known.upper)),
        # With a seed any of the equal options is chosen, also after a question for all of them.
        budget.best_only and budget.seed is None,
        budget.seed is not None,
        drawn,
        MOST_NODES,
    )
    if not found.ended:
        return None
    proven = ProvenOptions(board, found.cells, *found.bounds.T.copy())
    return _as_analysis(board, budget, found, free), proven


def _as_analysis(board: Board, budget: Budget, found: kernels.Found, free: int) -> Analysis:
    """Return the analysis that the kernel has found."""
    known = [
        assess(lower, upper, score, free)
        for (lower, upper), score in zip(found.bounds.tolist(), found.scores.tolist(), strict=True)
    ]
    options = [
        Option(cell, known[kind], None if first == cell else first)
        for cell, kind, first in zip(*found.listed.tolist(), strict=True)
    ]
    pairs = tuple(zip(found.firsts.tolist(), found.seconds.tolist(), strict=True))
    proof = Proof(METHODS[found.method], pairs)
    line = found.line.tolist() or play_out(board, [option.cell for option in options], proof)
    cost = Cost(
        complete=True,
        stopped_by=None,
        depth=max([each.plies_to_end or 0 for each in known]),
        # Where the kernels are interpreted these are NumPy's.
        nodes=int(found.nodes),
        table_hits=int(found.table_hits),
        seconds=budget.spent,
    )
    return Analysis(board, options[0].assessment, options, line, proof, cost)


def _game(board: Board, table: TranspositionTable) -> LineGame:
    """Return the game of the board, or of its empty cells if it is too large or has walls."""
    if board.rules.cells <= CELLS and not board.rules.walls:
        return whole_board(board.rules)
    empty = np.flatnonzero(board.contents == 0)
    return empty_cells(board, empty, table.private_keys())


def _words(stones: int, rules: Rules) -> NDArray[np.uint64]:
    """Return a bitboard as words of 64 bits, the lowest first."""
    return np.frombuffer(stones.to_bytes(rules.cells // 64 * 8 + 8, "little"), np.uint64)


@lru_cache(maxsize=32)
def _lines(rules: Rules) -> kernels.Lines:
    """Return the geometry of a board as the kernel takes it."""
    geometry = Board(rules).geometry
    return kernels.Lines(geometry.lines, *geometry.uses, geometry.symmetries, geometry.off_centre)
