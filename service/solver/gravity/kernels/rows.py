"""Rows on a board of columns, found by shifting words, and the names of positions."""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.lines.kernels.bits import nothing
from service.solver.lines.kernels.vectors import lesser

COMMON = 4
"""The row length whose loops are written out."""


@bare_kernel
def starts(stones, step, length):
    """Return the lowest places of the runs of `length` stones that are `step` apart."""
    if length == COMMON:
        pairs = stones & stones >> np.uint64(step)
        return pairs & pairs >> np.uint64(2 * step)
    found, size = stones, 1
    while size < length:
        more = min(size, length - size)
        found &= found >> np.uint64(more * step)
        size += more
    return found


@inlined_kernel
def rows_across(game, stones):
    """Return the lowest, or leftmost, places of the rows in several columns the stones form."""
    found = nothing(stones)
    for index in range(1, game.steps.shape[0]):
        found |= starts(stones, game.steps[index], game.row_length)
    return found


@inlined_kernel
def rows_of(game, stones):
    """Return the lowest places of all rows that the stones form."""
    return starts(stones, game.steps[0], game.row_length) | rows_across(game, stones)


@bare_kernel
def gaps(stones, step, length):
    """Return the places that lie in a run of `length` of which all others are stones."""
    if length == COMMON:
        before, after = stones << np.uint64(step), stones >> np.uint64(step)
        two_before = before & stones << np.uint64(2 * step)
        two_after = after & stones >> np.uint64(2 * step)
        three = two_before & stones << np.uint64(3 * step)
        three |= two_after & stones >> np.uint64(3 * step)
        return three | two_before & after | before & two_after
    found, all_places = nothing(stones), ~nothing(stones)
    for missing in range(length):
        others = all_places
        for distance in range(1, missing + 1):
            others &= stones << np.uint64(distance * step)
        for distance in range(1, length - missing):
            others &= stones >> np.uint64(distance * step)
        found |= others
    return found


@inlined_kernel
def completing(game, stones, empty):
    """Return the empty places that complete a row of the stones."""
    # In a column it is the place above.
    found = ~nothing(stones)
    for distance in range(1, game.row_length):
        found &= stones << np.uint64(distance)
    for index in range(1, game.steps.shape[0]):
        found |= gaps(stones, game.steps[index], game.row_length)
    return found & empty


@inlined_kernel
def playable(game, taken):
    """Return the places where a stone comes to rest; `taken` are the stones of both sides."""
    return taken + game.floor & game.board


@inlined_kernel
def reflected(game, word):
    """Return a word with its columns in the opposite order."""
    size = game.height + 1
    sentinel = nothing(game.board) + np.uint64(1) << np.uint64(game.height)
    first, image = sentinel | sentinel - np.uint64(1), nothing(word)
    for column in range((game.width + 1) // 2):
        here = first << np.uint64(column * size)
        distance = np.uint64((game.width - 1 - 2 * column) * size)
        image |= word >> distance & here | (word & here) << distance
    return image


@inlined_kernel
def name_of(game, own, taken):
    """Return the word that names a position in the table, or the one that it is reflected in.

    The word is the sum of the stones of both sides and the floor, which has the lowest empty place
    of each column as its highest set bit there, and of the stones of the side to move; it is never
    0. Stones below a wall, where none falls, are the same in all positions of a game: they are not
    in the name.
    """
    name = (own & game.board) + (taken & game.board) + game.floor
    if game.symmetric:
        name = lesser(name, reflected(game, name))
    return name
