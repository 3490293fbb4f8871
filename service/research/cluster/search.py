"""The search of a position by jobs: which to do next, and what follows from those that are done.

It knows nothing of where the jobs are done.
"""

from __future__ import annotations

from typing import NamedTuple

from service.game import Board, other
from service.research.cluster.job import Outcome, Question
from service.research.cluster.tree import Node, Tree
from service.solver import Bounds

LEAST_NODES, MOST_NODES = 1 << 14, 1 << 21
"""Of a job: some hundredths of a second, some seconds."""
SHARE = 1 << 5
"""A job is so small a part of all before it: few cells are soon done, much work has few jobs."""


class Task(NamedTuple):
    """A job under way."""

    tree: Tree
    leaf: Node
    question: Question
    nodes: int
    """It may search."""


class JobSearch:
    """Who wins a position: whether either player can complete a row, in the weak or strong game."""

    def __init__(self, board: Board, node_limit: int | None = None) -> None:
        """Of a game that is not over, for about so many nodes."""
        self.board, self._limit = board, node_limit
        waiting = other(board.to_move)
        # Of the empty board the second player never wins: the first could steal the strategy.
        attackers = [board.to_move, waiting] if board.x | board.o else [board.to_move]
        self.trees = [Tree(board, each, weak) for each in attackers for weak in (True, False)]
        self.jobs = 0
        """Done so far."""
        self._under_way = {id(tree): 0 for tree in self.trees}
        """Nodes of jobs that are."""

    @property
    def nodes(self) -> int:
        """Searched by all jobs that are done."""
        return sum(tree.spent for tree in self.trees)

    @property
    def bounds(self) -> Bounds:
        """What is proven of the value, for the side to move."""
        wins, loses = (
            self.answer(each) for each in (self.board.to_move, other(self.board.to_move))
        )
        return Bounds(
            lower=1 if wins else 0 if loses is False else -1,
            upper=-1 if loses else 0 if wins is False else 1,
        )

    def answer(self, attacker: str) -> bool | None:
        """Whether a player wins by force; None while it is not known."""
        tree = self.decisive(attacker)
        if tree is not None:
            return not tree.root.holds
        return None if any(tree.attacker == attacker for tree in self.trees) else False

    def decisive(self, attacker: str) -> Tree | None:
        """The tree that answers this, if any: of the weak game only where the defender holds."""
        for tree in self.trees:
            if (
                tree.attacker == attacker
                and tree.root.decided
                and (tree.root.holds or not tree.weak)
            ):
                return tree
        return None

    @property
    def open(self) -> list[Tree]:
        """The trees whose answers would tell more."""
        return [
            tree
            for tree in self.trees
            if self.bounds.value is None
            and self.answer(tree.attacker) is None
            and not tree.root.decided
        ]

    def next_task(self) -> Task | None:
        """A job to do, of the tree that has had least; None if there is none for now."""
        under_way = sum(self._under_way.values())
        nodes = min(max(self.nodes // SHARE, LEAST_NODES), MOST_NODES)
        if self._limit is not None:
            nodes = min(nodes, self._limit - self.nodes - under_way)
        if nodes <= 0:
            return None
        for tree in sorted(self.open, key=lambda tree: tree.spent + self._under_way[id(tree)]):
            leaf = tree.choose()
            if leaf is not None:
                self._under_way[id(tree)] += nodes
                question = Question.of(tree.board(leaf), tree.attacker, tree.weak)
                return Task(tree, leaf, question, nodes)
        return None

    def wants(self, task: Task) -> bool:
        """Whether the outcome of a job under way matters still."""
        return task.tree in self.open and task.tree.wanted(task.leaf)

    @property
    def exhausted(self) -> bool:
        """Whether the nodes are spent."""
        return self._limit is not None and self.nodes >= self._limit

    def take(self, task: Task, outcome: Outcome | None) -> None:
        """What a job has found out; None where it has come to nothing, and is to be done again."""
        self._under_way[id(task.tree)] -= task.nodes
        if outcome is None:
            task.tree.give_back(task.leaf)
        else:
            self.jobs += 1
            task.tree.take(task.leaf, outcome)
