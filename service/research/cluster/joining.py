"""A certificate of what jobs have proven: the upper tree says the moves, workers tell the rest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from distributed import Client, Future

from service.game import Board, Player, bits, other
from service.research.certificates import NoCertificateError, Step, Strategy, Told
from service.research.certificates import Node as Line
from service.research.cluster import job
from service.research.cluster.job import Question
from service.research.cluster.tree import Node, Stones, Tree, canonical, played
from service.solver.memory import TranspositionTable

PATIENCE = 0.01
"""Seconds between two looks at whether a worker has told what it was asked."""


class Teller:
    """Has workers tell how what a tree has found out is proven."""

    def __init__(
        self, client: Client, tree: Tree, mebibytes: int, going_on: Callable[[int], None]
    ) -> None:
        """Of a tree whose root is decided; `going_on` raises to stop."""
        self._client, self._tree, self._mebibytes = client, tree, mebibytes
        self._going_on = going_on
        # All at once, so that all workers have something to do.
        self._asked = {node.stones: self._ask(node) for node in foreseen(tree)}

    def __call__(self, node: Node) -> list[Told]:
        """What is told of a position; the last is that of the position itself."""
        future = self._asked.pop(node.stones, None) or self._ask(node)
        while not future.done():
            self._going_on(0)
            time.sleep(PATIENCE)
        try:
            told: list[Told] = future.result()
        except Exception as error:  # Whatever a job or its worker ended with.
            raise NoCertificateError(f"a worker has failed: {error}") from None
        return told

    def close(self) -> None:
        """Have no more told."""
        for future in self._asked.values():
            future.cancel()

    def _ask(self, node: Node) -> Future[Any]:
        tree = self._tree
        question = Question.of(tree.board(node), tree.attacker, tree.weak)
        wins = not tree.root.holds
        return self._client.submit(job.tell, question, wins, self._mebibytes, pure=False)


class JoinedStrategy(Strategy):
    """A strategy of which a tree knows the beginning, and others the rest."""

    def __init__(
        self, tree: Tree, going_on: Callable[[int], None], told: Callable[[Node], list[Told]]
    ) -> None:
        """Of a tree whose root is decided; `told` says how it goes on from where the tree ends."""
        super().__init__(tree.rules, not tree.root.holds, TranspositionTable(1), going_on)
        self._tree, self._told = tree, told

    def _own_turn(self, own: int, opponent: int) -> Step:
        if self._above(own, opponent):
            return super()._own_turn(own, opponent)
        return self._below(own, opponent, True)

    def _other_turn(self, own: int, opponent: int) -> Step:
        if self._above(own, opponent):
            return super()._other_turn(own, opponent)
        return self._below(own, opponent, False)

    def _above(self, own: int, opponent: int) -> bool:
        """Whether the tree knows how to go on."""
        node = self._tree.find(self._stones(own, opponent))
        return node is not None and node.decided and bool(node.children)

    def _below(self, own: int, opponent: int, own_turn: bool) -> Step:
        """What is told of a position, or rather of its least image if it is not the root."""
        stones = self._stones(own, opponent)
        if self._tree.root.children:
            stones = canonical(self._tree.rules, stones)
        self.take_over(self._told(Node(stones, own_turn == self._wins)))
        found = self._facts.find(own, self._cells & ~(own | opponent), own_turn)
        assert found is not None, "a fact of the position has been told"
        return found

    def _move(self, own: int, opponent: int) -> int:
        """The move of the tree."""
        stones = self._stones(own, opponent)
        node = self._tree.find(stones)
        assert node is not None, "only above is it asked for moves"
        best = next(each for each in node.children if reached(each, self._wins))
        cells = bits(self._cells & ~(own | opponent))
        return next(
            cell for cell in cells if self._tree.find(played(stones, cell, node.attacks)) is best
        )

    def _stones(self, own: int, opponent: int) -> Stones:
        return (own, opponent) if self._wins else (opponent, own)


def foreseen(tree: Tree) -> Iterator[Node]:
    """Where the tree ends, by its moves: what will mostly be asked for. Not the root."""
    wins = not tree.root.holds
    seen, left = {tree.root.stones}, [tree.root]
    while left:
        node = left.pop()
        if not node.children and node is not tree.root:
            yield node
        children = [each for each in node.children if reached(each, wins)]
        # One move of the side is enough; the opponent's have to be answered all.
        for child in children[:1] if node.attacks == wins else children:
            if child.stones not in seen:
                seen.add(child.stones)
                left.append(child)


def reached(node: Node, wins: bool) -> bool:
    """Whether the attacker wins, or else the defender holds."""
    return node.decided and node.holds != wins


def joined(
    board: Board, side: Player, tree: Tree, told: Callable[[Node], list[Told]],
    going_on: Callable[[int], None],
) -> tuple[list[Line], int]:  # fmt: skip
    """How a side wins or holds, as a tree shows it: nodes, and plies that it takes to win."""
    strategy = JoinedStrategy(tree, going_on, told)
    own, opponent = board.stones(side), board.stones(other(side))
    fact = strategy.prove(own, opponent, side == board.to_move, tree.weak)
    return strategy.nodes, fact.plies
