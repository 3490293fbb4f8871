"""The facts of a certificate: with some stones, and with some cells empty, a side reaches its goal.

The other cells do not matter, so that one fact applies to many positions and their images.
"""

from typing import NamedTuple

import numpy as np

from service.game import Rules, bits

MOST_CELLS = 64
"""The largest board, of which each set of cells is a word of 64 bits."""


class Fact(NamedTuple):
    """The cells that a side needs to reach its goal."""

    stones: int
    """The bitboard of its stones."""
    free: int
    """The bitboard of the cells that must be empty."""
    plies: int = 0
    """The plies within which it wins; without meaning if the goal is to hold."""


class Step(NamedTuple):
    """The image of a fact under a symmetry of the board, and the number of the fact."""

    fact: Fact
    number: int
    symmetry: int = 0


class Facts:
    """The facts so far for one player to move, which are found by the positions they apply to."""

    def __init__(self, rules: Rules) -> None:
        """The board has at most 64 cells."""
        self._images = images_of(rules)
        self._steps: list[Step] = []
        self._words = np.zeros((2, 64), np.uint64)
        """The stones and the free cells of the facts, shape (2, room)."""

    def add(self, step: Step) -> None:
        """Keep a fact as it was proven, with its number."""
        number = len(self._steps)
        if number == self._words.shape[1]:
            self._words = np.tile(self._words, 2)
        self._words[:, number] = step.fact.stones, step.fact.free
        self._steps.append(step)

    def find(self, stones: int, empty: int) -> Step | None:
        """Return the fact with the fewest free cells that applies to a position, if any."""
        needed, free = self._words[:, : len(self._steps)]
        found = []
        for symmetry, (own, open_cells) in enumerate(self._preimages(stones, empty).T):
            # The first test takes most of the time and leaves few facts.
            fit = np.flatnonzero(free & ~open_cells == 0)
            fit = fit[needed[fit] & ~own == 0]
            if fit.size:
                sizes = np.bitwise_count(free[fit])
                least = int(sizes.argmin())
                found.append((int(sizes[least]), symmetry, int(fit[least])))
        if not found:
            return None
        _, symmetry, best = min(found)
        fact, number, _ = self._steps[best]
        images = self._images[symmetry].tolist()
        stones, free_cells = (
            sum(1 << images[cell] for cell in bits(word)) for word in (fact.stones, fact.free)
        )
        return Step(Fact(stones, free_cells, fact.plies), number, symmetry)

    def _preimages(self, *words: int) -> np.ndarray:
        """Return the bitboards that each symmetry maps to these, shape (words, symmetries)."""
        octets = np.array(words, "<u8").view(np.uint8).reshape(len(words), 8)
        cells = np.unpackbits(octets, axis=1, bitorder="little")
        return np.packbits(cells[:, self._images], axis=-1, bitorder="little").view("<u8")[..., 0]


def images_of(rules: Rules) -> np.ndarray:
    """Return the image of each cell under each symmetry, shape (4 or 8, 64).

    Certificates number the symmetries by what they do: mirror left and right (1), then top and
    bottom (2), then exchange rows and columns (4).
    """
    board = np.arange(rules.cells).reshape(rules.height, rules.width)
    turned = [board, board.T] if rules.width == rules.height else [board]
    views = [
        view for each in turned for view in (each, each[:, ::-1], each[::-1], each[::-1, ::-1])
    ]
    images = np.tile(np.arange(MOST_CELLS), (len(views), 1))
    images[:, : rules.cells] = [view.ravel() for view in views]
    return images
