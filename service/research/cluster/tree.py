"""The upper tree of a job-level proof-number search, which chooses the position of the next job.

The source is Wu et al., "Job-level proof number search" (IEEE Transactions on Computational
Intelligence and AI in Games, 2013). A job searches a leaf and returns the numbers of its children,
which become the new leaves. As in the search of a job, numbers are combined by the maximum plus the
number of siblings instead of the sum (weak proof-number search).
"""

from functools import lru_cache

from service.game import Board, Player, Rules, bits, geometry, other
from service.research.cluster.job import Outcome

INFINITE = 1 << 62
"""The other number of a decided position."""
PROOF, DISPROOF = 0, 1
"""Indices of `Node.numbers`."""

Stones = tuple[int, int]
"""The bitboards of the attacker and of the defender."""


class Node:
    """A position together with its images under the symmetries of the board."""

    __slots__ = ("attacks", "children", "free", "numbers", "parents", "searched", "stones",
                 "under_way")  # fmt: skip

    def __init__(self, stones: Stones, *, attacks: bool) -> None:
        self.stones = stones
        """The stones of the `canonical` image."""
        self.attacks = attacks
        """Whether the attacker is to move."""
        self.numbers = [1, 1]
        """Proof and disproof number: 0 if the attacker wins, or if the defender holds."""
        self.children: list[Node] = []
        """The positions after the moves that are not refuted; a leaf has none."""
        self.parents: list[Node] = []
        self.searched = False
        """Whether a job is searching this leaf."""
        self.under_way = 0
        """How many jobs search this node or nodes below, counted once for each path."""
        self.free = True
        """Whether this node or one below is a leaf that can be searched."""

    @property
    def decided(self) -> bool:
        """Return whether it is proven that the attacker wins or that the defender holds."""
        return 0 in self.numbers

    @property
    def holds(self) -> bool:
        """Return whether it is proven that the defender holds."""
        return self.numbers[DISPROOF] == 0

    def effort(self, child: "Node") -> int:
        """Return the number of a child for the mover times one plus the jobs on that child.

        The factor sends other jobs to children that are nearly as good (virtual loss).
        """
        return child.numbers[PROOF if self.attacks else DISPROOF] * (1 + child.under_way)

    def renew(self) -> bool:
        """Compute the attributes from those of the children; return whether any has changed."""
        before = *self.numbers, self.under_way, self.free
        self.under_way = sum(child.under_way for child in self.children) + self.searched
        if self.children and not self.decided:
            own, opposing = (PROOF, DISPROOF) if self.attacks else (DISPROOF, PROOF)
            numbers = [child.numbers for child in self.children if child.numbers[opposing]]
            self.numbers[own] = min((pair[own] for pair in numbers), default=INFINITE)
            hardest = max((pair[opposing] for pair in numbers), default=0)
            self.numbers[opposing] = min(hardest + max(len(numbers) - 1, 0), INFINITE)
        below = any(child.free for child in self.children) if self.children else not self.searched
        self.free = below and not self.decided
        return before != (*self.numbers, self.under_way, self.free)


class Tree:
    """The tree of one question: whether a player can force a row."""

    def __init__(self, board: Board, attacker: Player, *, weak: bool) -> None:
        """The game on the board is not over; `weak` means the weak game."""
        self.rules, self.attacker, self.weak = board.rules, attacker, weak
        self._nodes: dict[Stones, Node] = {}
        stones = board.stones(attacker), board.stones(other(attacker))
        self.root = self._node(stones, attacks=board.to_move == attacker)
        self.spent = 0
        """How many nodes the jobs of this tree have searched."""

    @property
    def nodes(self) -> list[Node]:
        """Return all nodes, the root first."""
        return list(self._nodes.values())

    def find(self, stones: Stones) -> Node | None:
        """Return the node of a position; None if there is none."""
        return self._nodes.get(canonical(self.rules, stones))

    def board(self, node: Node) -> Board:
        defender = other(self.attacker)
        stones = dict(zip((self.attacker, defender), node.stones, strict=True))
        mover = self.attacker if node.attacks else defender
        return Board(self.rules, stones["X"], stones["O"], mover)

    def choose(self) -> Node | None:
        """Return the most-proving leaf, which is marked as searched; None if there is none."""
        node = self.root
        if not node.free:
            return None
        while node.children:
            node = min((child for child in node.children if child.free), key=node.effort)
        self._mark(node, searched=True)
        return node

    def give_back(self, leaf: Node) -> None:
        """Let a leaf be searched again, because its job failed."""
        self._mark(leaf, searched=False)

    def take(self, leaf: Node, outcome: Outcome) -> None:
        self.spent += outcome.nodes
        verdict = 0 in (outcome.proof, outcome.disproof)
        if verdict or not leaf.decided:
            leaf.numbers = numbers(outcome.proof, outcome.disproof)
            for cell, proof, disproof in outcome.moves:
                after = played(leaf.stones, cell, attacks=leaf.attacks)
                child = self._node(after, attacks=not leaf.attacks)
                # A child with other parents already has better numbers, except for a verdict.
                if verdict or not child.parents:
                    child.numbers = numbers(proof, disproof)
                    self._renew(child)
                if child not in leaf.children:
                    self._link(leaf, child)
        self._mark(leaf, searched=False)

    def wanted(self, leaf: Node) -> bool:
        """Return whether the value of a leaf can still matter to the root."""
        layer = {leaf} if not leaf.decided else set()
        while layer and self.root not in layer:
            layer = {above for node in layer for above in node.parents if not above.decided}
        return bool(layer)

    def restore(self, nodes: list[tuple[Node, list[int]]]) -> None:
        """Replace all nodes by these, the root first, each with the indices of its children."""
        self._nodes = {node.stones: node for node, _ in nodes}
        self.root = nodes[0][0]
        for node, children in nodes:
            for place in children:
                self._link(node, nodes[place][0])
        # Nodes with most stones come first, because a node depends on those below.
        for node in sorted(self.nodes, key=_stones, reverse=True):
            node.renew()

    @staticmethod
    def _link(parent: Node, child: Node) -> None:
        parent.children.append(child)
        child.parents.append(parent)

    def _node(self, stones: Stones, *, attacks: bool) -> Node:
        """Return the node of a position, which is made if there is none."""
        key = canonical(self.rules, stones)
        if key not in self._nodes:
            self._nodes[key] = Node(key, attacks=attacks)
        return self._nodes[key]

    def _mark(self, leaf: Node, *, searched: bool) -> None:
        """Note whether a job is searching a leaf."""
        leaf.searched = searched
        self._renew(leaf)

    @staticmethod
    def _renew(node: Node) -> None:
        """Update a node and, ply by ply, those above it as long as anything changes.

        Layers suffice because all parents of a node have one stone less.
        """
        node.renew()
        layer = set(node.parents)
        while layer:
            layer = {above for below in layer if below.renew() for above in below.parents}


def _stones(node: Node) -> int:
    return sum(map(int.bit_count, node.stones))


def numbers(proof: int, disproof: int) -> list[int]:
    """Return the numbers of a node from those of a job, in which 0 is a verdict."""
    if proof and disproof:
        return [proof, disproof]
    return [INFINITE, 0] if proof else [0, INFINITE]


def played(stones: Stones, cell: int, *, attacks: bool) -> Stones:
    """Return the stones after a move of the attacker (`attacks`) or of the defender."""
    attacker, defender = stones
    return (attacker | 1 << cell, defender) if attacks else (attacker, defender | 1 << cell)


def canonical(rules: Rules, stones: Stones) -> Stones:
    """Return the smallest image of a position under the symmetries of the board."""
    attacker, defender = map(bits, stones)
    return min(
        (sum(image[cell] for cell in attacker), sum(image[cell] for cell in defender))
        for image in _images(rules)
    )


@lru_cache(maxsize=4)
def _images(rules: Rules) -> list[list[int]]:
    """Return for each symmetry the image of each cell as a bitboard."""
    return [[1 << cell for cell in image] for image in geometry(rules).symmetries.tolist()]
