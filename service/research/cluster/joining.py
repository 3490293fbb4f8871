"""A certificate of what jobs have proven: the upper tree gives the first moves, jobs the rest."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from distributed import Future

from service.game import Board, Player, bits, other
from service.research.certificates import NoCertificateError, ProvenFact, Step, Strategy
from service.research.certificates import Node as Line
from service.research.cluster import job
from service.research.cluster.coordinator import Coordinator
from service.research.cluster.job import Question
from service.research.cluster.tree import Node, Stones, Tree, canonical, played
from service.solver.memory import TranspositionTable

PATIENCE = 0.01
"""The interval, in seconds, at which it is checked whether a job is done."""


class FactRequests:
    """Asks workers for the facts that prove the verdicts on the leaves of a tree."""

    def __init__(
        self, coordinator: Coordinator, tree: Tree, going_on: Callable[[int], None]
    ) -> None:
        """The root of the tree is decided; `going_on` is called while waiting, and may raise."""
        self._coordinator, self._tree, self._going_on = coordinator, tree, going_on
        # The jobs are sent at once, so that no worker is idle.
        self._asked = {node.stones: self._ask(node) for node in foreseen(tree)}

    def __call__(self, node: Node) -> list[ProvenFact]:
        """Return the facts that prove the verdict on a node; the last is about the node itself."""
        future = self._asked.pop(node.stones, None) or self._ask(node)
        while not future.done():
            self._going_on(0)
            time.sleep(PATIENCE)
        try:
            facts: list[ProvenFact] = future.result()
        except Exception as error:  # Jobs and their workers can fail in any way.
            raise NoCertificateError(f"a worker has failed: {error}") from None
        return facts

    def close(self) -> None:
        """Cancel the jobs that are not done."""
        for future in self._asked.values():
            future.cancel()

    def _ask(self, node: Node) -> "Future[Any]":
        """Send the job that proves the verdict on a node."""
        tree = self._tree
        question = Question.of(tree.board(node), tree.attacker, weak=tree.weak)
        wins, mebibytes = not tree.root.holds, self._coordinator.mebibytes
        return self._coordinator.client.submit(
            job.prove, question, mebibytes, wins=wins, pure=False
        )


class JoinedStrategy(Strategy):
    """A strategy whose first moves are those of a tree; jobs prove the rest."""

    def __init__(
        self,
        tree: Tree,
        going_on: Callable[[int], None],
        facts_of: Callable[[Node], list[ProvenFact]],
    ) -> None:
        """The root of the tree is decided; `facts_of` returns the facts that prove a leaf."""
        super().__init__(tree.rules, TranspositionTable(1), going_on, wins=not tree.root.holds)
        self._tree, self._facts_of = tree, facts_of

    def _prove_step(self, own: int, opponent: int, *, own_turn: bool) -> Step:
        """Go on in the tree, or take over the facts of a position below it.

        Jobs prove facts about the canonical images of positions, except for the root.
        """
        stones = self._stones(own, opponent)
        node = self._tree.find(stones)
        if node is not None and node.decided and node.children:
            return super()._prove_step(own, opponent, own_turn=own_turn)
        if self._tree.root.children:
            stones = canonical(self._tree.rules, stones)
        self.take_over(self._facts_of(Node(stones, attacks=own_turn == self._wins)))
        step = self._facts.find(own, self._cells & ~(own | opponent), own_turn=own_turn)
        assert step is not None, "a fact of the position has been proven"
        return step

    def _move(self, own: int, opponent: int) -> int:
        stones = self._stones(own, opponent)
        node = self._tree.find(stones)
        assert node is not None, "moves are asked for only above the leaves"
        best = next(child for child in node.children if reached(child, wins=self._wins))
        return next(
            cell
            for cell in bits(self._cells & ~(own | opponent))
            if self._tree.find(played(stones, cell, attacks=node.attacks)) is best
        )

    def _stones(self, own: int, opponent: int) -> Stones:
        return (own, opponent) if self._wins else (opponent, own)


def foreseen(tree: Tree) -> Iterator[Node]:
    """Yield the leaves that the moves of the tree lead to, without the root."""
    wins = not tree.root.holds
    seen, waiting = {tree.root.stones}, [tree.root]
    while waiting:
        node = waiting.pop()
        if not node.children and node is not tree.root:
            yield node
        children = [child for child in node.children if reached(child, wins=wins)]
        # One move of the side is enough, but all moves of the opponent have to be answered.
        for child in children[:1] if node.attacks == wins else children:
            if child.stones not in seen:
                seen.add(child.stones)
                waiting.append(child)


def reached(node: Node, *, wins: bool) -> bool:
    """Return whether the attacker is proven to win or, without `wins`, the defender to hold."""
    return node.decided and node.holds != wins


def joined(
    board: Board, side: Player, tree: Tree, facts_of: Callable[[Node], list[ProvenFact]],
    going_on: Callable[[int], None],
) -> tuple[list[Line], int]:  # fmt: skip
    """Return the nodes by which a side wins or holds, and the plies to the win at most."""
    strategy = JoinedStrategy(tree, going_on, facts_of)
    own, opponent = board.stones(side), board.stones(other(side))
    fact = strategy.prove(own, opponent, own_turn=side == board.to_move, weak=tree.weak)
    return strategy.nodes, fact.plies
