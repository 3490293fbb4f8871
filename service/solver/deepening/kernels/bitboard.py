"""Null-window alpha-beta on games whose undecided cells fit one 64-bit word.

A search answers one question, "is the score of this position at least the target?", and returns
true (fail-soft) bounds on the score, so that its results serve every later search. The steps at a
node:

1. Immediate wins: the side to move completes a line, or cannot stop two completions.
2. Forced move: a single cell at which the opponent would complete a line is taken.
3. Static bounds: no line is completed sooner than the stones that it lacks can be placed.
4. Transposition table cut-off; symmetric positions share a canonical key.
5. Move generation: only cells of lines that can be completed within the plies in question. A move
   elsewhere is as good as a null move, and an extra stone never hurts.
6. Null move, if the question is whether the side to move holds.
7. Move loop: the table's best move first, then by the weight of the lines through a cell.
8. Back up the child's bounds; a beta cut-off ends the loop.
9. Store the bounds in the table.

The stack is explicit: a search stops before any node and later goes on from there.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels.backup import back_up, count_node, return_bounds
from service.solver.deepening.kernels.iteration import (
    child_target,
    next_option,
    record_bounds,
    reset_bounds,
)
from service.solver.deepening.kernels.line_bounds import horizons, static_bounds, urgency
from service.solver.deepening.kernels.state import (
    BITBOARD_FRAME,
    CONTROL,
    FORCED,
    MOVES,
    NULL_MOVE,
    PLANES,
    BitboardSearch,
)
from service.solver.lines.kernels.bits import bit, count, lowest
from service.solver.lines.kernels.line_game import CELLS, all_completions, completions_through
from service.solver.lines.kernels.potential import FAR, line_potential
from service.solver.lines.kernels.scores import WIN, sharpen_lower, sharpen_upper, target_of_child
from service.solver.lines.kernels.symmetry import canonical
from service.solver.memory.kernels import table as tt

PLIES = 2 * CELLS + 4
"""Every cell is played at most once, with a null move before every other move at most."""


def new_search(game, table):
    """Return a search of nothing yet; see `BitboardSearch`."""
    return BitboardSearch(game, table, np.zeros(PLIES + 1, BITBOARD_FRAME), np.zeros(1, CONTROL))


@bare_kernel
def add_weight(planes, cells, plane):
    """Add 2**plane to the counter of each of `cells`.

    The counters of all cells lie across the planes, one bit in each; they saturate.
    """
    for index in range(plane, PLANES):
        carry = planes[index] & cells
        planes[index] ^= cells
        cells = carry
        if cells == 0:
            return
    for index in range(PLANES):
        planes[index] |= cells


@bare_kernel
def heaviest(planes, cells):
    """Return the cell of `cells` with the largest counter, the lowest if several are equal."""
    for index in range(PLANES - 1, -1, -1):
        heavy = cells & planes[index]
        if heavy != 0:
            cells = heavy
    return lowest(cells)


@bare_kernel
def scan_lines(lines, own, opponent, horizon, planes):
    """Weigh the cells of one player's open lines that lack up to `horizon` stones.

    Returns these cells, and of all open lines the fewest stones that one lacks and the potential.
    """
    live = np.uint64(0)
    fewest = FAR
    potential = np.int64(0)
    for index in range(lines.shape[0]):
        line = lines[index]
        if line & opponent != 0 or line == 0:
            continue
        line &= ~own
        missing = count(line)
        potential += line_potential(missing)
        fewest = min(fewest, missing)
        if missing <= horizon:
            live |= line
            add_weight(planes, line, urgency(missing))
    return live, fewest, potential


@bare_kernel
def begin_search(search, colour, own, opponent, target):
    """Begin a search of a position with `colour` to move: does its score reach `target`?

    Nobody may have completed a line already.
    """
    control, root = search.control[0], search.frames[0]
    control.ply = control.returning = 0
    control.colour = colour
    root.own = own
    root.opponent = opponent
    root.own_wins = all_completions(search.game, colour, own, opponent)
    root.opponent_wins = all_completions(search.game, 1 - colour, opponent, own)
    root.target = target


@bare_kernel
def enter_node(search, ply):
    """Take steps 1 to 5 at a node; return whether they decide it. Its frame holds the bounds."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    own, opponent, target = frame.own, frame.opponent, frame.target
    remaining = game.cells - count(own | opponent)
    frame.remaining = remaining
    # 1. Immediate wins.
    if frame.own_wins != 0:
        frame.lower = frame.upper = WIN - 1
        return True
    threats = frame.opponent_wins
    if threats != 0:
        if threats & (threats - np.uint64(1)) != 0:
            frame.lower = frame.upper = 2 - WIN
            return True
        # 2. Forced move.
        frame.lower, frame.upper, frame.moves_upper = 4 - WIN, WIN - 3, -WIN
        frame.moves_left = threats
        frame.stage = FORCED
        return frame.lower >= target or frame.upper < target

    # 3. Static bounds.
    colour = (control.colour + ply) & 1
    own_horizon, opponent_horizon = horizons(target)
    planes = frame.planes
    planes[:] = 0
    own_live, own_missing, own_potential = scan_lines(
        game.lines[colour], own, opponent, own_horizon, planes
    )
    opponent_live, opponent_missing, opponent_potential = scan_lines(
        game.lines[1 - colour], opponent, own, opponent_horizon, planes
    )
    lower, upper = static_bounds(
        own_missing, own_potential, opponent_missing, opponent_potential, remaining
    )
    frame.lower, frame.upper = lower, upper
    if lower >= target or upper < target:
        return True

    # 4. Transposition table cut-off.
    key_own, key_opponent, symmetry = canonical(game.symmetries, own, opponent)
    frame.key_own, frame.key_opponent, frame.symmetry = key_own, key_opponent, symmetry
    frame.best_move = -1
    entry = tt.probe(search.table, key_own, key_opponent, game.keys[colour])
    if entry != 0:
        control.table_hits += 1
        frame.lower = lower = sharpen_lower(max(lower, tt.lower_of(entry)), remaining)
        frame.upper = upper = sharpen_upper(min(upper, tt.upper_of(entry)), remaining)
        if lower >= target or upper < target:
            return True
        frame.best_move = game.preimages[symmetry, tt.move_of(entry)]

    # 5. Move generation.
    frame.moves_left = own_live | opponent_live
    # The moves that are left out fall short of the target, too.
    frame.moves_upper = target - 1
    frame.nodes_before = control.nodes
    frame.stage = NULL_MOVE if target <= 0 else MOVES
    return False


@bare_kernel
def make_move(search, ply):
    """Take step 6 or 7 at a node: set up the position after its null move or its next move."""
    frame, child = search.frames[ply], search.frames[ply + 1]
    own, opponent = frame.own, frame.opponent
    child.target = target_of_child(frame.target)
    # 6. Null move.
    if frame.stage == NULL_MOVE:
        child.own, child.opponent = opponent, own
        child.own_wins, child.opponent_wins = frame.opponent_wins, frame.own_wins
        return
    # 7. The next move of the loop.
    left, best = frame.moves_left, frame.best_move
    if best >= 0 and frame.stage == MOVES and left & bit(best) != 0:
        move = best
    else:
        move = heaviest(frame.planes, left)
    frame.move = move
    frame.moves_left = left & ~bit(move)
    own |= bit(move)
    colour = (search.control[0].colour + ply) & 1
    child.own, child.opponent = opponent, own
    child.own_wins = frame.opponent_wins & ~bit(move)
    child.opponent_wins = frame.own_wins | completions_through(
        search.game, colour, move, own, opponent
    )


@bare_kernel
def store_bounds(search, ply):
    """Take step 9 at a node: store its bounds, unless it only had a forced move."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    if frame.stage == FORCED:
        return
    tt.store(
        search.table,
        frame.key_own,
        frame.key_opponent,
        game.keys[(control.colour + ply) & 1],
        frame.lower,
        frame.upper,
        game.images[frame.symmetry, max(frame.best_move, 0)],
        control.nodes - frame.nodes_before,
    )


@bare_kernel
def null_window_search(search, node_limit):
    """Go on with the search that `begin_search` began; return whether it has ended.

    When it has, `returned_lower` and `returned_upper` of the control block bound the score on one
    side of the target. If not, the running count of nodes has reached `node_limit`.
    """
    control = search.control[0]
    ply = control.ply
    while ply >= 0:
        frame = search.frames[ply]
        if control.returning:
            # 8. Back up.
            decided = back_up(frame, control, frame.moves_left == 0)
            if decided:
                store_bounds(search, ply)
        else:
            if not count_node(control, node_limit):
                control.ply = ply
                return False
            decided = enter_node(search, ply)
        if decided:
            return_bounds(frame, control)
            ply -= 1
        else:
            make_move(search, ply)
            ply += 1
    return True


@bare_kernel
def bound_options(game, colour, own, opponent, options):
    """Fill in the bounds of every option of `colour`: it wins at once, or it does not."""
    lower, upper = options.lower, options.upper
    wins = all_completions(game, colour, own, opponent)
    reset_bounds(lower, upper, game.cells - count(own | opponent))
    for index in range(lower.shape[0]):
        if wins & bit(options.cells[index]) != 0:
            lower[index] = upper[index] = WIN - 1


@bare_kernel
def deepen(search, colour, own, opponent, options, node_limit):
    """Deepen until all is settled or the nodes are spent; return whether all is.

    `colour`, with the stones `own`, is to move.
    """
    iteration = options.iteration[0]
    remaining = search.game.cells - count(own | opponent)
    while next_option(options, remaining):
        if not iteration.searching:
            stones = own | bit(options.cells[iteration.option])
            begin_search(search, 1 - colour, opponent, stones, child_target(iteration))
            iteration.searching = 1
        if not null_window_search(search, node_limit):
            return False
        record_bounds(options, search.control[0], remaining)
    return True
