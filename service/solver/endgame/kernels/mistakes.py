"""Which replies to each of some moves are mistakes, by one question a reply.

Where all may be searched to the end this says what `deepening.kernels.mistakes` would, which takes
more for it: there the searches may be cut short, so that they go by growing depth.
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import kernel
from service.solver.deepening.kernels import bitboard
from service.solver.deepening.kernels.frames import FOUND_LOWER
from service.solver.lines.kernels.bits import bit
from service.solver.lines.kernels.line_game import all_completions
from service.solver.lines.kernels.scores import child_of, target_of_child


@kernel
def find_mistakes(game, table, stack, own, opponent, score, moves, mistakes, node_limit):
    """Note in `mistakes`, shape (moves, places), those after each of `moves`, shape (moves,).

    The moves give player 0 this score, and none wins. Returns whether `node_limit` nodes sufficed.
    """
    # The best reply has this score at most; what loses a lost game later is no better.
    target = target_of_child(min(child_of(score), 1))
    for index in range(moves.shape[0]):
        stones = own | bit(moves[index])
        # An extra stone never hurts: where it is none to pass, no reply is a mistake.
        bitboard.start(game, stack, 0, stones, opponent, target)
        if not bitboard.prove(game, table, stack, node_limit):
            return False
        if stack.control[FOUND_LOWER] < target:
            continue
        wins = all_completions(game, 1, opponent, stones)
        for reply in range(game.cells):
            if (stones | opponent | wins) & bit(reply) != 0:
                continue
            bitboard.start(game, stack, 0, stones, opponent | bit(reply), target)
            if not bitboard.prove(game, table, stack, node_limit):
                return False
            mistakes[index, reply] = stack.control[FOUND_LOWER] >= target
    return True
