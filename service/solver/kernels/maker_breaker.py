"""Proof-number search of the Maker-Breaker game: can Maker complete a line at all?

Only Maker's lines count. If Breaker holds, Maker cannot win the real game either; that Maker
completes a line proves nothing there. Depth-first proof-number search (Nagai, "Df-pn algorithm
for searching AND/OR trees and its applications", 2002), on positions reduced as `hypergraph`
says and made canonical.

What is proven goes into the transposition table with its key; estimates (proof numbers of open
positions) go into a table of their own, which nothing relies on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels import hypergraph
from service.solver.kernels import table as tt
from service.solver.kernels.bits import bit, count, lowest
from service.solver.kernels.jit import kernel
from service.solver.kernels.pairing import find_pairing
from service.solver.kernels.symmetry import canonical

PLIES = 66
CELLS = 64

# Who moves, and what is known.
MAKER, BREAKER = 0, 1
OPEN, MAKER_WINS, BREAKER_HOLDS = 0, 1, 2

INFINITE = np.int64(1) << 30
UNIT = np.int64(1) << 20
"""A potential of 1."""
MOST_FOR_PAIRING = 13 * UNIT // 8
"""Above this potential a pairing is found too seldom to be looked for: measured on 7x7, 5."""

# Columns of a frame: proof and disproof number at which to give up, who moves, the number of sets
# and of moves, and the move under way.
PROOF_LIMIT, DISPROOF_LIMIT, MOVER, SETS, MOVES, CURRENT = range(6)
FRAME_COLUMNS = 6
# Columns of the control row. The slot is the next move of the frame to be numbered, LISTING when
# its moves are not listed yet.
PLY, SLOT, NODES, TABLE_HITS, RESULT = range(5)
CONTROL_COLUMNS = 5
LISTING = -1


class Search(NamedTuple):
    """The state of one search."""

    stones: np.ndarray
    """Stones of Maker and of Breaker, shape (PLIES, 2), uint64."""
    sets: np.ndarray
    """Reduced sets, shape (PLIES + 1, MOST_SETS), uint64."""
    numbers: np.ndarray
    """Shape (PLIES, FRAME_COLUMNS), int64."""
    cells: np.ndarray
    """Moves, shape (PLIES, CELLS), int64."""
    proofs: np.ndarray
    """Proof number after each move, shape (PLIES, CELLS), int64."""
    disproofs: np.ndarray
    """Disproof number after each move, shape (PLIES, CELLS), int64."""
    incidence: np.ndarray
    """Scratch: the sets through each cell, shape (CELLS, 2), uint64."""
    scratch: np.ndarray
    """Shape (2, MOST_SETS), uint64."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


@kernel
def judge(sets, size, mover, scratch):
    """What is seen at once of reduced sets: OPEN, MAKER_WINS or BREAKER_HOLDS."""
    threats = np.uint64(0)
    pairs = np.uint64(0)
    for index in range(size):
        missing = count(sets[index])
        if missing == 0 or (missing == 1 and mover == MAKER):
            return MAKER_WINS
        if missing == 1:
            threats |= sets[index]
        elif missing == 2:
            # Two sets of two that share a cell: taking it threatens both.
            if mover == MAKER and pairs & sets[index] != 0:
                return MAKER_WINS
            pairs |= sets[index]
    if threats & (threats - np.uint64(1)) != 0:
        return MAKER_WINS
    # Erdős and Selfridge, see `bounds`.
    potential = hypergraph.potential(sets, size, UNIT)
    if (2 * potential if mover == MAKER else potential) < UNIT:
        return BREAKER_HOLDS
    worthwhile = threats == 0 and potential < MOST_FOR_PAIRING
    if worthwhile and find_pairing(sets, size, scratch[0], scratch[1]) >= 0:
        return BREAKER_HOLDS
    return OPEN


@kernel
def position_key(game, maker_colour, maker, breaker, sets, size):
    """The two words that name a reduced position up to symmetry.

    All cells that matter, and those of them that are empty: Maker's stones matter only on lines
    whose missing cells all matter.
    """
    empty = hypergraph.union(sets, size)
    stones = np.uint64(0)
    lines = game.lines[maker_colour]
    for index in range(lines.shape[0]):
        line = lines[index]
        if line & breaker == 0 and line & ~maker & ~empty == 0:
            stones |= line & maker
    return canonical(game.symmetries, stones | empty, empty)


@kernel
def recall(estimates, first, second, key):
    """Proof and disproof number of an open position, -1 where unknown.

    `estimates` has shape (entries, 2), uint64, a power of two of entries.
    """
    tag = tt.mix(first, second, key)
    entry = estimates[np.int64(tag & np.uint64(estimates.shape[0] - 1))]
    proof, disproof = (
        np.int64(entry[1] >> np.uint64(32)),
        np.int64(entry[1] & np.uint64(0xFFFFFFFF)),
    )
    # Another thread may be writing: a number of 0 would be taken for a proof.
    if entry[0] != tag or proof == 0 or disproof == 0:
        return np.int64(-1), np.int64(-1)
    return proof, disproof


@kernel
def remember(estimates, first, second, key, proof, disproof):
    """Keep the numbers of an open position."""
    tag = tt.mix(first, second, key)
    entry = estimates[np.int64(tag & np.uint64(estimates.shape[0] - 1))]
    entry[1] = np.uint64(proof) << np.uint64(32) | np.uint64(disproof)
    entry[0] = tag


@kernel
def undominated(search, ply, size):
    """List the cells worth taking: none whose sets all contain another cell as well.

    Taking that other cell does at least as much, for either side.
    """
    sets, incidence, cells = search.sets[ply], search.incidence, search.cells[ply]
    left = hypergraph.union(sets, size)
    listed = 0
    while left != 0:
        cell = lowest(left)
        left &= left - np.uint64(1)
        low = high = np.uint64(0)
        for index in range(size):
            if sets[index] & bit(cell) != 0:
                if index < 64:
                    low |= bit(index)
                else:
                    high |= bit(index - 64)
        incidence[listed, 0], incidence[listed, 1] = low, high
        cells[listed] = cell
        listed += 1
    kept = 0
    for index in range(listed):
        low, high = incidence[index, 0], incidence[index, 1]
        dominated = False
        for other in range(listed):
            if low & ~incidence[other, 0] == 0 and high & ~incidence[other, 1] == 0:
                equal = low == incidence[other, 0] and high == incidence[other, 1]
                if not equal or other < index:
                    dominated = True
                    break
        if not dominated:
            cells[kept] = cells[index]
            kept += 1
    return kept


@kernel
def child_sets(search, ply, size, move):
    """Write the reduced sets after `move` into the row below; return their number."""
    mover = search.numbers[ply, MOVER]
    sets, below = search.sets[ply], search.sets[ply + 1]
    count_below = 0
    if mover == MAKER:
        # The sets that shrink come first: only they can newly lie within others.
        for index in range(size):
            if sets[index] & move != 0:
                below[count_below] = sets[index] & ~move
                count_below += 1
        shrunk = count_below
        for index in range(size):
            if sets[index] & move == 0:
                below[count_below] = sets[index]
                count_below += 1
        count_below = hypergraph.drop_containing(below, count_below, shrunk)
    else:
        for index in range(size):
            if sets[index] & move == 0:
                below[count_below] = sets[index]
                count_below += 1
    return hypergraph.drop_private(below, count_below)


@kernel
def assess_child(game, table, estimates, search, ply, size, maker_colour, keys, slot):
    """Proof and disproof number after the move in `slot` of the frame's moves."""
    move = bit(search.cells[ply, slot])
    mover = search.numbers[ply, MOVER]
    maker, breaker = search.stones[ply, 0], search.stones[ply, 1]
    if mover == MAKER:
        maker |= move
    else:
        breaker |= move
    below = search.sets[ply + 1]
    size_below = child_sets(search, ply, size, move)
    first, second, _ = position_key(game, maker_colour, maker, breaker, below, size_below)
    entry = tt.probe(table, first, second, keys[1 - mover])
    if entry != 0:
        search.control[TABLE_HITS] += 1
        return (np.int64(0), INFINITE) if tt.lower_of(entry) > 0 else (INFINITE, np.int64(0))
    proof, disproof = recall(estimates, first, second, keys[1 - mover])
    if proof >= 0:
        return proof, disproof
    verdict = judge(below, size_below, 1 - mover, search.scratch)
    if verdict == OPEN:
        potential = hypergraph.potential(below, size_below, UNIT)
        # A low potential is easy for Breaker, a high one for Maker.
        return 1 + 4 * UNIT // (potential + 1), 1 + 16 * potential // UNIT
    settle(table, first, second, keys[1 - mover], verdict, 1)
    return (np.int64(0), INFINITE) if verdict == MAKER_WINS else (INFINITE, np.int64(0))


@kernel
def settle(table, first, second, key, verdict, nodes):
    """Keep a proven position: as a lower bound of 1 if Maker wins, else as an upper bound of 0."""
    lower, upper = (1, 1) if verdict == MAKER_WINS else (0, 0)
    tt.store(table, first, second, key, lower, upper, 0, nodes)


@kernel
def list_moves(search, ply):
    """List the moves of a frame that matter."""
    frame = search.numbers[ply]
    frame[MOVES] = undominated(search, ply, frame[SETS])
    if frame[MOVER] == BREAKER:
        for index in range(frame[SETS]):
            if count(search.sets[ply, index]) == 1:
                search.cells[ply, 0] = lowest(search.sets[ply, index])
                frame[MOVES] = 1
                return


@kernel
def number_moves(game, table, estimates, search, ply, maker_colour, keys, node_limit):
    """Number the moves of a frame, a node each; whether that was done before the nodes were spent.

    A move that decides the frame makes the others superfluous.
    """
    control, frame = search.control, search.numbers[ply]
    if control[SLOT] == LISTING:
        list_moves(search, ply)
        control[SLOT] = 0
    while control[SLOT] < frame[MOVES]:
        if control[NODES] >= node_limit:
            return False
        control[NODES] += 1
        slot = control[SLOT]
        proof, disproof = assess_child(
            game, table, estimates, search, ply, frame[SETS], maker_colour, keys, slot
        )
        search.proofs[ply, slot], search.disproofs[ply, slot] = proof, disproof
        control[SLOT] += 1
        if (proof if frame[MOVER] == MAKER else disproof) == 0:
            frame[MOVES] = control[SLOT]
    return True


@kernel
def sum_up(best, others, moves):
    """Of one frame: the least of `best`, the second least, its slot, and the sum of `others`."""
    least = second = INFINITE
    slot = 0
    total = np.int64(0)
    for index in range(moves):
        if best[index] < least:
            least, second, slot = best[index], least, index
        elif best[index] < second:
            second = best[index]
        total += others[index]
    if least == 0:
        total = INFINITE
    return least, second, slot, min(total, INFINITE)


@kernel
def begin(game, search, maker_colour, maker, breaker, mover):
    """Set up the question whether Maker, with `mover` to move, completes a line.

    The game has at most `MOST_SETS` lines, and Maker has completed none of them.
    """
    control, frame = search.control, search.numbers[0]
    control[PLY] = 0
    control[SLOT] = LISTING
    lines = game.lines[maker_colour]
    search.stones[0, 0], search.stones[0, 1] = maker, breaker
    size = hypergraph.open_sets(lines, maker, breaker, search.sets[0])
    size = hypergraph.drop_containing(search.sets[0], size, size)
    size = hypergraph.drop_private(search.sets[0], size)
    frame[PROOF_LIMIT] = frame[DISPROOF_LIMIT] = INFINITE
    frame[MOVER], frame[SETS] = mover, size
    control[RESULT] = judge(search.sets[0], size, mover, search.scratch)


@kernel
def prove(game, table, estimates, search, maker_colour, keys, node_limit):
    """Go on until the question is answered (`RESULT`) or the nodes are spent; whether answered.

    `keys`, shape (2,), name the game in the table with Maker and with Breaker to move.
    """
    control = search.control
    ply = control[PLY]
    while control[RESULT] == OPEN:
        frame = search.numbers[ply]
        if not number_moves(game, table, estimates, search, ply, maker_colour, keys, node_limit):
            control[PLY] = ply
            return False
        proofs, disproofs = search.proofs[ply], search.disproofs[ply]
        if frame[MOVER] == MAKER:
            proof, second, slot, disproof = sum_up(proofs, disproofs, frame[MOVES])
        else:
            disproof, second, slot, proof = sum_up(disproofs, proofs, frame[MOVES])
        if proof < frame[PROOF_LIMIT] and disproof < frame[DISPROOF_LIMIT]:
            descend(search, ply, proof, disproof, second, slot)
            ply += 1
            control[SLOT] = LISTING
            continue
        verdict = MAKER_WINS if proof == 0 else BREAKER_HOLDS if disproof == 0 else OPEN
        if ply == 0:
            control[RESULT] = verdict
            break
        first, second_word, _ = position_key(
            game,
            maker_colour,
            search.stones[ply, 0],
            search.stones[ply, 1],
            search.sets[ply],
            frame[SETS],
        )
        if verdict == OPEN:
            remember(estimates, first, second_word, keys[frame[MOVER]], proof, disproof)
        else:
            settle(table, first, second_word, keys[frame[MOVER]], verdict, 1 << 10)
        ply -= 1
        slot = search.numbers[ply, CURRENT]
        search.proofs[ply, slot], search.disproofs[ply, slot] = proof, disproof
        control[SLOT] = search.numbers[ply, MOVES]
    return True


@kernel
def descend(search, ply, proof, disproof, second, slot):
    """Set up the frame of the most promising move, with the limits at which to come back."""
    frame, below = search.numbers[ply], search.numbers[ply + 1]
    mover = frame[MOVER]
    move = bit(search.cells[ply, slot])
    frame[CURRENT] = slot
    search.stones[ply + 1] = search.stones[ply]
    search.stones[ply + 1, mover] |= move
    # A little beyond the second best, so that the search does not go back and forth.
    enough = second + 1 + second // 4
    if mover == MAKER:
        below[PROOF_LIMIT] = min(frame[PROOF_LIMIT], enough)
        rest = disproof - search.disproofs[ply, slot]
        below[DISPROOF_LIMIT] = min(frame[DISPROOF_LIMIT] - rest, INFINITE)
    else:
        below[DISPROOF_LIMIT] = min(frame[DISPROOF_LIMIT], enough)
        rest = proof - search.proofs[ply, slot]
        below[PROOF_LIMIT] = min(frame[PROOF_LIMIT] - rest, INFINITE)
    below[MOVER] = 1 - mover
    below[SETS] = child_sets(search, ply, frame[SETS], move)
