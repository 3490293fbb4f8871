"""Seeded random positions of any shape: random legal moves that never finish a line."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from service.game import Board, Player, parse
from tests.support.reference import Reference, other
from tests.support.sampling import chance_of, samples

ATTEMPTS, DRAWS = 40, 20
"""Games started anew when the side to move can only finish a line."""
SMALL = 12
"""Cells of a game that may be solved from the start, and which all tests share for that."""
_small_game = cache(Reference)


@dataclass(frozen=True, slots=True)
class Position:
    """A position in which nobody has a line."""

    game: Reference
    cells: str
    to_move: str

    @property
    def rows(self) -> list[str]:
        """Return the rows, top row first."""
        return self.game.rows(self.cells)

    @property
    def board(self) -> Board:
        """Return the position as the package under test sees it."""
        player: Player = "X" if self.to_move == "X" else "O"
        return parse(self.rows, self.game.row_length, player)


def random_position(
    game: Reference, empty_cells: int, chance: random.Random, first: str = "X"
) -> Position | None:
    """Return a position with at least `empty_cells` empty cells, or None where play got stuck."""
    size = game.width * game.height
    for _ in range(ATTEMPTS):
        cells, mover = ["."] * size, first
        order = chance.sample(range(size), size)
        for _ in range(size - empty_cells):
            for index, cell in enumerate(order):
                cells[cell] = mover
                if not game.completes(cells, cell, mover):
                    del order[index]
                    break
                cells[cell] = "."
            else:
                break
            mover = other(mover)
        if len(order) <= empty_cells:
            return Position(game, "".join(cells), mover)
    return None


def random_positions(
    shape: tuple[int, int, int], empty_cells: tuple[int, int], count: int, seed: int
) -> Iterator[Position]:
    """Yield `count` positions of a shape (width, height, row length); either side starts.

    The number of empty cells lies within `empty_cells`, both ends included.
    """
    game = (_small_game if shape[0] * shape[1] <= SMALL else Reference)(*shape)
    chance = chance_of(f"{shape} {seed}")
    for index in range(samples(count)):
        # Few positions without a line are nearly full where lines are short.
        drawn = (
            random_position(game, chance.randint(*empty_cells), chance, "XO"[index % 2])
            for _ in range(DRAWS)
        )
        position = next((each for each in drawn if each is not None), None)
        assert position is not None, f"no {shape} position with {empty_cells} empty cells"
        yield position
