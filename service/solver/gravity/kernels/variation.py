"""The principal variation by re-search: move by move to the end of the game."""

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.gravity.kernels.options import known_score
from service.solver.gravity.kernels.rows import completing, playable
from service.solver.gravity.kernels.search import begin_search, null_window_search
from service.solver.lines.kernels.bits import bit_in, lowest


@bare_kernel
def best_reply(search, own, opponent, score, node_limit):
    """Return the first move, from the middle outwards, that achieves `score`, a lower bound.

    If no move achieves it (`score` may bound the loser's score from above), return the first one.
    Return -1 if the nodes are spent before the move is found; the next call goes on.
    """
    game, control = search.game, search.control[0]
    # The last frame serves the line: `taken` are the moves left to try, and `next` is the first.
    last = search.frames.shape[0] - 1
    frame = search.frames[last]
    if not control.replying:
        search.taken[last] = playable(game, own | opponent)
        frame.next = -1
    while control.replying or search.taken[last] != 0:
        if not control.replying:
            control.reply = -1
            moves = search.taken[last]
            while moves != 0:
                place = lowest(moves)
                moves &= ~bit_in(moves, place)
                column, chosen = place // (game.height + 1), control.reply // (game.height + 1)
                if chosen < 0 or game.columns[column] > game.columns[chosen]:
                    control.reply = place
            move = bit_in(own, control.reply)
            search.taken[last] &= ~move
            if frame.next < 0:
                frame.next = control.reply
            lower, upper = known_score(search, own, opponent, move)
            if lower >= score:
                return control.reply
            if upper < score:
                continue
            begin_search(search, opponent, own | move, 1 - score)
            control.replying = 1
        if not null_window_search(search, node_limit):
            return -1
        control.replying = 0
        if -control.returned_upper >= score:
            return control.reply
    return frame.next


@bare_kernel
def extend_line(search, stones, score, line, length, node_limit):
    """Extend the line of play `line[:length]` by best replies until the game ends.

    `score` is that of the position given, or a bound on it; `stones` of the side to move and of the
    other side have shape (2,), words. `line` has shape (places left,), int64. Returns the new
    length and whether the game has ended; if not, the nodes are spent, and the next call, with the
    line as it is, goes on.
    """
    own, opponent, ply = stones[0], stones[1], 0
    board = search.game.board
    while True:
        if ply == length:
            move = best_reply(search, own, opponent, score, node_limit)
            if move < 0:
                return length, False
            line[length] = move
            length += 1
        place = bit_in(own, line[ply])
        ply += 1
        empty = board & ~(own | opponent)
        if place & completing(search.game, own, empty) != 0 or empty == place:
            return ply, True
        own, opponent = opponent, own | place
        score = -score
