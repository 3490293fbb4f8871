"""Pairings by local search on boards of any size; `leaf_pairing` serves the leaves of searches.

A step covers one uncovered line by the pair of its cells that is worth most, even if that breaks
other pairs. A line that stays uncovered grows in weight, so that the search does not go round in
circles (P. Morris, "The breakout method for escaping from local minima", 1993). That no pairing is
found proves nothing.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.static_proofs.kernels.open_lines import TO_OPPONENT
from service.solver.static_proofs.kernels.pair_cover import CANDIDATES, NOTHING, change, contains

PATIENCE = 12
"""After so many steps without progress for each uncovered line a search gives up."""
LEAST_PATIENCE = 64
"""A search gives up after no fewer steps than these."""

SEED = np.uint64(0x9E3779B97F4A7C15)
"""The state of the random numbers at the start, so that a search is repeatable."""


@kernel
def random_below(state, limit):
    """Return the next state and a number below `limit`; xorshift (G. Marsaglia, 2003)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state, np.int64(state % np.uint64(limit))


@kernel
def heaviest(cover, count, state):
    """Return one of the heaviest uncovered lines, and the state of the random numbers."""
    best, most, ties = 0, 0, 0
    for index in range(count):
        line = cover.uncovered[index]
        weight = cover.weights[line]
        if weight > most:
            best, most, ties = line, weight, 1
        elif weight == most:
            ties += 1
            state, choice = random_below(state, ties)
            if choice == 0:
                best = line
    return best, state


@kernel
def number_candidates(family, cover, line, state):
    """Number free cells of a line in `cover.slots`: all, or else neighbours somewhere in the line.

    Returns how many there are, how many lines go through them, and the state.
    """
    lines, contents = family.lines, family.contents
    free = 0
    for index in range(lines.shape[1]):
        free += contents[lines[line, index]] == 0
    skipped = 0
    if free > CANDIDATES:
        state, skipped = random_below(state, free - CANDIDATES + 1)
    found, uses = 0, 0
    for index in range(lines.shape[1]):
        cell = lines[line, index]
        if contents[cell] == 0:
            skipped -= 1
            if skipped < 0 and found < CANDIDATES:
                cover.slots[cell] = found
                found += 1
                uses += family.through_starts[cell + 1] - family.through_starts[cell]
    return found, uses, state


@kernel
def weigh_pairs(family, cover, line, found):
    """Fill `cover.worth` with the weight that each pair of candidates covers less what it uncovers.

    A line that would lose the pairs of both candidates and has no other is not counted.
    """
    lines, slots, worth = family.lines, cover.slots, cover.worth
    worth[:found, :found] = 0
    for index in range(lines.shape[1]):
        cell = lines[line, index]
        slot = slots[cell]
        if slot == NOTHING:
            continue
        partner = cover.partner[cell]
        for use in range(family.through_starts[cell], family.through_starts[cell + 1]):
            other = family.through[use]
            if family.needed[other] == 0 or cover.pairs_within[other] > 1:
                continue
            breaks = cover.pairs_within[other] == 1
            if breaks and (partner == NOTHING or not contains(lines, other, partner)):
                continue
            weight = np.int64(cover.weights[other])
            if breaks:
                worth[slot, :found] -= weight
                worth[:found, slot] -= weight
            for place in range(lines.shape[1]):
                second = slots[lines[other, place]]
                # An uncovered line is met from both cells of a pair, but counts once.
                if second != NOTHING and (breaks or second > slot):
                    worth[slot, second] += weight
                    worth[second, slot] += weight


@kernel
def best_pair(family, cover, line, state):
    """Return the two candidates of a line whose pair is worth most, at random among equals."""
    lines, slots = family.lines, cover.slots
    most, ties = np.int64(-1) << 60, 0
    first = second = NOTHING
    for index in range(lines.shape[1]):
        one = slots[lines[line, index]]
        if one == NOTHING:
            continue
        for place in range(index + 1, lines.shape[1]):
            two = slots[lines[line, place]]
            if two == NOTHING or cover.worth[one, two] < most:
                continue
            if cover.worth[one, two] > most:
                most, ties = cover.worth[one, two], 0
            ties += 1
            state, choice = random_below(state, ties)
            if choice == 0:
                first, second = lines[line, index], lines[line, place]
    return first, second, most, state


@kernel
def common_cell(family, cover, count):
    """Return a free cell of all uncovered lines if only the opponent is to be kept off them."""
    lines = family.lines
    for index in range(count):
        if family.needed[cover.uncovered[index]] != TO_OPPONENT:
            return NOTHING
    for place in range(lines.shape[1]):
        cell = lines[cover.uncovered[0], place]
        shared = family.contents[cell] == 0
        index = 1
        while shared and index < count:
            shared = contains(lines, cover.uncovered[index], cell)
            index += 1
        if shared:
            return cell
    return NOTHING


@kernel
def improve(family, cover, count, may_move, work_limit):
    """Cover more of the `count` uncovered lines; return how many stay so, and a cell or NOTHING.

    Each line needed has two free cells at least. The search ends when no line is left, after long
    without progress, or after visits to about `work_limit` cells. With `may_move` it also ends when
    one cell of the mover keeps the opponent off all uncovered lines, and returns that cell.
    """
    lines = family.lines
    state = SEED
    work = 0
    fewest, patience = count, LEAST_PATIENCE + PATIENCE * count
    left = patience
    first_move = common_cell(family, cover, count) if may_move and count > 0 else NOTHING
    while count > 0 and first_move == NOTHING and left > 0 and work < work_limit:
        left -= 1
        line, state = heaviest(cover, count, state)
        found, uses, state = number_candidates(family, cover, line, state)
        weigh_pairs(family, cover, line, found)
        first, second, most, state = best_pair(family, cover, line, state)
        for index in range(lines.shape[1]):
            cover.slots[lines[line, index]] = NOTHING
        if most <= 0:
            for index in range(count):
                cover.weights[cover.uncovered[index]] += 1
        for cell in (first, second):
            if cover.partner[cell] != NOTHING:
                count = change(family, cover, cell, cover.partner[cell], -1, count)
        count = change(family, cover, first, second, 1, count)
        work += count + uses * lines.shape[1]
        if count < fewest:
            fewest, left = count, patience
            if may_move and count > 0:
                first_move = common_cell(family, cover, count)
    return count, first_move
