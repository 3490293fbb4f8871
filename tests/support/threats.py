"""A plain check of proofs by threats, and positions in which such a win is planted.

Cells are a list of `X`, `O` and `.`; nothing is shared with the package under test but the tree
it hands over: nodes of a move, children and a sequence.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.support.positions import Position
from tests.support.reference import Reference, other


@dataclass
class ProofNode:
    """A position of a proof: moves from it, and the sequence that wins from it or after a pass."""

    move: int
    sequence: list[int]
    children: list[ProofNode] = field(default_factory=list)


def completing_through(game: Reference, cells: list[str], cell: int, player: str) -> set[int]:
    """Return the empty cells on which the player completes a line through a stone."""
    found = set()
    for line in game.lines_through[cell]:
        empty = [each for each in line if cells[each] == "."]
        if len(empty) == 1 and sum(cells[each] == player for each in line) == len(line) - 1:
            found.add(empty[0])
    return found


def sequence_wins(
    game: Reference, cells: list[str], attacker: str, sequence: list[int], refutation: int | None
) -> bool:
    """Return whether the attacker, to move, wins by a sequence after the move `refutation`.

    Every reply of the other side is one he is forced to, and never completes a line nor stops the
    attacker's next move.
    """
    defender, cells = other(attacker), list(cells)
    if refutation is not None:
        cells[refutation] = defender
    threats = game.completing(cells, defender)
    wins: set[int] = set()
    for index, cell in enumerate(sequence):
        if cells[cell] != ".":
            return False
        if index % 2:
            if wins != {cell}:
                return False
            cells[cell] = defender
            threats = completing_through(game, cells, cell, defender)
        else:
            if threats - {cell}:
                return False
            cells[cell] = attacker
            wins = completing_through(game, cells, cell, attacker)
    return len(wins) >= 2


def check_proof(
    game: Reference, cells: list[str], attacker: str, node: ProofNode, attacking: bool = True
) -> int:
    """Follow a proof through every reply of the defender; return the plies it takes at most."""
    defender = other(attacker)
    context = (game.rows("".join(cells)), attacker, attacking)
    if attacking:
        if game.completing(cells, attacker):
            return 1
        assert len(game.completing(cells, defender)) <= 1, context
        if node.sequence:
            assert sequence_wins(game, cells, attacker, node.sequence, None), context
            return len(node.sequence) + 2
        plies = []
        for child in node.children:
            assert cells[child.move] == ".", context
            cells[child.move] = attacker
            plies.append(1 + check_proof(game, cells, attacker, child, False))
            cells[child.move] = "."
        return min(plies)
    assert not game.completing(cells, defender), context
    wins = game.completing(cells, attacker)
    if len(wins) >= 2:
        return 2
    answered = {child.move: child for child in node.children}
    longest = 2
    for reply, mark in enumerate(cells):
        if mark != "." or (wins and reply not in wins):
            continue
        if reply in answered:
            cells[reply] = defender
            after = check_proof(game, cells, attacker, answered[reply], True)
            cells[reply] = "."
            longest = max(longest, 1 + after)
        else:
            assert sequence_wins(game, cells, attacker, node.sequence, reply), (context, reply)
            longest = max(longest, len(node.sequence) + 3)
    return longest


Place = tuple[int, int]

PLANTS = ("double four", "four and three", "three and three", "three and three, defender's four")
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
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
