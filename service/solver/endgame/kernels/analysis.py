"""A whole analysis of a position with few empty cells in one call.

It calls the kernels of other rooms as `session` does, in the same order: a static proof, the bounds
of every option, the opponent's mistakes after the best options, their order, the line of play.
"""

from typing import NamedTuple

import numpy as np

from service.solver.alpha_beta.kernels import iteration, masks
from service.solver.alpha_beta.kernels.state import ITERATION, Options
from service.solver.any_rules.kernels import search as any_rules
from service.solver.any_rules.kernels.state import free_game
from service.solver.compiling.kernels.jit import held_kernel, kernel
from service.solver.lines.kernels.bits import bit, count
from service.solver.lines.kernels.scores import WIN
from service.solver.root.kernels.look import look
from service.solver.root.kernels.ranking import best_of, order_moves
from service.solver.root.kernels.replies import weigh
from service.solver.static_proofs.kernels import open_lines
from service.solver.static_proofs.kernels.pair_cover import DIRECTIONS, NOTHING, Family
from service.solver.static_proofs.kernels.pairing import find_pairing
from service.solver.tie_breaks.kernels.mistakes import find_mistakes

NO_OPEN_LINES, PAIRING, POTENTIAL, SEARCH = range(4)
"""The methods of proof; see `endgame.METHODS`."""
MOST_PAIR_WORK = 100_000
"""The work limit of `pair_search.improve`; few cells take a fraction of it."""

_new_search, _free_game = kernel(masks.new_search), kernel(free_game)


class Lines(NamedTuple):
    """The geometry of a board, which follows from its rules; see `service.game.geometry`."""

    lines: np.ndarray
    """The cells of each line, shape (lines, row length), int32."""
    through: np.ndarray
    """The numbers of the lines through each cell, cell by cell, shape (uses,), int32."""
    through_starts: np.ndarray
    """Where the lines through a cell start in `through`, shape (cells + 1,), int64."""
    symmetries: np.ndarray
    """The image of each cell, shape (symmetries, cells), int32, the identity first."""
    off_centre: np.ndarray
    """The distance of each cell to the middle, shape (cells,), int64."""


class Found(NamedTuple):
    """The analysis of a position."""

    ended: bool
    """Whether the nodes sufficed; if not, all other fields mean nothing."""
    method: int
    nodes: int
    table_hits: int
    cells: np.ndarray
    """One option of each class, shape (classes,), int64."""
    bounds: np.ndarray
    """The bounds on the scores of these options, shape (2, classes), int64."""
    scores: np.ndarray
    """An estimate in (-1, 1) of each of these options, shape (classes,)."""
    listed: np.ndarray
    """All options, best first, in row 0, the class of each in row 1, and the first option of that
    class in row 2; shape (3, empty cells), int64."""
    line: np.ndarray
    """The line of play; empty if a pairing or the lack of lines draws."""
    firsts: np.ndarray
    """One cell of each pair of a pairing."""
    seconds: np.ndarray
    """The other cell of each pair."""


@kernel
def contents_of(stones, cells):
    """Return 0 for each empty cell, 1 or 2 for the stones of either side, 3 for walls: (cells,).

    The dtype is uint8, and `stones` are those of `analyse`. In Python this takes a sixth of the
    whole analysis.
    """
    contents = np.zeros(cells, np.uint8)
    for side in range(2):
        for cell in range(cells):
            if stones[side, cell >> 6] & bit(cell & 63) != 0:
                contents[cell] += side + 1
    return contents


@kernel
def find_static_proof(board, contents):
    """Return the method that proves all options drawn, else that of a search, and its pairs.

    The pairs are empty unless the method is PAIRING; see `static_proofs.find_static_proof`.
    """
    lines = board.lines
    needed = np.zeros(lines.shape[0], np.uint8)
    low_potential = open_lines.classify(lines, contents, needed)
    if not needed.any():
        return NO_OPEN_LINES, np.zeros(0, np.int64), np.zeros(0, np.int64)
    most_shared = DIRECTIONS * (lines.shape[1] - 1)
    family = Family(lines, board.through, board.through_starts, needed, contents, most_shared)
    partner = np.full(contents.shape[0], NOTHING, np.int32)
    found, firsts, seconds, _ = find_pairing(family, partner, False, False, MOST_PAIR_WORK)
    if found:
        return PAIRING, firsts, seconds
    return POTENTIAL if low_potential else SEARCH, firsts[:0], seconds[:0]


@kernel
def deepen(search, own, opponent, options, known, best_only, node_limit):
    """Fill in the bounds on the scores of the options; return whether the nodes sufficed."""
    state = options.iteration[0]
    any_rules.bound_options(search, 0, own, opponent, options)
    for index in range(known.shape[1]):
        options.lower[index] = max(options.lower[index], known[0, index])
        options.upper[index] = min(options.upper[index], known[1, index])
    if not best_only:
        # Who wins at all comes first: most options draw, and that takes two questions of each.
        empty = search.game.cells - count(own | opponent)
        state.depth = max(iteration.FIRST_DEPTH, empty - 1)
        if not any_rules.deepen(search, 0, own, opponent, options, node_limit):
            return False
        state.option = 0
    state.depth, state.best_only = iteration.FIRST_DEPTH, best_only
    return any_rules.deepen(search, 0, own, opponent, options, node_limit) and iteration.settled(
        options.lower, options.upper, best_only
    )


@held_kernel
def analyse(board, game, table, stones, known, best_only, seeded, drawn, node_limit):
    """Return the value of every option of a position, and more; see `Found`.

    `board` are its `Lines`; `stones` are bitboards of the mover and of the opponent, both with the
    walls, 64 cells a word, shape (2, words), uint64. `game` is that of the board, or else of its
    empty cells. `known` are bounds on the scores of one option of each class, the most promising
    first, shape (2, classes), int64, or (2, 0) for none. Where options are equal, the numbers
    `drawn`, one for each empty cell, order them if `seeded`.
    """
    contents = contents_of(stones, board.through_starts.shape[0] - 1)
    empty = np.flatnonzero(contents == 0)
    promise, classes = np.zeros(contents.shape[0]), np.zeros(contents.shape[0], np.int32)
    options = np.zeros_like(empty)
    classed = look(board.lines, board.symmetries, contents, empty, False, promise, classes, options)
    options = options[:classed]
    # The cells of the game, which may be that of the empty ones alone.
    cells, own, opponent = empty, np.uint64(0), np.uint64(0)
    if game.cells == contents.shape[0]:
        cells, own, opponent = np.arange(game.cells), stones[0, 0], stones[1, 0]
    moves, scores = np.searchsorted(cells, empty[options]), promise[empty[options]]
    lower, upper = np.zeros_like(moves), np.zeros_like(moves)
    bounded = Options(moves, lower, upper, np.zeros(1, ITERATION))
    search = _new_search(_free_game(game), table, game.cells + 1, False, 0)

    method, firsts, seconds = find_static_proof(board, contents)
    at_once = method in (NO_OPEN_LINES, PAIRING)
    ended = True
    if not at_once:
        ended = deepen(search, own, opponent, bounded, known, best_only, node_limit)
    likelihoods = np.zeros_like(moves)
    best = best_of(lower, upper)
    score = lower[best[0]] if ended else 0
    if empty.shape[0] == contents.shape[0]:
        # See `tie_breaks.mistakes`.
        likelihoods[best] = np.diff(board.through_starts)[options[best]]
    elif ended and best.shape[0] > 1 and score != WIN - 1 and method != NO_OPEN_LINES:
        found = np.zeros((best.shape[0], game.cells), np.bool_)
        ended = find_mistakes(search, own, opponent, score, moves[best], found, node_limit)
        likelihoods[best] = weigh(board.lines, contents, empty[options][best], cells, found)
    bounds = np.stack((lower, upper))
    listed = order_moves(
        bounds, scores, scores, likelihoods, empty[options], board.off_centre,
        empty, classes, seeded, drawn,
    )  # fmt: skip
    line, length = np.zeros_like(empty), 0
    if ended and not at_once:
        line[0] = np.searchsorted(cells, listed[0, 0])
        length, ended = any_rules.extend_line(search, own, opponent, score, line, 1, node_limit)
        line[:length] = cells[line[:length]]
    return Found(
        ended,
        method,
        search.control[0].nodes,
        search.control[0].table_hits,
        empty[options],
        bounds,
        scores,
        listed,
        line[:length],
        firsts,
        seconds,
    )
