"""The analysis of a position with few empty cells, without the machinery of long searches.

The answer is that of `session`, in a fraction of the time: there nearly all time goes into
engines, time slices and limits that so short a search never needs. The Python of `RootMoves` and
`find_static_proof`, which the session uses, would take longer than the whole analysis takes here:
60 µs beside 34 µs on the empty 3x3. Left to the session are a budget in nodes, too little time,
positions that take more nodes than expected, rows whose pairings begin with those of a torus,
and rules under which a further stone may hurt.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver.analysis import Analysis, Budget, Cost, Method, Pair, Proof, depth_of
from service.solver.endgame.kernels import analysis as kernels
from service.solver.lines import CELLS, empty_cells, has_keys, whole_board
from service.solver.lines.kernels.line_game import LineGame
from service.solver.memory import TranspositionTable
from service.solver.proven_options import ProvenOptions
from service.solver.root import as_options, assess, drawn_numbers
from service.solver.static_proofs import TORUS_SIDE, play_out
from service.solver.told_line import told_line

FEW_CELLS = 12
"""A position of so many empty cells at most is soon searched to the end."""
MOST_NODES = 1 << 13
"""More nodes than nearly all of them take. So many are a millisecond, in which no other thread has
Python's lock; the server lets any thread keep it for as long."""
LEAST_SECONDS = 0.01
"""With less time left to think the position is left to the session."""
NO_BOUNDS = np.zeros((2, 0), np.int64)
"""Bounds on the scores of no options."""

METHODS: tuple[Method, ...] = ("no_open_lines", "pairing", "potential", "search")
"""The methods of proof by their numbers in the kernel."""


def analyse(
    board: Board, budget: Budget, table: TranspositionTable, proven: ProvenOptions | None = None
) -> tuple[Analysis, ProvenOptions] | None:
    """Return the analysis of a game that is not over, and all that it proves of the options.

    The analysis begins with what is `proven` of them. None is returned where the session has to
    search.
    """
    rules, free = board.rules, board.empty.bit_count()
    seconds = budget.left
    if free > FEW_CELLS or rules.row_length > TORUS_SIDE or budget.nodes is not None:
        return None
    if not (rules.stones_never_hurt and rules.pairings_hold):
        return None
    if seconds is not None and seconds < LEAST_SECONDS:
        return None
    result = kernels.analyse(
        _lines(rules),
        _game(board, table),
        table.endgames,
        _words(rules.cells, board.own | rules.walls, board.opponent | rules.walls),
        NO_BOUNDS if proven is None else proven.snapshot(),
        # With a seed any of the equal options is chosen, also after a question for all of them.
        budget.best_only and budget.seed is None,
        budget.seed is not None,
        drawn_numbers(budget.seed, free),
        MOST_NODES,
    )
    if not result.ended:
        return None
    analysis = _as_analysis(board, budget, result, free)
    return analysis, ProvenOptions(board, result.cells, result.bounds)


def _as_analysis(board: Board, budget: Budget, result: kernels.Found, free: int) -> Analysis:
    """Return the result of the kernel as an analysis."""
    assessments = [
        assess(lower, upper, score, free)
        for lower, upper, score in zip(*result.bounds.tolist(), result.scores.tolist(), strict=True)
    ]
    options = as_options(result.listed, assessments)
    pairs = tuple(map(Pair, result.firsts.tolist(), result.seconds.tolist()))
    proof = Proof(METHODS[result.method], pairs)
    line = result.line.tolist() or play_out(board, [option.cell for option in options], proof)
    line, _ = told_line(board, line, options[0].assessment)
    cost = Cost(
        complete=True,
        stopped_by=None,
        depth=depth_of(options),
        # Where the kernels are interpreted these are NumPy's.
        nodes=int(result.nodes),
        table_hits=int(result.table_hits),
        seconds=budget.spent,
    )
    return Analysis(board, options[0].assessment, options, line, proof, cost)


def _game(board: Board, table: TranspositionTable) -> LineGame:
    """Return the game of the board, or of its empty cells if it is too large or has no keys."""
    if board.rules.cells <= CELLS and has_keys(board.rules):
        return whole_board(board.rules)
    return empty_cells(board, np.flatnonzero(board.contents == 0), table.private_keys())


def _words(cells: int, own: int, opponent: int) -> NDArray[np.uint64]:
    """Return two bitboards as words of 64 bits, the lowest first, shape (2, words)."""
    words = cells // 64 + 1
    octets = (own | opponent << 64 * words).to_bytes(16 * words, "little")
    return np.frombuffer(octets, np.uint64).reshape(2, words)


@lru_cache(maxsize=32)
def _lines(rules: Rules) -> kernels.Lines:
    """Return the geometry of a board as the kernel takes it."""
    geometry = Board(rules).geometry
    return kernels.Lines(geometry.lines, *geometry.uses, geometry.symmetries, geometry.off_centre)
