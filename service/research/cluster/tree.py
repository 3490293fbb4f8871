"""The upper tree of a job-level proof-number search: it says which position to search next.

After Wu et al., "Job-level proof number search" (IEEE Transactions on Computational Intelligence
and AI in Games, 2013). A job searches a leaf; with the numbers that it brings back, those of the
leaf's children, these are leaves from then on. Numbers are combined as in the search of a job, by
the largest and not by the sum (weak proof-number search).
"""

from __future__ import annotations

from functools import lru_cache

from service.game import Board, Player, Rules, bits, geometry, other
from service.research.cluster.job import Outcome

INFINITE = 1 << 62
"""A number of a decided position."""
PROOF, DISPROOF = 0, 1
"""Of the numbers of a node."""

Stones = tuple[int, int]
"""Bitboards of the attacker and of the defender."""


class Node:
    """A position, and all that the symmetries of the board make of it."""

    __slots__ = ("attacks", "children", "free", "numbers", "parents", "searched", "stones",
                 "under_way")  # fmt: skip

    def __init__(self, stones: Stones, attacks: bool) -> None:
        self.stones = stones
        """Those of the least image; see `canonical`."""
        self.attacks = attacks
        """Whether the attacker is to move."""
        self.numbers = [1, 1]
        """Proof and disproof number: 0 where the attacker wins, or the defender holds."""
        self.children: list[Node] = []
        """After the moves that are not refuted; none of a leaf."""
        self.parents: list[Node] = []
        self.searched = False
        """Whether a job searches this leaf."""
        self.under_way = 0
        """Jobs that search it or what is below, once for each way that leads there."""
        self.free = True
        """Whether there is a leaf to search, here or below."""

    @property
    def decided(self) -> bool:
        """Whether the attacker is known to win, or the defender to hold."""
        return 0 in self.numbers

    @property
    def holds(self) -> bool:
        """Whether the defender is known to hold."""
        return self.numbers[DISPROOF] == 0

    def effort(self, child: Node) -> int:
        """How hard it is for the mover to get what he wants by going there.

        So many times as hard as there are jobs on it already: others go elsewhere meanwhile, where
        that is nearly as good.
        """
        return child.numbers[PROOF if self.attacks else DISPROOF] * (1 + child.under_way)

    def renew(self) -> bool:
        """Work out what follows from the children; whether anything is new."""
        before = *self.numbers, self.under_way, self.free
        self.under_way = sum(child.under_way for child in self.children) + self.searched
        if self.children and not self.decided:
            ours, theirs = (PROOF, DISPROOF) if self.attacks else (DISPROOF, PROOF)
            left = [child.numbers for child in self.children if child.numbers[theirs]]
            self.numbers[ours] = min((each[ours] for each in left), default=INFINITE)
            hardest = max((each[theirs] for each in left), default=0)
            self.numbers[theirs] = min(hardest + max(len(left) - 1, 0), INFINITE)
        below = any(child.free for child in self.children) if self.children else not self.searched
        self.free = below and not self.decided
        return before != (*self.numbers, self.under_way, self.free)


class Tree:
    """Whether a player can complete a row: what jobs have found out so far."""

    def __init__(self, board: Board, attacker: Player, weak: bool) -> None:
        """Of a game that is not over; `weak` asks it of the weak game."""
        self.rules, self.attacker, self.weak = board.rules, attacker, weak
        self._nodes: dict[Stones, Node] = {}
        stones = board.stones(attacker), board.stones(other(attacker))
        self.root = self._node(stones, board.to_move == attacker)
        self.spent = 0
        """Nodes that jobs have searched."""

    @property
    def nodes(self) -> list[Node]:
        """All of them, the root first."""
        return list(self._nodes.values())

    def find(self, stones: Stones) -> Node | None:
        """The node of a position, if there is one."""
        return self._nodes.get(canonical(self.rules, stones))

    def board(self, node: Node) -> Board:
        """A position as the rules have it."""
        defender = other(self.attacker)
        stones = dict(zip((self.attacker, defender), node.stones, strict=True))
        mover = self.attacker if node.attacks else defender
        return Board(self.rules, stones["X"], stones["O"], mover)

    def choose(self) -> Node | None:
        """The most proving leaf, from now on under way; None where there is none."""
        node = self.root
        if not node.free:
            return None
        while node.children:
            node = min((child for child in node.children if child.free), key=node.effort)
        self._search(node, True)
        return node

    def give_back(self, leaf: Node) -> None:
        """A job has come to nothing."""
        self._search(leaf, False)

    def take(self, leaf: Node, outcome: Outcome) -> None:
        """What a job has found out of a leaf."""
        self.spent += outcome.nodes
        verdict = 0 in (outcome.proof, outcome.disproof)
        if verdict or not leaf.decided:
            leaf.numbers = numbers(outcome.proof, outcome.disproof)
            for cell, proof, disproof in outcome.moves:
                child = self._node(played(leaf.stones, cell, leaf.attacks), not leaf.attacks)
                # Of one that another way leads to more is known, but for a verdict.
                if verdict or not child.parents:
                    child.numbers = numbers(proof, disproof)
                    self._renew(child)
                if child not in leaf.children:
                    self._link(leaf, child)
        self._search(leaf, False)

    def wanted(self, leaf: Node) -> bool:
        """Whether what it is worth can matter to the root."""
        layer = {leaf} if not leaf.decided else set()
        while layer and self.root not in layer:
            layer = {above for each in layer for above in each.parents if not above.decided}
        return bool(layer)

    def restore(self, nodes: list[tuple[Node, list[int]]]) -> None:
        """Begin anew with nodes, the root first, and the places of the children of each."""
        self._nodes = {node.stones: node for node, _ in nodes}
        self.root = nodes[0][0]
        for node, children in nodes:
            for place in children:
                self._link(node, nodes[place][0])
        # Those of most stones first: what holds of a node follows from those below.
        for node in sorted(self.nodes, key=_stones, reverse=True):
            node.renew()

    @staticmethod
    def _link(parent: Node, child: Node) -> None:
        """Make a node the child of another."""
        parent.children.append(child)
        child.parents.append(parent)

    def _node(self, stones: Stones, attacks: bool) -> Node:
        key = canonical(self.rules, stones)
        if key not in self._nodes:
            self._nodes[key] = Node(key, attacks)
        return self._nodes[key]

    def _search(self, leaf: Node, searched: bool) -> None:
        """Note whether a job searches a leaf."""
        leaf.searched = searched
        self._renew(leaf)

    @staticmethod
    def _renew(node: Node) -> None:
        """Work out what follows from what is new of a node, ply by ply.

        All parents of a node have one stone less.
        """
        node.renew()
        layer = set(node.parents)
        while layer:
            layer = {above for each in layer if each.renew() for above in each.parents}


def _stones(node: Node) -> int:
    return sum(map(int.bit_count, node.stones))


def numbers(proof: int, disproof: int) -> list[int]:
    """The numbers of a node by those of a job."""
    if proof and disproof:
        return [proof, disproof]
    return [INFINITE, 0] if proof else [0, INFINITE]


def played(stones: Stones, cell: int, attacks: bool) -> Stones:
    """The stones after a move of the attacker, or of the defender."""
    attacker, defender = stones
    return (attacker | 1 << cell, defender) if attacks else (attacker, defender | 1 << cell)


def canonical(rules: Rules, stones: Stones) -> Stones:
    """The least of a position's images."""
    attacker, defender = map(bits, stones)
    return min(
        (sum(image[cell] for cell in attacker), sum(image[cell] for cell in defender))
        for image in _images(rules)
    )


@lru_cache(maxsize=4)
def _images(rules: Rules) -> list[list[int]]:
    """The image of each cell as a bitboard, symmetry by symmetry."""
    return [[1 << cell for cell in image] for image in geometry(rules).symmetries.tolist()]
