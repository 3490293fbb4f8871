"""An independent, plain search of Maker-Breaker games that the draw proofs are tested against.

A game is a set of sets of cells. Maker and Breaker take one cell in turn; Maker wants all cells
of some set, Breaker one cell of every set. Nothing is shared with the package under test.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tests.support.reference import Reference
from tests.support.sampling import chance_of, samples

Mover = Literal["Maker", "Breaker"]
MOVERS: tuple[Mover, Mover] = ("Maker", "Breaker")
"""In the order in which the kernels number them."""
Cells = frozenset[int]
Sets = frozenset[Cells]


@cache
def maker_wins(sets: Sets, mover: Mover) -> bool:
    """Return whether Maker, with `mover` to move, gets all cells of a set.

    A cell of no set helps nobody, and an extra stone never hurts, so no such cell is tried.
    """
    if frozenset() in sets:
        return True
    cells = sorted(cells_of(sets))
    if mover == "Maker":
        return any(maker_wins(maker_takes(sets, cell), "Breaker") for cell in cells)
    return bool(cells) and all(maker_wins(breaker_takes(sets, cell), "Maker") for cell in cells)


def cells_of(sets: Iterable[Cells]) -> Cells:
    """Return all cells of some set."""
    return frozenset().union(*sets)


def maker_takes(sets: Sets, cell: int) -> Sets:
    """Return what Maker lacks once Maker has the cell."""
    return frozenset(each - {cell} for each in sets)


def breaker_takes(sets: Sets, cell: int) -> Sets:
    """Return the sets that are left to Maker once the cell is Breaker's."""
    return frozenset(each for each in sets if cell not in each)


def open_sets(game: Reference, cells: str, maker: str) -> Sets:
    """Return what Maker lacks of every line without a stone of Breaker."""
    return frozenset(
        frozenset(cell for cell in line if cells[cell] == ".")
        for line in game.lines
        if all(cells[cell] in (".", maker) for cell in line)
    )


def scattered_stones(
    game: Reference, count: int, empty: tuple[int, int], seed: int
) -> Iterator[str]:
    """Yield seeded positions of any counts of stones where Maker (X) has no line; Breaker is O.

    The number of empty cells lies within `empty`, both ends included.
    """
    chance = chance_of(f"{game.width} {game.height} {game.row_length} {seed}")
    size = game.width * game.height
    for _ in range(samples(count)):
        left = chance.sample(range(size), chance.randint(*empty))
        share = chance.choice((0.5, 0.7, 0.8, 0.9))
        cells = [
            "." if cell in left else "X" if chance.random() < share else "O" for cell in range(size)
        ]
        for line in chance.sample(game.lines, len(game.lines)):
            if all(cells[cell] == "X" for cell in line):
                cells[chance.choice(line)] = "O"
        yield "".join(cells)


def random_systems(
    count: int, most_cells: int, sizes: tuple[int, int], seed: int
) -> Iterator[list[Cells]]:
    """Yield seeded lists of sets, some equal, some within others; none is empty."""
    chance = chance_of(f"{count} {most_cells} {sizes} {seed}")
    for _ in range(samples(count)):
        cells = range(chance.randint(sizes[1], most_cells))
        yield [
            frozenset(chance.sample(cells, chance.randint(*sizes)))
            for _ in range(chance.randint(1, most_cells + 2))
        ]


def to_words(sets: Iterable[Cells], room: int = 0) -> NDArray[np.uint64]:
    """Return the sets as bitboards, in their order, followed by room for more."""
    words = [sum(1 << cell for cell in each) for each in sets]
    return np.array(words + [0] * room, np.uint64)


def stones_of(cells: str) -> list[int]:
    """Return the stones of X and of O as bitboards."""
    return [sum(1 << cell for cell, mark in enumerate(cells) if mark == each) for each in "XO"]


def from_words(words: Iterable[int]) -> list[Cells]:
    """Return bitboards as sets of cells."""
    return [frozenset(cell for cell in range(64) if int(word) >> cell & 1) for word in words]
