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
    """Those of them on a line through a stone of the player."""
    found = set()
    for line in game.lines_through[cell]:
        empty = [each for each in line if cells[each] == "."]
        if len(empty) == 1 and sum(cells[each] == player for each in line) == len(line) - 1:
            found.add(empty[0])
    return found


def sequence_wins(
    game: Reference, cells: list[str], attacker: str, sequence: list[int], refutation: int | None
) -> bool:
    """Whether the attacker, to move, wins by a sequence, the other side having played `refutation`.

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


def planted(
    shape: tuple[int, int, int], kind: str, seed: int, attacker_to_move: bool = True
) -> Position | None:
    """A position in which the attacker wins by one move on the crossing of two rows, or None.

    Other stones lie scattered at a distance. With the attacker not to move, he threatens to.
    """
    width, height, row_length = shape
    game, chance = Reference(*shape), random.Random(f"{shape} {kind} {seed}")
    attacker = chance.choice("XO")
    cells = ["."] * (width * height)
    directions = [(0, 1), (1, 0), (1, 1), (1, -1)]
    first, second = chance.sample(directions, 2)
    centre = (
        chance.randint(row_length - 1, height - row_length),
        chance.randint(row_length - 1, width - row_length),
    )

    def put(place: Place, mark: str) -> None:
        row, column = place
        cells[row * width + column] = mark

    def along(start: Place, step: Place, distance: int) -> Place:
        return start[0] + distance * step[0], start[1] + distance * step[1]

    def half_row(step: Place, stones: int, closed: bool) -> None:
        sign = chance.choice((1, -1))
        step = (sign * step[0], sign * step[1])
        for distance in range(1, stones + 1):
            put(along(centre, step, distance), attacker)
        if closed:
            put(along(centre, step, stones + 1), other(attacker))

    finder = {"double four": 2, "four and three": 1}.get(kind, 0)
    half_row(first, row_length - 2 if finder >= 1 else row_length - 3, finder >= 1)
    half_row(second, row_length - 2 if finder >= 2 else row_length - 3, finder >= 2)
    if kind == "three and three, defender's four":
        row = chance.choice([0, height - 1])
        for column in range(1, row_length - 1):
            put((row, column), other(attacker))
        put((row, row_length), attacker)
    core = {cell for cell, mark in enumerate(cells) if mark != "."}
    mover = attacker if attacker_to_move else other(attacker)
    attempts = 0
    while True:
        count = {mark: cells.count(mark) for mark in "XO"}
        balance = count["X"] - count["O"]
        if balance == (mover == "O") and sum(count.values()) > len(core) + 2:
            break
        few = "X" if balance < (mover == "O") else "O"
        if balance == (mover == "O"):
            few = chance.choice("XO")
        cell = chance.randrange(width * height)
        row, column = divmod(cell, width)
        near_core = any(
            max(abs(row - each // width), abs(column - each % width)) < row_length for each in core
        )
        near = any(
            max(abs(row - each // width), abs(column - each % width)) < 3
            for each, mark in enumerate(cells)
            if mark != "."
        )
        attempts += 1
        if attempts > 2000:
            return None
        if not (near or near_core):
            cells[cell] = few
    return Position(game, "".join(cells), mover)
