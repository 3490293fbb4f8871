"""A plain search of positional games, with which proofs are compared.

A game is a set of sets of cells for each of two players, who take one cell in turn. The attacker
wants all cells of one of its sets before the defender has all of one of hers. Without sets of hers
it is the weak game, of Maker and Breaker. The search shares nothing with the package under test.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tests.support.positions import random_positions
from tests.support.reference import Reference
from tests.support.sampling import chance_of, samples

Cells = frozenset[int]
Sets = frozenset[Cells]
Mover = Literal["Maker", "Breaker"]
MOVERS: tuple[Mover, Mover] = ("Maker", "Breaker")
Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
"""In the order in which the kernels number them."""
NOTHING: Sets = frozenset()

Words = frozenset[int]


def attacker_wins(attacker: Iterable[Cells], defender: Iterable[Cells], mover: Side) -> bool:
    """Return whether the attacker completes a set before the defender, with `mover` to move."""
    return _wins(_words(attacker), _words(defender), mover == "attacker")


def maker_wins(sets: Sets, mover: Mover) -> bool:
    """Return whether Maker, with `mover` to move, gets all cells of a set."""
    return attacker_wins(sets, NOTHING, SIDES[MOVERS.index(mover)])


@cache
def _wins(attacker: Words, defender: Words, attacker_moves: bool) -> bool:
    """Search all cells of sets: a cell of no set helps nobody, and an extra stone never hurts."""
    if 0 in attacker:
        return True
    if 0 in defender or not attacker:
        return False
    for cell in _cells(attacker | defender):
        if attacker_moves:
            found = _wins(_taken(attacker, cell), _blocked(defender, cell), False)
        else:
            found = _wins(_blocked(attacker, cell), _taken(defender, cell), True)
        if found == attacker_moves:
            return found
    return not attacker_moves


def _words(sets: Iterable[Cells]) -> Words:
    return frozenset(sum(1 << cell for cell in each) for each in sets)


def _cells(sets: Words) -> list[int]:
    """Return every cell of some set, as a word; those of short sets first."""
    found: dict[int, None] = {}
    for word in sorted(sets, key=int.bit_count):
        while word:
            found[word & -word] = None
            word &= word - 1
    return list(found)


def _taken(sets: Words, cell: int) -> Words:
    return frozenset(each & ~cell for each in sets)


def _blocked(sets: Words, cell: int) -> Words:
    return frozenset(each for each in sets if not each & cell)


def lineless(game: Reference, count: int, empty: tuple[int, int], seed: int) -> Iterator[str]:
    """Yield seeded positions in which nobody has a line, with about `empty` cells empty.

    Every other one comes from a game; in the rest the counts of stones may be any.
    """
    shape = game.width, game.height, game.row_length
    chance = chance_of(f"{shape} {seed} lineless")
    games = random_positions(shape, empty, count, seed)
    for index in range(samples(count)):
        if index % 2:
            yield next(games).cells
        else:
            yield _scattered(game, chance.randint(*empty), chance)


def _scattered(game: Reference, empty: int, chance: random.Random) -> str:
    """Return stones on all but `empty` cells and those where any stone makes a line."""
    size = game.width * game.height
    cells, share = ["."] * size, chance.choice((0.4, 0.5, 0.5, 0.6))
    for cell in chance.sample(range(size), size - empty):
        players = "XO" if chance.random() < share else "OX"
        for player in players:
            cells[cell] = player
            if not game.completes(cells, cell, player):
                break
            cells[cell] = "."
    return "".join(cells)


def random_pairs(
    count: int, most_cells: int, sizes: tuple[int, int], seed: int
) -> Iterator[tuple[list[Cells], list[Cells]]]:
    """Yield seeded lists of the sets of two players, different ones, none of them empty."""
    chance = chance_of(f"{count} {most_cells} {sizes} {seed} pairs")
    for _ in range(samples(count)):
        cells = range(chance.randint(sizes[1], most_cells))
        attacker, defender = (
            [
                frozenset(chance.sample(cells, chance.randint(*sizes)))
                for _ in range(chance.randint(1, chance.choice((3, 2 * most_cells))))
            ]
            for _ in range(2)
        )
        yield attacker, defender


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
