"""Seeded random positions of any shape: random legal moves that never finish a line."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import cycle

from service.game import Board, Player, parse
from tests.support.reference import Outcome, Reference, Wrap, other, put
from tests.support.sampling import chance_of, samples

Shape = tuple[int, int, int] | tuple[int, int, int, Wrap]
"""Width, height and row length, and after them which edges are joined, if any are."""
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
        return parse(self.rows, self.game.row_length, player, wrap=self.game.variant.wrap)

    @property
    def reference(self) -> Reference:
        """Return the game, as a `Case` has it."""
        return self.game

    @property
    def expected(self) -> dict[int, Outcome]:
        """Return what every move leads to, for the side to move."""
        return self.game.options(self.cells, self.to_move)

    def after(self, cell: int) -> "Position":
        """Return the position after a move."""
        return Position(self.game, put(self.cells, cell, self.to_move), other(self.to_move))


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
    shape: Shape, empty_cells: tuple[int, int], count: int, seed: int
) -> Iterator[Position]:
    """Yield `count` positions of a shape; either side starts.

    The number of empty cells lies within `empty_cells`, both ends included.
    """
    known, others = _drawn(shape, empty_cells, seed)
    for index in range(samples(count)):
        if index == len(known):
            known.append(next(others))
        yield known[index]


@lru_cache(4)
def _drawn(
    shape: Shape, empty_cells: tuple[int, int], seed: int
) -> tuple[list[Position], Iterator[Position]]:
    """Return positions that have been drawn, with what has been solved of them, and the others."""
    return [], _draw(shape, empty_cells, seed)


def _draw(shape: Shape, empty_cells: tuple[int, int], seed: int) -> Iterator[Position]:
    game = (_small_game if shape[0] * shape[1] <= SMALL else Reference)(*shape)
    chance = chance_of(f"{shape} {seed}")
    for first in cycle("XO"):
        # Few positions without a line are nearly full where lines are short.
        drawn = (
            random_position(game, chance.randint(*empty_cells), chance, first) for _ in range(DRAWS)
        )
        position = next((each for each in drawn if each is not None), None)
        assert position is not None, f"no {shape} position with {empty_cells} empty cells"
        yield position
