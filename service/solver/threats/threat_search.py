"""One question of the search for wins by threats: its memory, and what its proof says."""

from __future__ import annotations

import numpy as np

from service.solver.lines import copy_of
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import PatternBoard, completing_cells
from service.solver.lines.kernels.trail import put, undo
from service.solver.threats.kernels import refutations, threat_sequence, threat_space, tree

MOST_TREE_NODES = 1 << 17


class ThreatSearch:
    """Whether one player wins by threats when it is his turn; searched step by step."""

    def __init__(self, board: PatternBoard, attacker: int) -> None:
        """`board` is left as it is."""
        cells = board.owner.size
        self._base = board
        self._board = copy_of(board)
        self._stones: tuple[int, ...] = ()
        self.attacker = attacker
        self.ended = True
        self.tree = tree.new_tree(MOST_TREE_NODES, cells)
        self._finder = threat_sequence.new_finder(cells)
        self.ask(())

    def ask(self, stones: tuple[int, ...]) -> None:
        """Begin anew, after the other player has put `stones` on these cells."""
        if self.ended:
            for _ in self._stones:
                undo(self._board)
        else:
            # It holds moves of the search.
            self._board = copy_of(self._base)
        for cell in stones:
            put(self._board, cell, 1 - self.attacker)
        self._stones = stones
        self._remaining = int(np.count_nonzero(self._board.owner == NOBODY))
        self.began = self.nodes
        self.ended = False
        threat_space.begin(self.tree, self.attacker)

    @property
    def nodes(self) -> int:
        """Nodes searched so far, for all that was asked."""
        return int(self._finder.control[threat_sequence.NODES])

    @property
    def proven(self) -> bool:
        """Whether the player is known to win."""
        return bool(self.tree.nodes[tree.ROOT, tree.PROOF] == 0)

    @property
    def forced(self) -> bool:
        """Whether a proven win takes a sequence at most: the other player has no choice in it."""
        return bool(self.tree.nodes[tree.ROOT, tree.CHILDREN] == 0)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether it has ended."""
        self.ended = bool(threat_space.search(self._board, self.tree, self._finder, node_limit))
        if self.proven:
            tree.measure(self.tree, self._remaining)
        return self.ended

    def refuted(self) -> list[int]:
        """Moves of the other player that the proof refutes if he has one move in advance."""
        empty = set(np.flatnonzero(self._board.owner == NOBODY).tolist())
        if self.forced:
            return sorted(empty - set(self.refutations()))
        marks = np.zeros_like(self.tree.cells)
        count = refutations.irrelevant(self._board, self.tree, marks, self.tree.cells)
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def refutations(self) -> list[int]:
        """The moves of the other player that refute a win which is `forced`."""
        first = completing_cells(self._board, self.attacker)
        if first[0] >= 0:
            return [] if first[1] >= 0 else [int(first[0])]
        node = self.tree.nodes[tree.ROOT]
        count = refutations.refutations(
            self._board,
            self.attacker,
            self.tree.pool[node[tree.PLACE] :],
            node[tree.LENGTH],
            self.tree.cells,
            self._finder.marks,
        )
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def winning_line(self, taken: int | None = None) -> list[int]:
        """The proven line of play in which the other player resists the longest.

        `taken` is a cell that he has taken first and that does not refute the sequence at the root.
        """
        board = self._board
        nodes = self.tree.nodes
        line: list[int] = []
        if taken is not None:
            put(board, taken, 1 - self.attacker)

        def play(*cells: int) -> None:
            for cell in cells:
                mover = self.attacker if len(line) % 2 == 0 else 1 - self.attacker
                put(board, cell, mover)
                line.append(cell)

        node = nodes[tree.ROOT]
        while node[tree.CHILDREN]:
            children = nodes[node[tree.FIRST] :][: node[tree.CHILDREN]]
            after = nodes[children[:, tree.SAME]]
            proven = after[:, tree.PROOF] == 0
            fitting = np.flatnonzero(proven & (after[:, tree.PLIES] == node[tree.PLIES] - 1))
            if not fitting.size:
                break
            node = after[fitting[0]]
            play(int(children[fitting[0], tree.MOVE]))
        if len(line) % 2 == 1 and node[tree.LENGTH]:
            others = set(np.flatnonzero(board.owner == NOBODY).tolist())
            children = nodes[node[tree.FIRST] :][: node[tree.CHILDREN]]
            play(min(others - set(children[:, tree.MOVE].tolist())))
        place, length = node[tree.PLACE], node[tree.LENGTH]
        play(*self.tree.pool[place : place + length].tolist())
        first, second = completing_cells(board, self.attacker)
        if len(line) % 2 == 1:
            play(first)
            first = second
        play(first)
        for _ in range(len(line) + (taken is not None)):
            undo(board)
        return [int(cell) for cell in line]
