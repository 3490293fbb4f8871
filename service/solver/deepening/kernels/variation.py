"""The principal variation by re-search on bitboards: move by move to the end of the game."""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels import bitboard
from service.solver.lines.kernels.bits import bit, lowest
from service.solver.lines.kernels.line_game import CELLS, all_completions
from service.solver.lines.kernels.scores import WIN, child_of, of_parent, target_of_child


@bare_kernel
def best_reply(search, colour, own, opponent, score, node_limit):
    """Return the likeliest move that achieves `score`, a lower bound on the position's score.

    If no move achieves it (`score` may bound the loser's score from above), return the heaviest
    move. Return -1 if the nodes are spent before the move is found; the next call goes on.
    """
    game, frame, control = search.game, search.frames[bitboard.PLIES], search.control[0]
    if score == WIN - 1:
        return lowest(all_completions(game, colour, own, opponent))
    empty = ~(own | opponent)
    if game.cells < CELLS:
        empty &= bit(game.cells) - np.uint64(1)
    planes = frame.planes
    if not control.replying:
        planes[:] = 0
        bitboard.scan_lines(game.lines[colour], own, opponent, CELLS, planes)
        bitboard.scan_lines(game.lines[1 - colour], opponent, own, CELLS, planes)
        frame.moves_left = empty
    while control.replying or frame.moves_left != 0:
        if not control.replying:
            control.replying, control.reply = 1, bitboard.heaviest(planes, frame.moves_left)
            move = bit(control.reply)
            frame.moves_left &= ~move
            bitboard.begin_search(search, 1 - colour, opponent, own | move, target_of_child(score))
        if not bitboard.null_window_search(search, node_limit):
            return -1
        control.replying = 0
        if of_parent(control.returned_upper) >= score:
            return control.reply
    return bitboard.heaviest(planes, empty)


@bare_kernel
def extend_line(search, own, opponent, score, line, length, node_limit):
    """Extend the line of play `line[:length]` by best replies until the game ends.

    Player 0 is to move in the position given, which has the (bound on the) `score`. `line` has
    shape (empty cells,), int64. Returns the new length and whether the game has ended; if not,
    the nodes are spent, and the next call, with the line as it is, goes on.
    """
    ply = 0
    while True:
        colour = ply & 1
        if ply == length:
            move = best_reply(search, colour, own, opponent, score, node_limit)
            if move < 0:
                return length, False
            line[length] = move
            length += 1
        move = bit(line[ply])
        ply += 1
        wins = all_completions(search.game, colour, own, opponent)
        if move & wins != 0 or ply == line.shape[0]:
            return ply, True
        own, opponent = opponent, own | move
        score = child_of(score)
