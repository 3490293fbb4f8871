"""Lists of moves that are sorted while they are made."""

from service.solver.compiling.kernels.jit import bare_kernel


@bare_kernel
def insert_move(moves, count, move, weights):
    """Insert a move into `moves[:count]`, sorted by falling weight; return the new count.

    `weights` has the weight of each move; a move comes after those of equal weight.
    """
    place = count
    while place > 0 and weights[moves[place - 1]] < weights[move]:
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = move
    return count + 1
