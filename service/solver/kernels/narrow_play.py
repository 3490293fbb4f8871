"""The line of best play, by the questions of `narrow`: move by move to the end of the game."""

from __future__ import annotations

import numpy as np

from service.solver.kernels.bits import bit, lowest
from service.solver.kernels.frames import FOUND_UPPER
from service.solver.kernels.jit import kernel
from service.solver.kernels.line_game import CELLS, all_completions
from service.solver.kernels.narrow import (
    PLANES,
    SPARE,
    WORD_COLUMNS,
    heaviest,
    prove,
    start,
    survey,
)
from service.solver.kernels.scores import WIN, child_of, of_parent, target_of_child


@kernel
def best_reply(game, table, stack, colour, own, opponent, score, node_limit):
    """A move that achieves `score`, a lower bound of the position's score: the likeliest such.

    Where no move achieves it (`score` may bound the loser's score from above), the move that
    seems best. Returns -1 if the nodes are spent before the move is found.
    """
    if score == WIN - 1:
        return lowest(all_completions(game, colour, own, opponent))
    words = stack.words[SPARE]
    words[PLANES:WORD_COLUMNS] = 0
    survey(game.lines[colour], own, opponent, CELLS, words)
    survey(game.lines[1 - colour], opponent, own, CELLS, words)
    empty = ~(own | opponent)
    if game.cells < CELLS:
        empty &= bit(game.cells) - np.uint64(1)
    todo = empty
    while todo != 0:
        move = heaviest(words, todo)
        todo &= ~bit(move)
        start(game, stack, 1 - colour, opponent, own | bit(move), target_of_child(score))
        if not prove(game, table, stack, node_limit):
            return -1
        if of_parent(stack.control[FOUND_UPPER]) >= score:
            return move
    return heaviest(words, empty)


@kernel
def follow(game, table, stack, own, opponent, score, line, length, node_limit):
    """Extend the line of play `line[:length]` by best replies until the game ends.

    Player 0 is to move in the position given, which has the (bound on the) `score`. `line` has
    shape (empty cells,), int64. Returns the new length and whether the game has ended; if not,
    the nodes are spent.
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
