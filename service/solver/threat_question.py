"""One question of the search for wins by threats: its memory, and what its proof says."""

from __future__ import annotations

import numpy as np

from service.solver.kernels import fours as sequences
from service.solver.kernels import relevance, threat_board, threat_tree
from service.solver.kernels import threats as kernel

MOST_TREE_NODES = 1 << 17


class Question:
    """Whether one player wins by threats when it is his turn; searched step by step."""

    def __init__(self, board: threat_board.ThreatBoard, attacker: int) -> None:
        """`board` is left as it is."""
        cells = board.owner.size
        self._base = board
        self.attacker = attacker
        most = MOST_TREE_NODES + cells
        self.tree = threat_tree.Tree(
            nodes=np.empty((most, threat_tree.NODE_COLUMNS), np.int64),
            pool=np.empty(most, np.int32),
            cells=np.zeros(cells, np.int32),
            weights=np.zeros(cells, np.int32),
            control=np.zeros(threat_tree.CONTROL_COLUMNS, np.int64),
        )
        self._fours = sequences.Fours(
            pairs=np.zeros((sequences.MOST_PAIRS, 2), np.int32),
            starts=np.zeros(sequences.MOST_MOVES + 2, np.int64),
            nexts=np.zeros(sequences.MOST_MOVES + 1, np.int64),
            replies=np.full(cells, -1, np.int32),
            sequence=np.zeros(2 * sequences.MOST_MOVES, np.int32),
            memo=np.zeros((2, 1 << sequences.MEMO_BITS), np.uint64),
            control=np.zeros(sequences.CONTROL_COLUMNS, np.int64),
        )
        self.ask(())

    def ask(self, stones: tuple[int, ...]) -> None:
        """Begin anew, after the other player has put `stones` on these cells."""
        self._board = _copy(self._base)
        for cell in stones:
            threat_board.put(self._board, cell, 1 - self.attacker, 1)
        self._remaining = int(np.count_nonzero(self._board.owner == threat_board.NOBODY))
        self.began = self.nodes
        self.ended = False
        kernel.begin(self.tree, self._fours, self.attacker)

    @property
    def nodes(self) -> int:
        """Nodes searched so far, for all that was asked."""
        return int(self._fours.control[sequences.NODES])

    @property
    def proven(self) -> bool:
        """Whether the player is known to win."""
        return bool(self.tree.nodes[threat_tree.ROOT, threat_tree.PROOF] == 0)

    @property
    def forced(self) -> bool:
        """Whether a proven win takes a sequence at most: the other player has no choice in it."""
        return bool(self.tree.nodes[threat_tree.ROOT, threat_tree.CHILDREN] == 0)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether it has ended."""
        self.ended = bool(kernel.search(self._board, self.tree, self._fours, node_limit))
        if self.proven:
            threat_tree.measure(self.tree, self._remaining)
        return self.ended

    def refuted(self) -> list[int]:
        """Moves of the other player that the proof refutes if he has one move in advance."""
        empty = set(np.flatnonzero(self._board.owner == threat_board.NOBODY).tolist())
        if self.forced:
            return sorted(empty - set(self.spoilers()))
        marks = np.zeros_like(self.tree.cells)
        count = relevance.irrelevant(self._board, self.tree, marks, self.tree.cells)
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def spoilers(self) -> list[int]:
        """The moves of the other player that spoil a win which is `forced`."""
        first = threat_board.completing_cells(self._board, self.attacker)
        if first[0] >= 0:
            return [] if first[1] >= 0 else [int(first[0])]
        node = self.tree.nodes[threat_tree.ROOT]
        count = sequences.spoilers(
            self._board,
            self.attacker,
            self.tree.pool[node[threat_tree.PLACE] :],
            node[threat_tree.LENGTH],
            self.tree.cells,
            self._fours.replies,
        )
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def winning_line(self, taken: int | None = None) -> list[int]:
        """The proven line of play in which the other player resists the longest.

        `taken` is a cell that he has taken first and that does not spoil the sequence at the root.
        """
        board = _copy(self._board)
        nodes = self.tree.nodes
        line: list[int] = []
        if taken is not None:
            threat_board.put(board, taken, 1 - self.attacker, 1)

        def play(*cells: int) -> None:
            for cell in cells:
                mover = self.attacker if len(line) % 2 == 0 else 1 - self.attacker
                threat_board.put(board, cell, mover, 1)
                line.append(cell)

        node = nodes[threat_tree.ROOT]
        while node[threat_tree.CHILDREN]:
            children = nodes[node[threat_tree.FIRST] :][: node[threat_tree.CHILDREN]]
            children = children[children[:, threat_tree.PROOF] == 0]
            wanted = node[threat_tree.PLIES] - 1
            fitting = children[children[:, threat_tree.PLIES] == wanted]
            if not fitting.size:
                break
            node = fitting[0]
            play(int(node[threat_tree.MOVE]))
        if len(line) % 2 == 1 and node[threat_tree.LENGTH]:
            others = set(np.flatnonzero(board.owner == threat_board.NOBODY).tolist())
            children = nodes[node[threat_tree.FIRST] :][: node[threat_tree.CHILDREN]]
            play(min(others - set(children[:, threat_tree.MOVE].tolist())))
        place, length = node[threat_tree.PLACE], node[threat_tree.LENGTH]
        play(*self.tree.pool[place : place + length].tolist())
        first, second = threat_board.completing_cells(board, self.attacker)
        if len(line) % 2 == 1:
            play(first)
            first = second
        play(first)
        return [int(cell) for cell in line]


def _copy(board: threat_board.ThreatBoard) -> threat_board.ThreatBoard:
    """A board to play on; what never changes is shared."""
    return board._replace(
        owner=board.owner.copy(),
        counts=board.counts.copy(),
        listed=board.listed.copy(),
        sizes=board.sizes.copy(),
        places=board.places.copy(),
        key=board.key.copy(),
    )
