"""The principal variation by re-search: move by move to the end of the game."""

from service.solver.any_rules.kernels.rows import playable
from service.solver.any_rules.kernels.search import (
    begin_search,
    next_move,
    null_window_search,
    places_of_rows,
)
from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels.state import PLANES
from service.solver.lines.kernels.bits import bit_in, lowest
from service.solver.lines.kernels.scores import child_of, of_parent, target_of_child


@bare_kernel
def best_reply(search, colour, own, opponent, score, node_limit):
    """Return the likeliest move that achieves `score`, a lower bound on the position's score.

    If no move achieves it (`score` may bound the loser's score from above), return the first one.
    Return -1 if the nodes are spent before the move is found; the next call goes on.
    """
    game, control, last = search.game, search.control[0], search.frames.shape[0] - 1
    frame, left = search.frames[last], search.left
    if not control.replying:
        planes = search.planes[last]
        for plane in range(PLANES):
            planes[plane] = 0
        empty = game.reachable & ~(own | opponent)
        rows = places_of_rows(search, last, colour, own, empty)
        places_of_rows(search, last, 1 - colour, opponent, empty)
        moves = playable(game, empty)
        if game.misere and moves & ~rows != 0:
            moves &= ~rows
        elif moves & rows != 0:
            return lowest(moves & rows)
        left[last] = moves
        frame.best_move = next_move(search, last)
    while control.replying or left[last] != 0:
        if not control.replying:
            control.replying, control.reply = 1, next_move(search, last)
            move = bit_in(own, control.reply)
            left[last] &= ~move
            begin_search(search, 1 - colour, opponent, own | move, target_of_child(score))
        if not null_window_search(search, node_limit):
            return -1
        control.replying = 0
        if of_parent(control.returned_upper) >= score:
            return control.reply
    return frame.best_move


@bare_kernel
def extend_line(search, stones, score, line, length, node_limit):
    """Extend the line of play `line[:length]` by best replies until the game ends.

    Player 0 is to move in the position given, which has the (bound on the) `score`; `stones` of
    both have shape (2,), words. `line` has shape (places that moves can fill,), int64. Returns the
    new length and whether the game has ended; if not, the nodes are spent, and the next call, with
    the line as it is, goes on.
    """
    own, opponent, ply, scratch = stones[0], stones[1], 0, search.frames.shape[0] - 2
    while True:
        colour = ply & 1
        if ply == length:
            move = best_reply(search, colour, own, opponent, score, node_limit)
            if move < 0:
                return length, False
            line[length] = move
            length += 1
        place = bit_in(own, line[ply])
        ply += 1
        empty = search.game.reachable & ~(own | opponent)
        rows = places_of_rows(search, scratch, colour, own, empty)
        if place & rows != 0 or empty == place:
            return ply, True
        own, opponent = opponent, own | place
        score = child_of(score)
