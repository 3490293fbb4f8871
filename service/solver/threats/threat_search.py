"""One search for a win by threats: its memory, and what its proof says."""

import numpy as np

from service.solver.lines import copy_of
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import PatternBoard, completing_cells
from service.solver.lines.kernels.trail import put, undo
from service.solver.threats.kernels import refutations, threat_sequence, threat_space, tree

MOST_TREE_NODES = 1 << 17


class ThreatSearch:
    """A search, step by step, for a win by threats of one player, the attacker, when to move."""

    def __init__(self, board: PatternBoard, attacker: int) -> None:
        """Begin without additional stones; `board` is left as it is."""
        cells = board.owner.size
        self._base = board
        self._board = copy_of(board)
        self._stones: tuple[int, ...] = ()
        self.attacker = attacker
        self.ended = True
        self.tree = tree.new_tree(MOST_TREE_NODES, cells)
        self._finder = threat_sequence.new_sequence_search(cells)
        self.begin(())

    def begin(self, stones: tuple[int, ...]) -> None:
        """Begin anew, after the defender has put `stones` on these cells."""
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
        threat_space.begin_search(self.tree, self.attacker)

    @property
    def nodes(self) -> int:
        return int(self._finder.control["nodes"][0])

    @property
    def proven(self) -> bool:
        """Return whether the attacker is known to win."""
        return bool(self.tree.nodes[tree.ROOT].proof == 0)

    @property
    def forced(self) -> bool:
        """Return whether a proven win takes a sequence at most: the defender has no choice."""
        return bool(self.tree.nodes[tree.ROOT].children == 0)

    def search(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether it has ended."""
        self.ended = bool(threat_space.search(self._board, self.tree, self._finder, node_limit))
        if self.proven:
            tree.measure_plies(self.tree, self._remaining)
        return self.ended

    def refuted(self) -> list[int]:
        """Return the moves that the proof refutes if the defender has one of them in advance."""
        empty = set(np.flatnonzero(self._board.owner == NOBODY).tolist())
        if self.forced:
            return sorted(empty - set(self.refutations()))
        marks = np.zeros_like(self.tree.cells)
        count = refutations.moves_outside_zone(self._board, self.tree, marks, self.tree.cells)
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def refutations(self) -> list[int]:
        """Return the moves of the defender that refute a win which is `forced`."""
        first = completing_cells(self._board, self.attacker)
        if first[0] >= 0:
            return [] if first[1] >= 0 else [int(first[0])]
        node = self.tree.nodes[tree.ROOT]
        count = refutations.refutations(
            self._board,
            self.attacker,
            self.tree.pool[node.sequence_start :],
            node.sequence_length,
            self.tree.cells,
            self._finder.marks,
        )
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def winning_line(self, taken: int | None = None) -> list[int]:
        """Return the proven line of play in which the defender resists the longest.

        `taken` is a cell of the defender that does not refute the sequence at the root.
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
        while node.children:
            children = nodes[node.first_child :][: node.children]
            after = nodes[children["representative"]]
            proven = after["proof"] == 0
            fitting = np.flatnonzero(proven & (after["plies"] == node.plies - 1))
            if not fitting.size:
                break
            node = after[fitting[0]]
            play(int(children[fitting[0]].move))
        if len(line) % 2 == 1 and node.sequence_length:
            others = set(np.flatnonzero(board.owner == NOBODY).tolist())
            children = nodes[node.first_child :][: node.children]
            play(min(others - set(children["move"].tolist())))
        play(*self.tree.pool[node.sequence_start :][: node.sequence_length].tolist())
        first, second = completing_cells(board, self.attacker)
        if len(line) % 2 == 1:
            play(first)
            first = second
        play(first)
        for _ in range(len(line) + (taken is not None)):
            undo(board)
        return [int(cell) for cell in line]
