"""Positions in which a win by threats is planted."""

import random

from tests.support.positions import Position
from tests.support.reference import DIRECTIONS, Reference, other

Place = tuple[int, int]

PLANTS = ("double four", "four and three", "three and three", "three and three, defender's four")
ATTEMPTS = 2000
"""Cells that are tried for the scattered stones before a position is given up."""


def planted(
    shape: tuple[int, int, int], kind: str, seed: int, attacker_to_move: bool = True
) -> Position | None:
    """Return a position in which the attacker wins by a move on the crossing of two rows, or None.

    Other stones lie scattered at a distance. With the attacker not to move, that move is a threat.
    """
    field = _Field(shape, random.Random(f"{shape} {kind} {seed}"))
    field.plant(kind)
    mover = field.attacker if attacker_to_move else other(field.attacker)
    if not field.scatter(mover):
        return None
    return Position(Reference(*shape), "".join(field.cells), mover)


class _Field:
    """A board on which a win is planted and other stones are scattered."""

    def __init__(self, shape: tuple[int, int, int], chance: random.Random) -> None:
        self.width, self.height, self.row_length = shape
        self.cells = ["."] * (self.width * self.height)
        self.chance = chance
        self.attacker = chance.choice("XO")

    def plant(self, kind: str) -> None:
        """Put the stones of two rows that cross, so that one more stone wins."""
        first, second = self.chance.sample(DIRECTIONS, 2)
        centre = (
            self.chance.randint(self.row_length - 1, self.height - self.row_length),
            self.chance.randint(self.row_length - 1, self.width - self.row_length),
        )
        closed = {"double four": 2, "four and three": 1}.get(kind, 0)
        self._half_row(centre, first, closed >= 1)
        self._half_row(centre, second, closed >= 2)
        if kind == "three and three, defender's four":
            row = self.chance.choice([0, self.height - 1])
            for column in range(1, self.row_length - 1):
                self._put((row, column), other(self.attacker))
            self._put((row, self.row_length), self.attacker)

    def scatter(self, mover: str) -> bool:
        """Add stones at a distance until `mover` is to move; tell whether there was room."""
        core = [cell for cell, mark in enumerate(self.cells) if mark != "."]
        for _ in range(ATTEMPTS):
            stones = [cell for cell, mark in enumerate(self.cells) if mark != "."]
            balance = self.cells.count("X") - self.cells.count("O")
            wanted = int(mover == "O")
            if balance == wanted and len(stones) > len(core) + 2:
                return True
            mark = "X" if balance < wanted else "O"
            if balance == wanted:
                mark = self.chance.choice("XO")
            cell = self.chance.randrange(len(self.cells))
            near_core = any(self._distance(cell, each) < self.row_length for each in core)
            if not near_core and all(self._distance(cell, each) >= 3 for each in stones):
                self.cells[cell] = mark
        return False

    def _half_row(self, centre: Place, step: Place, closed: bool) -> None:
        """Put a row of the attacker beside the centre, a longer one if its end is closed."""
        sign = self.chance.choice((1, -1))
        stones = self.row_length - (2 if closed else 3)
        for distance in range(1, stones + 1 + closed):
            place = centre[0] + sign * distance * step[0], centre[1] + sign * distance * step[1]
            self._put(place, self.attacker if distance <= stones else other(self.attacker))

    def _put(self, place: Place, mark: str) -> None:
        row, column = place
        self.cells[row * self.width + column] = mark

    def _distance(self, one: int, another: int) -> int:
        """Return how many rows or columns, whichever are more, lie between two cells."""
        rows = abs(one // self.width - another // self.width)
        return max(rows, abs(one % self.width - another % self.width))
