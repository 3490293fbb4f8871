"""The line of best play, by the questions of `bitboard`: move by move to the end of the game."""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels.bitboard import (
    PLANES,
    SPARE,
    TODO,
    WORD_COLUMNS,
    heaviest,
    prove,
    start,
    survey,
)
from service.solver.deepening.kernels.frames import FOUND_UPPER, REPLY, REPLYING
from service.solver.lines.kernels.bits import bit, lowest
from service.solver.lines.kernels.line_game import CELLS, all_completions
from service.solver.lines.kernels.scores import WIN, child_of, of_parent, target_of_child


@bare_kernel
def best_reply(game, table, stack, colour, own, opponent, score, node_limit):
    """A move that achieves `score`, a lower bound of the position's score: the likeliest such.

    Where no move achieves it (`score` may bound the loser's score from above), the move that
    seems best. Returns -1 if the nodes are spent before the move is found; called again, it goes
    on from there.
    """
    if score == WIN - 1:
        return lowest(all_completions(game, colour, own, opponent))
    words, control = stack.words[SPARE], stack.control
    empty = ~(own | opponent)
    if game.cells < CELLS:
        empty &= bit(game.cells) - np.uint64(1)
    if not control[REPLYING]:
        words[PLANES:WORD_COLUMNS] = 0
        survey(game.lines[colour], own, opponent, CELLS, words)
        survey(game.lines[1 - colour], opponent, own, CELLS, words)
        words[TODO] = empty
    while control[REPLYING] or words[TODO] != 0:
        if not control[REPLYING]:
            control[REPLYING], control[REPLY] = 1, heaviest(words, words[TODO])
            move = bit(control[REPLY])
            words[TODO] &= ~move
            start(game, stack, 1 - colour, opponent, own | move, target_of_child(score))
        if not prove(game, table, stack, node_limit):
            return -1
        control[REPLYING] = 0
        if of_parent(control[FOUND_UPPER]) >= score:
            return control[REPLY]
    return heaviest(words, empty)


@bare_kernel
def follow(game, table, stack, own, opponent, score, line, length, node_limit):
    """Extend the line of play `line[:length]` by best replies until the game ends.

    Player 0 is to move in the position given, which has the (bound on the) `score`. `line` has
    shape (empty cells,), int64. Returns the new length and whether the game has ended; if not,
    the nodes are spent, and the next call, with the line as it is, goes on.
    """
    ply = 0
    while True:
        colour = ply & 1
        if ply == length:
            move = best_reply(game, table, stack, colour, own, opponent, score, node_limit)
            if move < 0:
                return length, False
            line[length] = move
            length += 1
        move = bit(line[ply])
        ply += 1
        if move & all_completions(game, colour, own, opponent) != 0 or ply == line.shape[0]:
            return ply, True
        own, opponent = opponent, own | move
        score = child_of(score)
