"""Proof and disproof numbers: their initialisation, their table, and their back-up to the parent.

The numbers of open positions only guide the search: no answer relies on them.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.memory.kernels import table as tt
from service.solver.proof_number.kernels.hypergraph import UNIT
from service.solver.proof_number.kernels.positional_game import ATTACKER, ATTACKER_WINS

INFINITE = np.int64(1) << 30
"""The disproof number of a proven position and the proof number of a disproven one."""
LARGEST = INFINITE - 1
"""The most that a number of an open position grows to. It stays below every threshold `INFINITE`,
so that the search goes on however hard the question looks."""


@bare_kernel
def solved_numbers(result):
    """Return proof and disproof number of a solved position."""
    if result == ATTACKER_WINS:
        return np.int64(0), INFINITE
    return INFINITE, np.int64(0)


@bare_kernel
def initial_numbers(residual, weak):
    """Return proof and disproof number of a new leaf from the potential that no pair disposes of.

    `residual` is that of `leaf_proofs.static_proof`, in UNITs. A low one is easy to disprove and
    hard to prove: squared, measured on 7x4, 4. In the strong game the defender's own sets help to
    disprove: measured on 8x4, 9x4 and 10x4, 4.
    """
    square = residual * residual // UNIT
    effort = 8 if weak else 4
    proof, disproof = 1 + 4 * UNIT // (square + 1), 1 + effort * square // UNIT
    return min(proof, LARGEST), min(disproof, LARGEST)


@bare_kernel
def probe_numbers(numbers, name):
    """Return proof and disproof number of an open position, both -1 where the table has none.

    `numbers` has shape (entries, 2), uint64, a power of two of entries; an entry is a tag and
    the packed numbers. `name` is a `positional_game.Name`.
    """
    tag = tt.mix(name.first, name.second, name.key)
    entry = numbers[np.int64(tag & np.uint64(numbers.shape[0] - 1))]
    proof, disproof = unpacked(entry[1])
    # Another thread may be writing the entry, and a number of 0 would pass for a proof.
    if entry[0] != tag or proof == 0 or disproof == 0:
        return np.int64(-1), np.int64(-1)
    return min(proof, LARGEST), min(disproof, LARGEST)


@bare_kernel
def store_numbers(numbers, name, proof, disproof):
    """Keep proof and disproof number of an open position; see `probe_numbers`."""
    tag = tt.mix(name.first, name.second, name.key)
    entry = numbers[np.int64(tag & np.uint64(numbers.shape[0] - 1))]
    entry[1] = packed(proof, disproof)
    entry[0] = tag


@bare_kernel
def packed(proof, disproof):
    """Return two numbers as one word, the proof number in the upper half."""
    return np.uint64(proof) << np.uint64(32) | np.uint64(disproof)


@bare_kernel
def unpacked(word):
    """Return proof and disproof number of a packed word."""
    return np.int64(word >> np.uint64(32)), np.int64(word & np.uint64(0xFFFFFFFF))


@bare_kernel
def combine_children(children, count, mover):
    """Return proof and disproof number of a node, its most-proving child, and the second-best.

    `children[:count]`, records CHILD, are in question. The number that the mover wants to be 0,
    the proof number at an OR node, is the least of the children; the most-proving child has it,
    and the second-best is the least of all the others. The other number is the greatest of the
    children and 1 for each further child, where a sum would count transpositions twice (weak
    proof-number search: Ueda et al., 2008); it is `LARGEST` at most unless the node is solved.
    """
    least = second = INFINITE
    most_proving = 0
    greatest = np.int64(0)
    for index in range(count):
        child = children[index]
        wanted, other = child.proof, child.disproof
        if mover != ATTACKER:
            wanted, other = other, wanted
        if wanted < least:
            least, second, most_proving = wanted, least, index
        elif wanted < second:
            second = wanted
        greatest = max(greatest, other)
    other = INFINITE if least == 0 else min(greatest + max(count - 1, 0), LARGEST)
    if mover == ATTACKER:
        return least, other, most_proving, second
    return other, least, most_proving, second


@bare_kernel
def threshold_of_greatest(threshold, count):
    """Return the threshold of a child whose number is the greatest of `count`; see above."""
    return threshold if threshold == INFINITE else threshold - (count - 1)
