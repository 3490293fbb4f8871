"""Facts that a certificate is made of: with some stones, and some cells empty, a side gets its way.

Whatever is on the other cells. So one fact serves many positions, and their images.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.game import Rules, bits

MOST_CELLS = 64


class Fact(NamedTuple):
    """What a side needs to reach its goal."""

    stones: int
    """Bitboard of its own."""
    free: int
    """Bitboard of cells that must be empty."""
    plies: int = 0
    """To its win at most; of no meaning where it only holds."""


class Step(NamedTuple):
    """A fact as a symmetry of the board shows it, and where it stands among all facts."""

    fact: Fact
    number: int
    symmetry: int = 0


class Facts:
    """All facts so far, to be found by the positions that they serve."""

    def __init__(self, rules: Rules) -> None:
        """Of a board of at most 64 cells."""
        self._images = images_of(rules)
        self.kept: list[tuple[Fact, bool]] = []
        """All of them, each with whether it is of the side's own turn."""
        self._numbers: dict[bool, list[int]] = {True: [], False: []}
        self._words = {own_turn: np.zeros((2, 64), np.uint64) for own_turn in (True, False)}
        """Stones and free cells, shape (2, room)."""

    def add(self, fact: Fact, own_turn: bool) -> Step:
        """Keep a fact of the side's own turn, or of the opponent's."""
        numbers, words = self._numbers[own_turn], self._words[own_turn]
        if len(numbers) == words.shape[1]:
            words = self._words[own_turn] = np.tile(words, 2)
        words[:, len(numbers)] = fact.stones, fact.free
        numbers.append(len(self.kept))
        self.kept.append((fact, own_turn))
        return Step(fact, numbers[-1])

    def find(self, stones: int, empty: int, own_turn: bool) -> Step | None:
        """One that serves a position, with as few free cells as any; None without any."""
        numbers = self._numbers[own_turn]
        needed, free = self._words[own_turn][:, : len(numbers)]
        best, fewest, symmetry = -1, MOST_CELLS + 1, 0
        for image, (own, open_cells) in enumerate(self._preimages(stones, empty).T):
            # Few are left by the first look, which is all that takes time.
            fit = np.flatnonzero(free & ~open_cells == 0)
            fit = fit[needed[fit] & ~own == 0]
            if fit.size:
                sizes = np.bitwise_count(free[fit])
                least = int(sizes.argmin())
                if sizes[least] < fewest:
                    best, fewest, symmetry = int(fit[least]), int(sizes[least]), image
        if best < 0:
            return None
        number = numbers[best]
        fact, _ = self.kept[number]
        return Step(
            fact._replace(
                stones=self.image(fact.stones, symmetry), free=self.image(fact.free, symmetry)
            ),
            number,
            symmetry,
        )

    def image(self, word: int, symmetry: int) -> int:
        """A bitboard as a symmetry shows it."""
        images = self._images[symmetry].tolist()
        return sum(1 << images[cell] for cell in bits(word))

    def _preimages(self, *words: int) -> np.ndarray:
        """What each symmetry makes these bitboards of, shape (words, symmetries)."""
        octets = np.array(words, "<u8").view(np.uint8).reshape(len(words), 8)
        cells = np.unpackbits(octets, axis=1, bitorder="little")
        return np.packbits(cells[:, self._images], axis=-1, bitorder="little").view("<u8")[..., 0]


def images_of(rules: Rules) -> np.ndarray:
    """The image of each cell, shape (4 or 8, 64), as certificates number the symmetries.

    Mirrored from side to side (1), then upside down (2), then rows for columns (4).
    """
    rows, columns = np.divmod(np.arange(rules.cells), rules.width)
    square = rules.width == rules.height
    images = np.tile(np.arange(MOST_CELLS), (8 if square else 4, 1))
    for symmetry in range(len(images)):
        row = rules.height - 1 - rows if symmetry & 2 else rows
        column = rules.width - 1 - columns if symmetry & 1 else columns
        if symmetry & 4:
            row, column = column, row
        images[symmetry, : rules.cells] = row * rules.width + column
    return images
