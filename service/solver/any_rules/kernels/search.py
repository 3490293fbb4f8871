"""Null-window alpha-beta on games in which an own stone more may hurt.

The search asks what `deepening.kernels.bitboard` asks, in the same way, but assumes nothing that
gravity, rows of an exact length or misère play make false: no move is dominated, and nobody may
pass. The steps at a node:

1. Forced play: the side to move completes a row, or must take the place where the opponent would,
   and never plays below such a place. With misère play it completes a row only if it must.
2. Static bounds: nobody completes a row sooner than the open lines allow, see `rows.scan_lines`.
3. Transposition table cut-off, by the canonical name of the position.
4. Where stones do not fall, all places on which no open line depends are alike: one is tried.
5. Move loop: the table's best move first, then by the weight of the lines through a place, the
   heaviest first, or the lightest with misère play.
6. Back up the child's bounds; a beta cut-off ends the loop.
7. Store the bounds in the table.

With misère play scores count one ply more than there is, as if the opponent had to claim each row
by a move. So, as `lines.kernels.scores` has it, the side to move wins at odd plies and loses at
even ones under any rule.
"""

import numpy as np

from service.solver.any_rules.kernels.rows import above, below, playable, scan_lines
from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels.backup import back_up, count_node, return_bounds
from service.solver.deepening.kernels.iteration import (
    FIRST_DEPTH,
    child_target,
    is_open,
    next_option,
    record_bounds,
    reset_bounds,
    settled,
)
from service.solver.deepening.kernels.state import FORCED, MOVES, PLANES
from service.solver.lines.kernels.bits import bit_in, count, lowest
from service.solver.lines.kernels.line_game import CELLS
from service.solver.lines.kernels.scores import WIN, sharpen_lower, sharpen_upper, target_of_child
from service.solver.lines.kernels.symmetry import canonical
from service.solver.memory.kernels import table as tt

LOST = 2 - WIN
"""The score of a position that is lost whatever the side to move plays."""
MOST_DOWNWARDS = 24
"""The plies of the longest game of which it is first asked who wins it at all."""


@bare_kernel
def next_move(search, ply):
    """Return the most promising of the moves that are left at a node."""
    planes, left = search.planes[ply], search.left[ply]
    for index in range(PLANES - 1, -1, -1):
        plane = ~planes[index] if search.game.misere else planes[index]
        if left & plane != 0:
            left &= plane
    others = left & (left - np.uint64(1))
    return lowest(others if search.order & 1 and others != 0 else left)


@bare_kernel
def begin_search(search, colour, own, opponent, target):
    """Begin a search of a position with `colour` to move: does its score reach `target`?

    Nobody may have completed a row already.
    """
    control = search.control[0]
    control.ply = control.returning = 0
    control.colour = colour
    search.own[0] = own
    search.opponent[0] = opponent
    search.frames[0].target = target


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


@bare_kernel
def with_all_above(game, places):
    """Return places and all that open only after them.

    With misère play a player completes a row only when each place that is left to play does so.
    Before, every place is filled that is not on the player's open lines, nor above one of these.
    """
    found = places
    while places != 0:
        places = above(game, places) & ~found
        found |= places
    return found


@bare_kernel
def kept_move(game, symmetry, move, moves):
    """Return the place of a move of the table, which keeps only the lowest bits of it."""
    place = game.preimages[symmetry, move]
    if moves & bit_in(moves, place) == 0 and move + CELLS < game.cells:
        place = game.preimages[symmetry, move + CELLS]
    return place


@bare_kernel
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
    own_named, own_live, own_beside, own_rows, own_soonest = scan_lines(
        game, colour, own, empty, 1, planes
    )
    named, live, beside, rows, soonest = scan_lines(game, 1 - colour, opponent, empty, 0, planes)

    # 1. Forced play.
    if not game.misere and own_rows & playable(game, empty) != 0:
        frame.lower = frame.upper = WIN - 1
        return True
    moves = moves_without_loss(game, empty, own_rows, rows)
    if moves == 0 and empty != 0:
        frame.lower = frame.upper = LOST
        return True

    # 2. Static bounds.
    if game.misere:
        idle_plies = count(empty & ~with_all_above(game, own_live & empty)) + 1
        own_soonest = max(own_soonest, idle_plies + (idle_plies + 1 & 1))
        idle_plies = count(empty & ~with_all_above(game, live & empty)) + 1
        soonest = max(soonest, idle_plies + (idle_plies & 1))
        own_soonest, soonest = soonest + 1, own_soonest + 1
    lower = max(4 - WIN, soonest - WIN) if soonest <= remaining else 0
    upper = min(WIN - 3, WIN - own_soonest) if own_soonest <= remaining else 0
    frame.lower, frame.upper = lower, upper
    if lower >= target or upper < target:
        return True

    # 3. Transposition table cut-off.
    frame.best_move = -1
    frame.moves_upper = LOST
    frame.stage = FORCED if is_single(moves) else MOVES
    if frame.stage == MOVES:
        key_own, key_opponent, symmetry = canonical(
            game.symmetries, own_named | empty, named | empty
        )
        search.key_own[ply], search.key_opponent[ply] = key_own, key_opponent
        frame.symmetry = symmetry
        frame.nodes_before = control.nodes
        entry = tt.probe(search.table, key_own, key_opponent, game.keys[colour])
        if entry != 0:
            control.table_hits += 1
            frame.lower = lower = sharpen_lower(max(lower, tt.lower_of(entry)), remaining)
            frame.upper = upper = sharpen_upper(min(upper, tt.upper_of(entry)), remaining)
            if lower >= target or upper < target:
                return True
            frame.best_move = kept_move(game, symmetry, tt.move_of(entry), moves)

    # 4. Places that are alike.
    if not game.gravity:
        idle = moves & ~(own_live | own_beside | live | beside)
        moves &= ~(idle & (idle - np.uint64(1)))
    search.left[ply] = moves
    return False


@bare_kernel
def make_move(search, ply):
    """Take step 5 at a node: set up the position after its next move."""
    frame, left = search.frames[ply], search.left[ply]
    best = frame.best_move
    known = best >= 0 and left & bit_in(left, best) != 0
    move = best if known else next_move(search, ply)
    frame.move = move
    search.left[ply] = left & ~bit_in(left, move)
    search.own[ply + 1] = search.opponent[ply]
    search.opponent[ply + 1] = search.own[ply] | bit_in(left, move)
    search.frames[ply + 1].target = target_of_child(frame.target)


@bare_kernel
def store_bounds(search, ply):
    """Take step 7 at a node: store its bounds, unless it had a single move."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    if frame.stage == FORCED:
        return
    lower, upper = frame.lower, frame.upper
    # The table would keep a later win or loss as a sooner one.
    if lower > 0 and WIN - lower > tt.MOST_KEPT_PLIES:
        lower = 0
    if upper < 0 and WIN + upper > tt.MOST_KEPT_PLIES:
        upper = 0
    tt.store(
        search.table,
        search.key_own[ply],
        search.key_opponent[ply],
        game.keys[(control.colour + ply) & 1],
        lower,
        upper,
        game.images[frame.symmetry, max(frame.best_move, 0)] & (CELLS - 1),
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
            # 6. Back up.
            decided = back_up(frame, control, search.left[ply] == 0)
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
def places_of_rows(search, ply, colour, own, empty):
    """Return the places that complete a row for a player; weigh those of all the player's lines."""
    _, _, _, rows, _ = scan_lines(search.game, colour, own, empty, 0, search.planes[ply])
    return rows


@bare_kernel
def bound_options(search, stones, options):
    """Fill in the bounds of every option of player 0: it ends the game at once, or it does not.

    `stones` of both players have shape (2,), words.
    """
    game, lower, upper = search.game, options.lower, options.upper
    empty = game.reachable & ~(stones[0] | stones[1])
    rows = places_of_rows(search, 0, 0, stones[0], empty)
    remaining = count(empty) + game.misere
    reset_bounds(lower, upper, remaining)
    if goes_down(game, remaining):
        options.iteration[0].depth = remaining
    for index in range(lower.shape[0]):
        if rows & bit_in(rows, options.cells[index]) != 0:
            lower[index] = upper[index] = LOST if game.misere else WIN - 1


@bare_kernel
def goes_down(game, remaining):
    """Return whether the greatest depth comes first, if a game is decided in so many plies.

    With misère play nearly every game is decided by its last plies, so that it is best asked first
    who wins at all, unless that is out of reach.
    """
    return game.misere and remaining <= MOST_DOWNWARDS


@bare_kernel
def next_option_downwards(options):
    """Move on like `next_option`, but from the greatest depth to the least."""
    iteration, lower, upper = options.iteration[0], options.lower, options.upper
    if iteration.searching:
        return True
    while iteration.depth >= FIRST_DEPTH:
        while iteration.option < lower.shape[0]:
            if is_open(options, iteration.option):
                return True
            iteration.option += 1
        if settled(lower, upper, iteration.best_only):
            return False
        iteration.option = 0
        iteration.depth -= 1
    return False


@bare_kernel
def deepen(search, stones, options, node_limit):
    """Deepen until all is settled or the nodes are spent; return whether all is.

    Player 0 is to move; `stones` of both have shape (2,), words.
    """
    game, iteration = search.game, options.iteration[0]
    own, opponent = stones[0], stones[1]
    remaining = count(game.reachable & ~(own | opponent)) + game.misere
    down = goes_down(game, remaining)
    while next_option_downwards(options) if down else next_option(options, remaining):
        if not iteration.searching:
            after = own | bit_in(own, options.cells[iteration.option])
            begin_search(search, 1, opponent, after, child_target(iteration))
            iteration.searching = 1
        if not null_window_search(search, node_limit):
            return False
        record_bounds(options, search.control[0], remaining)
    return True
