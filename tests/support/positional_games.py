"""A plain search of positional games, with which the proofs of both games are compared.

Two players take one cell in turn. The attacker wants all cells of one of its sets before the
defender has all of one of hers; no sets of hers make it the weak game. Nothing is shared with the
package under test.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from tests.support.maker_breaker import Cells, Sets
from tests.support.positions import random_positions
from tests.support.reference import Reference
from tests.support.sampling import chance_of, samples

Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
"""In the order in which the kernels number them."""
NOTHING: Sets = frozenset()

Words = frozenset[int]


def attacker_wins(attacker: Iterable[Cells], defender: Iterable[Cells], mover: Side) -> bool:
    """Return whether the attacker completes a set before the defender, with `mover` to move."""
    return _wins(_words(attacker), _words(defender), mover == "attacker")


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
