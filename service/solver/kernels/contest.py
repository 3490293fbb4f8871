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

from service.solver.kernels import hypergraph
from service.solver.kernels.bits import bit, count, lowest
from service.solver.kernels.hypergraph import MOST_SETS
from service.solver.kernels.jit import kernel
from service.solver.kernels.pairing import find_pairing
from service.solver.kernels.symmetry import canonical

CELLS = 64
PLIES = CELLS + 2

# The sides, as indices of `Contest.stones`, `sets` and `sizes`; and what is known of a position.
ATTACKER, DEFENDER = 0, 1
OPEN, ATTACKER_WINS, DEFENDER_HOLDS = 0, 1, 2

UNIT = np.int64(1) << 20
"""A potential of 1."""
MOST_FOR_PAIRING = 13 * UNIT // 8
"""Above this potential a pairing is found too seldom to be looked for: measured on 7x7, 5."""


class Contest(NamedTuple):
    """Positions along a line of play, one a ply."""

    stones: np.ndarray
    """Bitboards, shape (PLIES + 1, 2), uint64."""
    sets: np.ndarray
    """Reduced sets, shape (PLIES + 1, 2, MOST_SETS), uint64."""
    sizes: np.ndarray
    """Numbers of sets, shape (PLIES + 1, 2), int64."""
    incidence: np.ndarray
    """Scratch: the sets through each cell, shape (CELLS, 4), uint64."""
    scratch: np.ndarray
    """Shape (3, MOST_SETS), uint64."""


def new_contest() -> Contest:
    """Room for one line of play."""
    return Contest(
        stones=np.zeros((PLIES + 1, 2), np.uint64),
        sets=np.zeros((PLIES + 1, 2, MOST_SETS), np.uint64),
        sizes=np.zeros((PLIES + 1, 2), np.int64),
        incidence=np.zeros((CELLS, 4), np.uint64),
        scratch=np.zeros((3, MOST_SETS), np.uint64),
    )


@kernel
def set_up(game, contest, attacker_colour, attacker, defender, weak):
    """Put a position at ply 0; `weak` leaves the defender's lines out.

    The game has at most `MOST_SETS` lines, and nobody has completed one.
    """
    contest.stones[0, ATTACKER], contest.stones[0, DEFENDER] = attacker, defender
    for side in range(2):
        own, other = (attacker, defender) if side == ATTACKER else (defender, attacker)
        colour = attacker_colour ^ side
        size = 0
        if side == ATTACKER or not weak:
            size = hypergraph.open_sets(game.lines[colour], own, other, contest.sets[0, side])
            size = hypergraph.drop_containing(contest.sets[0, side], size, size)
        contest.sizes[0, side] = size
    drop_private(contest, 0)


@kernel
def drop_private(contest, ply):
    """Leave out what a pairing of the weak game disposes of, once the game is weak."""
    if contest.sizes[ply, DEFENDER] == 0:
        size = contest.sizes[ply, ATTACKER]
        contest.sizes[ply, ATTACKER] = hypergraph.drop_private(contest.sets[ply, ATTACKER], size)


@kernel
def play(contest, ply, mover, move):
    """Write the position after `move` (a bitboard of one cell) into the row below."""
    contest.stones[ply + 1, mover] = contest.stones[ply, mover] | move
    contest.stones[ply + 1, 1 - mover] = contest.stones[ply, 1 - mover]
    shrink(contest, ply, mover, move)
    block(contest, ply, 1 - mover, move)
    drop_private(contest, ply + 1)


@kernel
def shrink(contest, ply, side, move):
    """The sets of the side that has moved: those that shrink come first."""
    sets, below = contest.sets[ply, side], contest.sets[ply + 1, side]
    size = contest.sizes[ply, side]
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
    contest.sizes[ply + 1, side] = hypergraph.drop_containing(below, kept, shrunk)


@kernel
def block(contest, ply, side, move):
    """The sets of the other side: those with the cell are gone."""
    sets, below = contest.sets[ply, side], contest.sets[ply + 1, side]
    kept = 0
    for index in range(contest.sizes[ply, side]):
        if sets[index] & move == 0:
            below[kept] = sets[index]
            kept += 1
    contest.sizes[ply + 1, side] = kept


@kernel
def singles(sets, size):
    """Cells that complete a set at once."""
    found = np.uint64(0)
    for index in range(size):
        if count(sets[index]) == 1:
            found |= sets[index]
    return found


@kernel
def several(cells):
    """Whether a bitboard has more than one cell."""
    return cells & (cells - np.uint64(1)) != 0


@kernel
def forks(sets, size):
    """Whether one move makes two completions: two sets of two that share a cell."""
    seen = np.uint64(0)
    for index in range(size):
        if count(sets[index]) == 2:
            if seen & sets[index] != 0:
                return True
            seen |= sets[index]
    return False


@kernel
def judge(contest, ply, mover):
    """What is seen at once: OPEN, ATTACKER_WINS or DEFENDER_HOLDS; and his potential in UNITs.

    Whoever can complete a set does; two completions cannot both be blocked. The potential of
    Erdős and Selfridge (see `bounds`) and pairings (see `pairing`) prove that he does not win the
    weak game, hence neither the strong one.
    """
    sets, size = contest.sets[ply, ATTACKER], contest.sizes[ply, ATTACKER]
    threats = singles(sets, size)
    counters = singles(contest.sets[ply, DEFENDER], contest.sizes[ply, DEFENDER])
    if mover == ATTACKER:
        if threats != 0:
            return ATTACKER_WINS, UNIT
        if several(counters):
            return DEFENDER_HOLDS, UNIT
        if counters == 0 and forks(sets, size):
            return ATTACKER_WINS, UNIT
    else:
        if counters != 0:
            return DEFENDER_HOLDS, UNIT
        if several(threats):
            return ATTACKER_WINS, UNIT
    if contest.sizes[ply, DEFENDER] != 0:
        weak = contest.scratch[2]
        weak[:size] = sets[:size]
        sets, size = weak, hypergraph.drop_private(weak, size)
    potential = hypergraph.potential(sets, size, UNIT)
    if (2 * potential if mover == ATTACKER else potential) < UNIT:
        return DEFENDER_HOLDS, potential
    worthwhile = threats == 0 and potential < MOST_FOR_PAIRING
    if worthwhile and find_pairing(sets, size, contest.scratch[0], contest.scratch[1]) >= 0:
        return DEFENDER_HOLDS, potential
    return OPEN, potential


@kernel
def name(game, contest, ply, attacker_colour):
    """The two words that name a reduced position up to symmetry.

    In the first, his stones that matter and the empty cells that matter; in the second, hers and
    the same empty cells. Stones matter only on lines whose missing cells all matter. These lines
    are, once named, just those within the first word, and hers those within the second.
    """
    empty = np.uint64(0)
    for side in range(2):
        empty |= hypergraph.union(contest.sets[ply, side], contest.sizes[ply, side])
    attacker, defender = contest.stones[ply, ATTACKER], contest.stones[ply, DEFENDER]
    first = second = empty
    lines = game.lines[attacker_colour]
    for index in range(lines.shape[0]):
        if lines[index] & ~(attacker | empty) == 0:
            first |= lines[index]
    if contest.sizes[ply, DEFENDER] != 0:
        lines = game.lines[1 - attacker_colour]
        for index in range(lines.shape[0]):
            if lines[index] & ~(defender | empty) == 0:
                second |= lines[index]
    first, second, _ = canonical(game.symmetries, first, second)
    return first, second


@kernel
def key_of(contest, ply, mover, keys):
    """Which of the four `keys` belongs to a position: weak or strong, with either to move."""
    return keys[mover + 2 * (contest.sizes[ply, DEFENDER] != 0)]


@kernel
def list_moves(contest, ply, mover, cells):
    """Fill `cells` with the moves that matter, where nobody wins at once; return their number."""
    other = 1 - mover
    threats = singles(contest.sets[ply, other], contest.sizes[ply, other])
    if threats != 0:
        cells[0] = lowest(threats)
        return 1
    return undominated(contest, ply, cells)


@kernel
def undominated(contest, ply, cells):
    """Fill `cells` with those whose sets do not all contain another cell as well."""
    incidence = contest.incidence
    left = np.uint64(0)
    for side in range(2):
        left |= hypergraph.union(contest.sets[ply, side], contest.sizes[ply, side])
    listed = 0
    while left != 0:
        cell = lowest(left)
        left &= left - np.uint64(1)
        for side in range(2):
            sets = contest.sets[ply, side]
            low = high = np.uint64(0)
            for index in range(contest.sizes[ply, side]):
                if sets[index] & bit(cell) != 0:
                    if index < 64:
                        low |= bit(index)
                    else:
                        high |= bit(index - 64)
            incidence[listed, 2 * side], incidence[listed, 2 * side + 1] = low, high
        cells[listed] = cell
        listed += 1
    kept = 0
    for index in range(listed):
        if not dominated(incidence, index, listed):
            cells[kept] = cells[index]
            kept += 1
    return kept


@kernel
def dominated(incidence, index, listed):
    """Whether another row holds all of this one; of equal rows the first stays."""
    for other in range(listed):
        missing = np.uint64(0)
        extra = np.uint64(0)
        for word in range(4):
            missing |= incidence[index, word] & ~incidence[other, word]
            extra |= incidence[other, word] & ~incidence[index, word]
        if missing == 0 and (extra != 0 or other < index):
            return True
    return False
