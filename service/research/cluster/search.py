"""The search of a position by jobs: which job comes next, and what follows from the outcomes.

Where the jobs are done is not its concern.
"""

from typing import NamedTuple

from service.game import Board, other
from service.research.cluster.job import Outcome, Question
from service.research.cluster.tree import Node, Tree
from service.solver import Bounds

LEAST_NODES, MOST_NODES = 1 << 14, 1 << 23
"""The limits of the nodes of a job, which take a tenth of a second and about a minute."""


class Task(NamedTuple):
    """A job under way."""

    tree: Tree
    leaf: Node
    question: Question
    nodes: int
    """How many nodes the job may search."""


class JobSearch:
    """The search: for each player a tree of the weak game and one of the strong game."""

    def __init__(self, board: Board, node_limit: int | None = None) -> None:
        """The game on the board is not over; the search takes about `node_limit` nodes at most."""
        self.board, self._limit = board, node_limit
        waiting = other(board.to_move)
        # On the empty board the second player cannot win (strategy stealing).
        attackers = [board.to_move, waiting] if board.x | board.o else [board.to_move]
        self.trees = [Tree(board, side, weak=weak) for side in attackers for weak in (True, False)]
        self.jobs = 0
        """How many jobs are done."""
        self._under_way = {id(tree): 0 for tree in self.trees}
        """For each tree the nodes of its jobs that are not done."""

    @property
    def nodes(self) -> int:
        """Return how many nodes the finished jobs have searched."""
        return sum(tree.spent for tree in self.trees)

    @property
    def bounds(self) -> Bounds:
        """Return the proven bounds on the value, for the side to move."""
        wins, loses = (
            self.answer(side) for side in (self.board.to_move, other(self.board.to_move))
        )
        return Bounds(
            lower=1 if wins else 0 if loses is False else -1,
            upper=-1 if loses else 0 if wins is False else 1,
        )

    def answer(self, attacker: str) -> bool | None:
        """Return whether a player can force a win; None while that is not known."""
        tree = self.decisive(attacker)
        if tree is not None:
            return not tree.root.holds
        return None if any(tree.attacker == attacker for tree in self.trees) else False

    def decisive(self, attacker: str) -> Tree | None:
        """Return the tree that answers this; one of the weak game only if the defender holds."""
        return next(
            (
                tree
                for tree in self.trees
                if tree.attacker == attacker
                and tree.root.decided
                and (tree.root.holds or not tree.weak)
            ),
            None,
        )

    @property
    def open(self) -> list[Tree]:
        """Return the trees whose answers would still tell something."""
        return [
            tree
            for tree in self.trees
            if self.bounds.value is None
            and self.answer(tree.attacker) is None
            and not tree.root.decided
        ]

    def next_task(self, workers: int) -> Task | None:
        """Return a job of the tree that has been searched least; None if there is none now.

        The jobs that so many workers do at once have as many nodes as all that are done: larger
        jobs search less twice, because a search finds more in its table than a tree in its nodes.
        """
        under_way = sum(self._under_way.values())
        nodes = min(max(self.nodes // workers, LEAST_NODES), MOST_NODES)
        if self._limit is not None:
            nodes = min(nodes, self._limit - self.nodes - under_way)
        if nodes <= 0:
            return None
        for tree in sorted(self.open, key=lambda tree: tree.spent + self._under_way[id(tree)]):
            leaf = tree.choose()
            if leaf is not None:
                self._under_way[id(tree)] += nodes
                question = Question.of(tree.board(leaf), tree.attacker, weak=tree.weak)
                return Task(tree, leaf, question, nodes)
        return None

    def wants(self, task: Task) -> bool:
        """Return whether the outcome of a job that is not done still matters."""
        return task.tree in self.open and task.tree.wanted(task.leaf)

    @property
    def exhausted(self) -> bool:
        """Return whether the nodes are spent."""
        return self._limit is not None and self.nodes >= self._limit

    def take(self, task: Task, outcome: Outcome | None) -> None:
        """Take the outcome of a job, or None if it failed; then its leaf is searched again."""
        self._under_way[id(task.tree)] -= task.nodes
        if outcome is None:
            task.tree.give_back(task.leaf)
        else:
            self.jobs += 1
            task.tree.take(task.leaf, outcome)
