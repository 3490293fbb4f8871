"""Positional games: an attacker and a defender, each with a hypergraph of winning sets.

The attacker wants all cells of one set before the defender has all cells of one; each move takes
one cell. A winning set is what a side still lacks of a line on which the other has no stone, see
`hypergraph`. Without sets of the defender this is the Maker-Breaker game, or weak game, in which
the defender only blocks. With them it is the real game, the Maker-Maker or strong game.

What is left out loses nothing:

- A set that contains another one of the same side: it is completed no sooner, and blocked with it.
- In the weak game, a set with two cells of no other set: the defender pairs them. (In the strong
  game such a set may still win time.)
- A dominated move, on a cell whose sets, of both sides, all contain some other cell as well: a side
  that plays the other cell can then treat the two as exchanged, and does at least as well.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, macro
from service.solver.lines.kernels.bits import bit_in, count, lowest
from service.solver.lines.kernels.symmetry import canonical
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels.hypergraph import NARROW, Capacity

ATTACKER, DEFENDER = 0, 1
"""The sides, as indices of `stones`, `sets` and `sizes`."""
OPEN, ATTACKER_WINS, DEFENDER_HOLDS = 0, 1, 2
"""The result of a position: not known yet, proven, or disproven."""


class PositionalGame(NamedTuple):
    """The positions along a line of play, one a ply; words are those of its `Capacity`."""

    stones: np.ndarray
    """Bitboards, shape (plies + 1, 2), words."""
    sets: np.ndarray
    """The winning sets that are left, shape (plies + 1, 2, sets), words; see `winning_sets`."""
    sizes: np.ndarray
    """How many winning sets each side has, shape (plies + 1, 2), int64."""
    pairs: np.ndarray
    """The cells of the private pairs whose sets were left out, shape (plies + 1,), words."""
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
    """Return the positions of a line of play that is empty yet."""
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
    """Put a position at ply 0, without the defender's lines if it is of the `weak` game.

    `attacker` and `defender` are the stones of the sides. The game has no more lines than the
    capacity allows, and nobody has completed one.
    """
    position.stones[0, ATTACKER], position.stones[0, DEFENDER] = attacker, defender
    for side in range(2):
        own, other = (attacker, defender) if side == ATTACKER else (defender, attacker)
        colour = attacker_colour ^ side
        size = 0
        if side == ATTACKER or not weak:
            size = hypergraph.open_sets(game.lines[colour], own, other, position.sets[0, side])
            size = hypergraph.drop_supersets(position.sets[0, side, :size], size)
        position.sizes[0, side] = size
    drop_private_pairs(position, 0)


@macro
def winning_sets(position, ply, side):
    """Return the winning sets of a side at a ply, a view of shape (sets,), words."""
    return position.sets[ply, side, : position.sizes[ply, side]]


@bare_kernel
def drop_private_pairs(position, ply):
    """Leave out the attacker's sets that contain a private pair, if the game is weak."""
    position.pairs[ply] = 0
    if position.sizes[ply, DEFENDER] == 0:
        size, pairs = hypergraph.drop_private_pairs(winning_sets(position, ply, ATTACKER))
        position.sizes[ply, ATTACKER], position.pairs[ply] = size, pairs


@bare_kernel
def play(position, ply, mover, move):
    """Make a move, a bitboard of one cell: write the position after it at the next ply."""
    position.stones[ply + 1, mover] = position.stones[ply, mover] | move
    position.stones[ply + 1, 1 - mover] = position.stones[ply, 1 - mover]
    shrink(position, ply, mover, move)
    block(position, ply, 1 - mover, move)
    drop_private_pairs(position, ply + 1)


@bare_kernel
def shrink(position, ply, side, move):
    """Write the sets of the side that has moved at the next ply; those that shrink come first."""
    sets, below = winning_sets(position, ply, side), position.sets[ply + 1, side]
    kept = 0
    for index in range(sets.shape[0]):
        if sets[index] & move != 0:
            below[kept] = sets[index] & ~move
            kept += 1
    shrunk = kept
    for index in range(sets.shape[0]):
        if sets[index] & move == 0:
            below[kept] = sets[index]
            kept += 1
    # Only sets that have shrunk can newly lie within others.
    position.sizes[ply + 1, side] = hypergraph.drop_supersets(below[:kept], shrunk)


@bare_kernel
def block(position, ply, side, move):
    """Write the sets of the other side at the next ply, without those that the move blocks."""
    sets, below = winning_sets(position, ply, side), position.sets[ply + 1, side]
    kept = 0
    for index in range(sets.shape[0]):
        if sets[index] & move == 0:
            below[kept] = sets[index]
            kept += 1
    position.sizes[ply + 1, side] = kept


@bare_kernel
def completed(position, ply, side):
    """Return whether a side that has just moved has completed a set."""
    return position.sizes[ply, side] == 1 and position.sets[ply, side, 0] == 0


@bare_kernel
def completions(sets):
    """Return the cells that complete a set at once."""
    found = np.uint64(0)
    for index in range(sets.shape[0]):
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
        empty |= hypergraph.union(winning_sets(position, ply, side))
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
    """Fill `cells` with the moves that matter; return their number.

    They are one completion, or else one block, or else all moves that are not dominated.
    """
    wins = completions(winning_sets(position, ply, mover))
    if wins != 0:
        cells[0] = lowest(wins)
        return 1
    threats = completions(winning_sets(position, ply, 1 - mover))
    if threats != 0:
        cells[0] = lowest(threats)
        return 1
    return undominated(position, ply, cells)


@bare_kernel
def undominated(position, ply, cells):
    """Fill `cells` with the moves that are not dominated; return their number."""
    common = position.common
    left = find_common(position, ply)
    kept = 0
    while left != 0:
        cell = lowest(left)
        left &= left - np.uint64(1)
        if not dominated(common, cell):
            cells[kept] = cell
            kept += 1
    return kept


@bare_kernel
def find_common(position, ply):
    """Fill `position.common` with what all sets through each cell share; return all cells."""
    common, found = position.common, np.uint64(0)
    for side in range(2):
        sets = winning_sets(position, ply, side)
        for index in range(sets.shape[0]):
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
    """Return whether the sets through a cell all contain another one; of equals the first stays."""
    own = bit_in(common[cell], cell)
    others = common[cell] & ~own
    while others != 0:
        other = lowest(others)
        others &= others - np.uint64(1)
        if other < cell or common[other] & own == 0:
            return True
    return False
