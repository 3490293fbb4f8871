"""Wins by force through threats: for the side to move, and for its opponent after each option.

If the side to move wins by threats, that option wins. If the opponent would after a pass, so he
does after every option that leaves the proof intact; the others are asked about one by one. If he
would not, no option loses to threats that a pass does not lose to, since an extra stone never
hurts.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from service.game import Board, flags_of
from service.solver import linegames
from service.solver.climbs import Climb
from service.solver.kernels import fours as sequences
from service.solver.kernels import ladder, relevance, threat_board
from service.solver.kernels import threats as kernel
from service.solver.kernels.scores import WIN

ROOT, OPPONENT = 0, 1
"""Players: the side to move at the root, and the other."""
FIRST_SHARE = 1 << 13
"""Nodes that each question gets in the first round."""
GROWTH = 8
"""How many times as many it gets in each further round."""
LEAST_AFTER_REPLY = 512
"""Nodes that the question after a reply gets in the first round at least."""
LAST_SHARE = 1 << 22
"""No question gets more."""
MOST_TREE_NODES = 1 << 17


class Question:
    """Whether one player wins by threats when it is his turn; searched step by step."""

    def __init__(self, board: threat_board.ThreatBoard, attacker: int) -> None:
        """`board` is left as it is."""
        cells = board.owner.size
        self._base = board
        self.attacker = attacker
        most = MOST_TREE_NODES + cells
        self.tree = kernel.Tree(
            nodes=np.empty((most, kernel.NODE_COLUMNS), np.int64),
            pool=np.empty(most, np.int32),
            cells=np.zeros(cells, np.int32),
            weights=np.zeros(cells, np.int32),
            control=np.zeros(kernel.CONTROL_COLUMNS, np.int64),
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
        return bool(self.tree.nodes[kernel.ROOT, kernel.PROOF] == 0)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether it has ended."""
        self.ended = bool(kernel.search(self._board, self.tree, self._fours, node_limit))
        if self.proven:
            kernel.measure(self.tree, self._remaining)
        return self.ended

    def refuted(self) -> list[int]:
        """Moves of the other player that the proof refutes if he has one move in advance."""
        empty = set(np.flatnonzero(self._board.owner == threat_board.NOBODY).tolist())
        spoilers = self.spoilers()
        if spoilers is not None:
            return sorted(empty - set(spoilers))
        marks = np.zeros_like(self.tree.cells)
        count = relevance.irrelevant(self._board, self.tree, marks, self.tree.cells)
        found: list[int] = self.tree.cells[:count].tolist()
        return found

    def spoilers(self) -> list[int] | None:
        """The moves that spoil a win by a sequence alone; None where the win takes more."""
        first = threat_board.completing_cells(self._board, self.attacker)
        if first[0] >= 0:
            return [] if first[1] >= 0 else [int(first[0])]
        node = self.tree.nodes[kernel.ROOT]
        if not node[kernel.LENGTH]:
            return None
        count = sequences.spoilers(
            self._board,
            self.attacker,
            self.tree.pool[node[kernel.PLACE] :],
            node[kernel.LENGTH],
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

        node = nodes[kernel.ROOT]
        while node[kernel.CHILDREN]:
            children = nodes[node[kernel.FIRST] :][: node[kernel.CHILDREN]]
            children = children[children[:, kernel.PROOF] == 0]
            wanted = node[kernel.PLIES] - 1
            fitting = children[children[:, kernel.PLIES] == wanted]
            if not fitting.size:
                break
            node = fitting[0]
            play(int(node[kernel.MOVE]))
        if len(line) % 2 == 1 and node[kernel.LENGTH]:
            others = set(np.flatnonzero(board.owner == threat_board.NOBODY).tolist())
            children = nodes[node[kernel.FIRST] :][: node[kernel.CHILDREN]]
            play(min(others - set(children[:, kernel.MOVE].tolist())))
        place, length = node[kernel.PLACE], node[kernel.LENGTH]
        play(*self.tree.pool[place : place + length].tolist())
        first, second = threat_board.completing_cells(board, self.attacker)
        if len(line) % 2 == 1:
            play(first)
            first = second
        play(first)
        return [int(cell) for cell in line]


class Threats:
    """Tightens bounds on a climb's options by wins through threats."""

    def __init__(self, board: Board, cells: np.ndarray, climb: Climb) -> None:
        """`cells` are the options, in the order of the climb's bounds."""
        self._root = board
        self.lower, self.upper = climb.lower.copy(), climb.upper.copy()
        self._best_only = bool(climb.state[ladder.BEST_ONLY])
        self._cells = cells.tolist()
        self._questions: list[Question] = []
        self._lines: dict[int, tuple[int, list[int]]] = {}
        self.winning_score = 0
        """The score of the best option that wins by threats; 0 if none is known."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(question.nodes for question in self._questions)

    @property
    def table_hits(self) -> int:
        """None: there is no table."""
        return 0

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether all has been asked."""
        if not self._questions:
            self._board = linegames.threat_board(self._root)
            self._questions = [Question(self._board, player) for player in (ROOT, OPPONENT)]
            self._symmetries = self._symmetries_of_position()
            self._shares = self._ask_all()
            self._share = next(self._shares, None)
        while self._share is not None:
            question, share = self._share
            left = node_limit - self.nodes
            most = question.began + share
            if not question.search(min(question.nodes + left, most)) and question.nodes < most:
                return False
            self._share = next(self._shares, None)
        return True

    def follow(self, score: int, line: list[int]) -> bool:
        """Extend a line of one option to the end of the game, if its score is proven here."""
        for images in self._symmetries if len(line) == 1 and self._lines else ():
            for known, (reached, moves) in self._lines.items():
                if images[known] == line[0] and reached == score:
                    line[:] = [int(images[cell]) for cell in moves]
                    return True
        return False

    def _ask_all(self) -> Iterator[tuple[Question, int]]:
        """One question after the other with the nodes it may take; resumed when they are spent."""
        own, opponent = self._questions
        replies: list[int] = []
        after_reply = 0
        share = FIRST_SHARE
        while share <= LAST_SHARE:
            if not own.ended:
                yield own, share
                if own.proven:
                    self._won(own.winning_line())
                    if self._best_only:
                        return
            if not opponent.ended:
                yield opponent, share
                if opponent.proven:
                    replies = self._lost_whatever(opponent)
                    # The proof after a reply is seldom much longer.
                    after_reply = LEAST_AFTER_REPLY + 2 * opponent.nodes
                    self._questions.append(Question(self._board, OPPONENT))
            still_open = []
            question = self._questions[-1]
            for index in replies:
                if not self._may_lose()[index]:
                    continue
                question.ask((self._cells[index],))
                yield question, after_reply
                if question.proven:
                    self._lost(index, question.winning_line())
                elif not question.ended:
                    still_open.append(index)
            replies = still_open
            if own.ended and opponent.ended and not replies:
                return
            share *= GROWTH
            after_reply *= GROWTH

    def _may_lose(self) -> np.ndarray:
        """Of which options it is open, and of interest, whether they lose."""
        lower, upper = self.lower, self.upper
        least = lower.max() + 1 if self._best_only else 0
        may_lose: np.ndarray = (lower < 0) & (upper >= max(least, 0))
        return may_lose

    def _lost_whatever(self, question: Question) -> list[int]:
        """Take in a win of the opponent after a pass; return the options that may stop it."""
        refuted = set(question.refuted())
        by_sequence = question.spoilers() is not None
        line = question.winning_line()
        left = []
        for index in np.flatnonzero(self._may_lose()).tolist():
            cell = self._cells[index]
            if cell in refuted and cell not in line:
                self._lost(index, line)
            elif cell in refuted and by_sequence:
                self._lost(index, question.winning_line(cell))
            else:
                left.append(index)
        return left

    def _won(self, line: list[int]) -> None:
        """Take in a line of play that wins."""
        score = WIN - len(line)
        for images in self._symmetries:
            cell = int(images[line[0]])
            if cell in self._cells:
                index = self._cells.index(cell)
                self.lower[index] = max(self.lower[index], score)
                self._lines[cell] = score, [int(images[each]) for each in line]
                self.winning_score = score
                return

    def _lost(self, index: int, line: list[int]) -> None:
        """Take in the line of play by which the opponent answers an option and wins."""
        score = len(line) + 1 - WIN
        self.upper[index] = min(self.upper[index], score)
        cell = self._cells[index]
        self._lines[cell] = score, [cell, *line]

    def _symmetries_of_position(self) -> np.ndarray:
        """The symmetries of the board that keep the position."""
        images = self._root.geometry.symmetries
        size = self._root.rules.cells
        contents = flags_of(self._root.own, size) + 2 * flags_of(self._root.opponent, size)
        keeping: np.ndarray = images[(contents[images] == contents).all(axis=1)]
        return keeping


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
