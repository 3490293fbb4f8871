"""Certificates as text in the format that `docs/certificates.md` describes."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from service.game import Board, Player, bits, render
from service.research.certificates.facts import Fact, Step


class Node(NamedTuple):
    """One line: a rule with its data, and the facts to which it is applied."""

    text: str
    children: tuple[Step, ...] = ()


def pairs(fact: Fact, pairs: Iterable[int], *, own_turn: bool) -> Node:
    """Return the node by which the side gets one cell of each of the `pairs`, as bitboards."""
    listed = ("-".join(map(str, bits(pair))) for pair in pairs)
    turn = "own" if own_turn else "other"
    return Node(" ".join(["groups", turn, f"{fact.stones:x}", f"{fact.free:x}", *listed]))


def row(fact: Fact, cell: int) -> Node:
    """Return the node by which the side completes a row on a cell."""
    return Node(f"row {fact.stones:x} {fact.free:x} {cell}")


def threats(fact: Fact, cells: Iterable[int], children: Iterable[Step]) -> Node:
    """Return the node by which the opponent would have to take all of these cells.

    The side completes a row on each of them.
    """
    listed = ",".join(map(str, cells))
    return Node(f"threats {fact.stones:x} {fact.free:x} {listed}", tuple(children))


def move(cell: int, after: Step) -> Node:
    """Return the node by which the side plays on a cell."""
    return Node(f"move {cell}", (after,))


def replies(children: Iterable[Step]) -> Node:
    """Return the node by which the side reaches its goal after every move of the opponent."""
    return Node("replies", tuple(children))


@dataclass(frozen=True, slots=True)
class Part:
    """The proof of one side: the last node shows its goal, and nodes follow those they refer to."""

    side: Player
    nodes: list[Node]

    def lines(self) -> list[str]:
        """Return the lines of the nodes on which the last one depends, numbered from 0."""
        last = len(self.nodes) - 1
        used = {last}
        for number in range(last, -1, -1):
            if number in used:
                used.update(child.number for child in self.nodes[number].children)
        places = {number: place for place, number in enumerate(sorted(used))}
        return [
            " ".join(
                [node.text, *(f"{places[step.number]}@{step.symmetry}" for step in node.children)]
            )
            for node in (self.nodes[number] for number in places)
        ]


def written(board: Board, parts: Iterable[Part], within: int | None) -> str:
    """Return the text of a certificate.

    With `within` the side of the only part wins within so many plies; else the sides of all parts
    hold.
    """
    rules, parts = board.rules, list(parts)
    claim = "draw" if within is None else f"{parts[0].side} wins within {within}"
    lines = [
        "k-in-a-row certificate 1",
        f"game {rules.width} {rules.height} {rules.row_length}",
        f"position {'/'.join(render(board))}",
        f"to-move {board.to_move}",
        f"claim {claim}",
    ]
    goal = "holds" if within is None else "wins"
    for part in parts:
        lines += [f"part {part.side} {goal}", *part.lines(), "qed"]
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"
