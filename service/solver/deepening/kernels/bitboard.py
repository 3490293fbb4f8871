"""Null-window alpha-beta on games whose undecided cells fit one 64-bit word.

The steps at a node:

1. Immediate wins: the side to move completes a line, or cannot stop two completions.
2. Forced move: a single cell at which the opponent would complete a line is taken.
3. Static bounds: no line is completed sooner than the stones that it lacks can be placed.
4. Transposition table cut-off; symmetric positions share a canonical key.
5. Move generation: only cells of lines that can be completed within the plies in question. A move
   elsewhere is no better than these: an extra stone never hurts, and no such line lacks it.
6. Move loop, by the weight of the lines through a cell.
7. Back up the child's bounds; a beta cut-off ends the loop.
8. Store the bounds in the table.
"""

import numpy as np

from service.solver.alpha_beta.kernels import masks
from service.solver.alpha_beta.kernels.alpha_beta import Steps, alpha_beta
from service.solver.alpha_beta.kernels.backup import return_bounds
from service.solver.alpha_beta.kernels.iteration import first_bounds, next_question
from service.solver.alpha_beta.kernels.line_bounds import horizons, static_bounds, urgency
from service.solver.alpha_beta.kernels.masks import leave_child, probe_bounds, take_reply
from service.solver.alpha_beta.kernels.state import FORCED, MOVES
from service.solver.alpha_beta.kernels.weights import PLANES, add_weight
from service.solver.compiling.kernels.jit import INTERPRETED, bare_kernel, inlined_kernel
from service.solver.lines.kernels import scores
from service.solver.lines.kernels.bits import bit_in, count, nothing
from service.solver.lines.kernels.line_game import CELLS, all_completions, completions_through
from service.solver.lines.kernels.potential import FAR, line_potential
from service.solver.lines.kernels.scores import WIN


def new_search(game, table):
    """Return a search of nothing yet; see `masks.Search`."""
    return masks.new_search(game, table, game.cells + 1, False, 0)


@bare_kernel
def scan_lines(lines, own, opponent, horizon, planes):
    """Weigh the cells of one player's open lines that lack up to `horizon` stones.

    Returns these cells, and of all open lines the fewest stones that one lacks and the potential.
    """
    live = nothing(own)
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
def set_up(search, own, opponent):
    """Set up a position at ply 0; that alone decides none."""
    game, colour = search.game, search.control[0].colour
    search.own[0], search.opponent[0] = own, opponent
    search.own_rows[0] = all_completions(game, colour, own, opponent)
    search.rows[0] = all_completions(game, 1 - colour, opponent, own)
    return False


@inlined_kernel
def enter_node(search, ply):
    """Take steps 1 to 5 at a node; return whether they decide it. Its frame holds the bounds."""
    game, frame = search.game, search.frames[ply]
    own, opponent, target = search.own[ply], search.opponent[ply], frame.target
    remaining = game.cells - count(own | opponent)
    frame.remaining = remaining
    if INTERPRETED:
        mover = (search.control[0].colour + ply) & 1
        assert search.own_rows[ply] == all_completions(game, mover, own, opponent)
        assert search.rows[ply] == all_completions(game, 1 - mover, opponent, own)
    # 1. Immediate wins.
    if search.own_rows[ply] != 0:
        frame.lower = frame.upper = WIN - 1
        return True
    threats = search.rows[ply]
    if threats != 0:
        if threats & (threats - np.uint64(1)) != 0:
            frame.lower = frame.upper = 2 - WIN
            return True
        # 2. Forced move.
        frame.lower, frame.upper, frame.moves_upper = 4 - WIN, WIN - 3, -WIN
        search.left[ply] = threats
        frame.stage = FORCED
        return frame.lower >= target or frame.upper < target

    # 3. Static bounds.
    colour = (search.control[0].colour + ply) & 1
    own_horizon, opponent_horizon = horizons(target)
    planes = search.planes[ply]
    for plane in range(PLANES):
        planes[plane] = 0
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
    moves = own_live | opponent_live
    if probe_bounds(search, ply, own, opponent):
        return True

    # 5. Move generation.
    search.left[ply] = moves
    # The moves that are left out fall short of the target, too.
    frame.moves_upper = target - 1
    frame.stage = MOVES
    return False


@inlined_kernel
def make_move(search, ply):
    """Take step 6 at a node: set up the position after its next move."""
    masks.make_move(search, ply)
    child = ply + 1
    colour, move = (search.control[0].colour + ply) & 1, search.frames[ply].move
    opponent, own = search.own[child], search.opponent[child]
    search.own_rows[child] = search.rows[ply] & ~bit_in(own, move)
    search.rows[child] = search.own_rows[ply] | completions_through(
        search.game, colour, move, own, opponent
    )


@bare_kernel
def plies_left(search, own, opponent):
    """Return the number of empty cells."""
    return search.game.cells - count(own | opponent)


@bare_kernel
def completions(search, colour, own, opponent):
    """Return the cells that complete a line of `colour`."""
    return all_completions(search.game, colour, own, opponent)


@bare_kernel
def option_bounds(search, own, opponent, move, wins):
    """Return bounds on the score of the side to move after a move: it wins at once, or not."""
    if move & wins != 0:
        return WIN - 1, WIN - 1
    return first_bounds(plies_left(search, own, opponent))


@bare_kernel
def list_replies(search, colour, own, opponent):
    """List the moves in the last frame, or those that win at once; return whether they do."""
    game, last = search.game, search.frames.shape[0] - 1
    planes = search.planes[last]
    for plane in range(PLANES):
        planes[plane] = 0
    wins = all_completions(game, colour, own, opponent)
    search.left[last] = wins
    if wins == 0:
        every = bit_in(own, game.cells) - np.uint64(1) if game.cells < CELLS else ~nothing(own)
        search.left[last] = every & ~(own | opponent)
        scan_lines(game.lines[colour], own, opponent, CELLS, planes)
        scan_lines(game.lines[1 - colour], opponent, own, CELLS, planes)
    return wins != 0


SEARCH = alpha_beta(
    Steps(
        scores=scores,
        remaining=plies_left,
        completions=completions,
        option_bounds=option_bounds,
        next_question=next_question,
        set_up=set_up,
        enter=enter_node,
        make=make_move,
        leave=leave_child,
        return_bounds=return_bounds,
        list_replies=list_replies,
        take_reply=take_reply,
    )
)
"""The search on at most 64 undecided cells."""
begin_search, null_window_search, bound_options, deepen, extend_line, *_ = SEARCH
