"""The canonical form of a position, which is the same for all that symmetries of the board join.

A symmetry moves the bits of a word by one table look-up for each octet.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.bits import bit_in, low_half, lowest


@kernel
def transform(octets, word):
    """Return the image of a bitboard; `octets` has shape (octets of a board, 256), words."""
    image = np.uint64(0)
    for index in range(octets.shape[0]):
        image |= octets[index, np.int64(low_half(word >> np.uint64(8 * index)) & np.uint64(255))]
    return image


@kernel
def canonical(symmetries, own, opponent):
    """Return the least image of a position, as (own, opponent, number of the symmetry).

    `symmetries` has shape (symmetries, octets of a board, 256), words; the identity comes first.
    """
    best_own, best_opponent, best = own, opponent, 0
    for number in range(1, symmetries.shape[0]):
        image = transform(symmetries[number], own)
        if image > best_own:
            continue
        opponent_image = transform(symmetries[number], opponent)
        if image < best_own or opponent_image < best_opponent:
            best_own, best_opponent, best = image, opponent_image, number
    return best_own, best_opponent, best


@kernel
def moved(images, word):
    """Return a bitboard with each cell moved to its image; `images` has shape (cells,), int64."""
    image = np.uint64(0)
    while word != 0:
        image |= bit_in(word, images[lowest(word)])
        word &= word - np.uint64(1)
    return image
