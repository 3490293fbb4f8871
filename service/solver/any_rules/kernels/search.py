"""Null-window alpha-beta on games under any rules, whose places fit one word.

Only where the game is *free* it is assumed that an own stone more never hurts, which gravity, rows
of an exact length and misère play make false. The steps at a node:

1. Forced play: the side to move completes a row, or must take the place where the opponent would,
   and never plays below such a place. With misère play it completes a row only if it must.
2. Static bounds: nobody completes a row sooner than the stones that it lacks can be placed. In a
   free game, nobody does whose lines have too low a potential, either.
3. Transposition table cut-off, by the canonical name of the position.
4. In a free game only the places of lines that can be completed within the plies in question: a
   move elsewhere is no better, since no such line lacks it. Otherwise, where stones do not fall,
   all places on which no open line depends are alike: one is tried.
5. Move loop, by the weight of the lines through a place: the heaviest first, or the lightest with
   misère play.
6. Back up the child's bounds; a beta cut-off ends the loop.
7. Store the bounds in the table.

With misère play scores count one ply more than there is, as if the opponent had to claim each row
by a move. So, as `lines.kernels.scores` has it, the side to move wins at odd plies and loses at
even ones under any rule.
"""

import numpy as np

from service.solver.alpha_beta.kernels.alpha_beta import Steps, alpha_beta
from service.solver.alpha_beta.kernels.backup import return_bounds
from service.solver.alpha_beta.kernels.iteration import first_bounds, next_question
from service.solver.alpha_beta.kernels.line_bounds import horizons, static_bounds
from service.solver.alpha_beta.kernels.masks import (
    leave_child,
    make_move,
    probe_bounds,
    take_reply,
)
from service.solver.alpha_beta.kernels.state import FORCED, MOVES
from service.solver.alpha_beta.kernels.weights import PLANES
from service.solver.any_rules.kernels.rows import above, below, playable, scan_lines
from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.lines.kernels import scores
from service.solver.lines.kernels.bits import count
from service.solver.lines.kernels.potential import FAR
from service.solver.lines.kernels.scores import WIN

LOST = 2 - WIN
"""The score of a position that is lost whatever the side to move plays."""


@bare_kernel
def set_up(search, own, opponent):
    """Set up a position at ply 0; that alone decides none."""
    search.own[0] = own
    search.opponent[0] = opponent
    return False


@bare_kernel
def is_single(places):
    """Return whether there is at most one place among these."""
    return places & (places - np.uint64(1)) == 0


@bare_kernel
def moves_without_loss(game, empty, own_rows, opponent_rows):
    """Return the moves that do not lose within two plies, if there is no win in one.

    The arguments are the places that moves can fill, and those that complete a row of either side.
    """
    moves = playable(game, empty)
    if game.misere:
        return moves & ~own_rows
    threats = moves & opponent_rows
    if threats != 0:
        # Whatever is played, the opponent has the other one, or the one that the stone opens.
        if not is_single(threats) or above(game, threats) & opponent_rows != 0:
            return threats & ~threats
        return threats
    return moves & ~below(game, opponent_rows)


@inlined_kernel
def enter_node(search, ply):
    """Take steps 1 to 4 at a node; return whether they decide it. Its frame holds the bounds."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    planes, target = search.planes[ply], frame.target
    own, opponent = search.own[ply], search.opponent[ply]
    empty = game.reachable & ~(own | opponent)
    remaining = count(empty) + game.misere
    frame.remaining = remaining
    colour = (control.colour + ply) & 1
    for plane in range(PLANES):
        planes[plane] = 0
    own_horizon, horizon = horizons(target) if game.is_free else (FAR, FAR)
    own_named, own_live, own_beside, own_rows, own_missing, own_potential = scan_lines(
        game, colour, own, empty, own_horizon, planes
    )
    named, live, beside, rows, missing, potential = scan_lines(
        game, 1 - colour, opponent, empty, horizon, planes
    )

    # 1. Forced play.
    if not game.misere and own_rows & playable(game, empty) != 0:
        frame.lower = frame.upper = WIN - 1
        return True
    moves = moves_without_loss(game, empty, own_rows, rows)
    if moves == 0 and empty != 0:
        frame.lower = frame.upper = LOST
        return True

    # 2. Static bounds. With misère play the row of either side is claimed a ply later.
    if game.misere:
        own_missing, missing = missing + 1, own_missing
    lower, upper = static_bounds(
        max(own_missing, 2), own_potential, max(missing, 2), potential, remaining
    )
    frame.lower, frame.upper = lower, upper
    if lower >= target or upper < target:
        return True

    # 3. Transposition table cut-off.
    frame.moves_upper = LOST
    frame.stage = FORCED if is_single(moves) else MOVES
    if frame.stage == MOVES and probe_bounds(search, ply, own_named | empty, named | empty):
        return True

    # 4. Dominated moves, and places that are alike.
    if game.is_free and frame.stage == MOVES:
        moves &= own_live | live
        # The moves that are left out fall short of the target, too.
        frame.moves_upper = target - 1
    elif not game.gravity:
        idle = moves & ~(own_live | own_beside | live | beside)
        moves &= ~(idle & (idle - np.uint64(1)))
    search.left[ply] = moves
    return False


@bare_kernel
def to_fill(search, own, opponent):
    """Return the places that moves can still fill."""
    return search.game.reachable & ~(own | opponent)


@bare_kernel
def plies_left(search, own, opponent):
    """Return the plies within which the game is decided."""
    return count(to_fill(search, own, opponent)) + search.game.misere


@bare_kernel
def places_of_rows(search, ply, colour, own, empty):
    """Return the places that complete a row for a player; weigh those of all the player's lines."""
    _, _, _, rows, _, _ = scan_lines(search.game, colour, own, empty, FAR, search.planes[ply])
    return rows


@bare_kernel
def completions(search, colour, own, opponent):
    """Return the places that complete a row for the owner of `own`."""
    unused = search.frames.shape[0] - 2
    return places_of_rows(search, unused, colour, own, to_fill(search, own, opponent))


@bare_kernel
def option_bounds(search, own, opponent, move, rows):
    """Return bounds on the score of the side to move after a move: it ends the game, or not."""
    if move & rows != 0:
        score = LOST if search.game.misere else WIN - 1
        return score, score
    return first_bounds(plies_left(search, own, opponent))


@bare_kernel
def list_replies(search, colour, own, opponent):
    """List the moves in the last frame, the best of those that end the game and those that do not.

    Return whether these end the game.
    """
    game, last = search.game, search.frames.shape[0] - 1
    planes = search.planes[last]
    for plane in range(PLANES):
        planes[plane] = 0
    empty = to_fill(search, own, opponent)
    rows = places_of_rows(search, last, colour, own, empty)
    places_of_rows(search, last, 1 - colour, opponent, empty)
    moves = playable(game, empty)
    better = moves & ~rows if game.misere else moves & rows
    search.left[last] = better if better != 0 else moves
    return (better == 0) == game.misere


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
"""The search under any rules."""
begin_search, null_window_search, bound_options, deepen, extend_line = SEARCH
