"""Who completes a line: a game of an attacker and a defender as two lists of sets.

The attacker wants all cells of one of his sets before the defender has all of one of hers; who
moves takes one cell. A set is what a player still lacks of a line on which the other has no stone,
see `hypergraph`. Without sets of the defender this is the Maker-Breaker game, or weak game, in
which she only blocks. With them it is the real, the strong game.

What is left out loses nothing:

- A set that contains another of the same player: completed later, and blocked with it.
- In the weak game, a set with two cells of no other set: she pairs them. (In the strong game such
  a set may still win him time.)
- A move on a cell whose sets, of both players, all contain some other cell as well: whoever plays
  that other cell instead can then treat the two as exchanged, and does at least as well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in, count, lowest
from service.solver.lines.kernels.symmetry import canonical
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels.hypergraph import NARROW, Capacity

# The sides, as indices of `stones`, `sets` and `sizes`; and what is known of a position.
ATTACKER, DEFENDER = 0, 1
OPEN, ATTACKER_WINS, DEFENDER_HOLDS = 0, 1, 2


class PositionalGame(NamedTuple):
    """Positions along a line of play, one a ply; words are those of its `Capacity`."""

    stones: np.ndarray
    """Bitboards, shape (plies + 1, 2), words."""
    sets: np.ndarray
    """Reduced sets, shape (plies + 1, 2, sets), words."""
    sizes: np.ndarray
    """Numbers of sets, shape (plies + 1, 2), int64."""
    pairs: np.ndarray
    """Cells of the pairs that the move to this ply made superfluous, shape (plies + 1,), words."""
    common: np.ndarray
    """Scratch: the cells that all sets through a cell share, shape (cells,), words."""


class Name(NamedTuple):
    """What the tables know a reduced position by, the same for all that symmetries join."""

    first: np.uint64
    """The attacker's stones that matter and the empty cells that matter, a word."""
    second: np.uint64
    """The defender's stones that matter and the same empty cells, a word."""
    key: np.uint64
    """The key of the game: of which attacker, weak or strong, and with either side to move."""
    symmetry: int
    """The number of the symmetry that maps the position to the canonical one."""


def new_positional_game(capacity: Capacity = NARROW) -> PositionalGame:
    """Capacity for one line of play."""
    plies, word = capacity.plies + 1, capacity.word
    return PositionalGame(
        stones=np.zeros((plies, 2), word),
        sets=np.zeros((plies, 2, capacity.sets), word),
        sizes=np.zeros((plies, 2), np.int64),
        pairs=np.zeros(plies, word),
        common=np.zeros(capacity.cells, word),
    )


@bare_kernel
def set_up(game, position, attacker_colour, attacker, defender, weak):
    """Put a position at ply 0; `weak` leaves the defender's lines out.

    The game has no more lines than there is room for, and nobody has completed one.
    """
    position.stones[0, ATTACKER], position.stones[0, DEFENDER] = attacker, defender
    for side in range(2):
        own, other = (attacker, defender) if side == ATTACKER else (defender, attacker)
        colour = attacker_colour ^ side
        size = 0
        if side == ATTACKER or not weak:
            size = hypergraph.open_sets(game.lines[colour], own, other, position.sets[0, side])
            size = hypergraph.drop_containing(position.sets[0, side], size, size)
        position.sizes[0, side] = size
    drop_private(position, 0)


@bare_kernel
def drop_private(position, ply):
    """Leave out what a pairing of the weak game disposes of, once the game is weak."""
    position.pairs[ply] = 0
    if position.sizes[ply, DEFENDER] == 0:
        size = position.sizes[ply, ATTACKER]
        size, pairs = hypergraph.drop_private(position.sets[ply, ATTACKER], size)
        position.sizes[ply, ATTACKER], position.pairs[ply] = size, pairs


@bare_kernel
def play(position, ply, mover, move):
    """Write the position after `move` (a bitboard of one cell) into the row below."""
    position.stones[ply + 1, mover] = position.stones[ply, mover] | move
    position.stones[ply + 1, 1 - mover] = position.stones[ply, 1 - mover]
    shrink(position, ply, mover, move)
    block(position, ply, 1 - mover, move)
    drop_private(position, ply + 1)


@bare_kernel
def shrink(position, ply, side, move):
    """The sets of the side that has moved: those that shrink come first."""
    sets, below = position.sets[ply, side], position.sets[ply + 1, side]
    size = position.sizes[ply, side]
    kept = 0
    for index in range(size):
        if sets[index] & move != 0:
            below[kept] = sets[index] & ~move
            kept += 1
    shrunk = kept
    for index in range(size):
        if sets[index] & move == 0:
            below[kept] = sets[index]
            kept += 1
    # Only what has shrunk can newly lie within others.
    position.sizes[ply + 1, side] = hypergraph.drop_containing(below, kept, shrunk)


@bare_kernel
def block(position, ply, side, move):
    """The sets of the other side: those with the cell are gone."""
    sets, below = position.sets[ply, side], position.sets[ply + 1, side]
    kept = 0
    for index in range(position.sizes[ply, side]):
        if sets[index] & move == 0:
            below[kept] = sets[index]
            kept += 1
    position.sizes[ply + 1, side] = kept


@bare_kernel
def completed(position, ply, side):
    """Whether a side that has just moved has all cells of a set."""
    return position.sizes[ply, side] == 1 and position.sets[ply, side, 0] == 0


@bare_kernel
def singles(sets, size):
    """Cells that complete a set at once."""
    found = np.uint64(0)
    for index in range(size):
        if count(sets[index]) == 1:
            found |= sets[index]
    return found


@bare_kernel
def name_of(game, position, ply, mover, attacker):
    """Return the `Name` of a position with `mover` to move.

    Of stones only those count that lie on lines whose missing cells all matter. These lines are,
    once the position is named, just the attacker's lines within the first word and the defender's
    within the second. `attacker` is the colour of the attacker.
    """
    empty = np.uint64(0)
    for side in range(2):
        empty |= hypergraph.union(position.sets[ply, side], position.sizes[ply, side])
    attacking, defending = position.stones[ply, ATTACKER], position.stones[ply, DEFENDER]
    first = second = empty
    lines = game.lines[attacker]
    for index in range(lines.shape[0]):
        if lines[index] & ~(attacking | empty) == 0:
            first |= lines[index]
    strong = position.sizes[ply, DEFENDER] != 0
    if strong:
        lines = game.lines[1 - attacker]
        for index in range(lines.shape[0]):
            if lines[index] & ~(defending | empty) == 0:
                second |= lines[index]
    first, second, symmetry = canonical(game.symmetries, first, second)
    return Name(first, second, game.keys[2 + 4 * attacker + mover + 2 * strong], symmetry)


@bare_kernel
def generate_moves(position, ply, mover, cells):
    """Fill `cells` with the moves that matter; return their number."""
    wins = singles(position.sets[ply, mover], position.sizes[ply, mover])
    if wins != 0:
        cells[0] = lowest(wins)
        return 1
    other = 1 - mover
    threats = singles(position.sets[ply, other], position.sizes[ply, other])
    if threats != 0:
        cells[0] = lowest(threats)
        return 1
    return undominated(position, ply, cells)


@bare_kernel
def undominated(position, ply, cells):
    """Fill `cells` with those whose sets do not all contain another cell as well."""
    common = position.common
    left = share(position, ply)
    kept = 0
    while left != 0:
        cell = lowest(left)
        left &= left - np.uint64(1)
        if not dominated(common, cell):
            cells[kept] = cell
            kept += 1
    return kept


@bare_kernel
def share(position, ply):
    """Fill `common` with the cells that all sets through a cell share; return all cells."""
    common, found = position.common, np.uint64(0)
    for side in range(2):
        sets = position.sets[ply, side]
        for index in range(position.sizes[ply, side]):
            each = left = sets[index]
            new = each & ~found
            found |= each
            while left != 0:
                cell = lowest(left)
                left &= left - np.uint64(1)
                common[cell] = each if new & bit_in(new, cell) != 0 else common[cell] & each
    return found


@bare_kernel
def dominated(common, cell):
    """Whether the sets through a cell all contain another one; of equal cells the first stays."""
    own = bit_in(common[cell], cell)
    others = common[cell] & ~own
    while others != 0:
        other = lowest(others)
        others &= others - np.uint64(1)
        if other < cell or common[other] & own == 0:
            return True
    return False
