"""Draw proofs by the Maker-Breaker game: who cannot win, whatever happens.

If the side to move, as Maker, cannot complete a line, no option wins. If after an option the
opponent, as Maker, cannot complete one, that option does not lose.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from service.solver.climbs import NarrowClimb
from service.solver.kernels import hypergraph, ladder
from service.solver.kernels import maker_breaker as kernel
from service.solver.kernels.maker_breaker import BREAKER, BREAKER_HOLDS, CELLS, MAKER, PLIES
from service.solver.kernels.narrow import LineGame
from service.solver.transposition import TranspositionTable

ROOT, OPPONENT = 0, 1
"""Players of a `LineGame`: the side to move at the root, and the other."""


class Question:
    """Whether one player, as Maker, completes a line; searched step by step."""

    def __init__(self, game: LineGame, table: TranspositionTable) -> None:
        if not DrawProofs.fits(game):
            raise ValueError("the game has too many lines")
        self._game, self._table = game, table
        self._search = kernel.Search(
            stones=np.zeros((PLIES, 2), np.uint64),
            sets=np.zeros((PLIES + 1, hypergraph.MOST_SETS), np.uint64),
            numbers=np.zeros((PLIES, kernel.FRAME_COLUMNS), np.int64),
            cells=np.zeros((PLIES, CELLS), np.int64),
            proofs=np.zeros((PLIES, CELLS), np.int64),
            disproofs=np.zeros((PLIES, CELLS), np.int64),
            incidence=np.zeros((CELLS, 2), np.uint64),
            scratch=np.zeros((2, hypergraph.MOST_SETS), np.uint64),
            control=np.zeros(kernel.CONTROL_COLUMNS, np.int64),
        )
        self.control = self._search.control

    @property
    def holds(self) -> bool:
        """Whether Breaker holds; only once the question is answered."""
        return bool(self.control[kernel.RESULT] == BREAKER_HOLDS)

    @property
    def numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number as of the last return to the root; None before the first."""
        search = self._search
        moves = int(search.numbers[0, kernel.MOVES])
        at_root = self.control[kernel.PLY] == 0
        if moves == 0 or (at_root and self.control[kernel.SLOT] != moves):
            return None
        proofs, disproofs = search.proofs[0, :moves], search.disproofs[0, :moves]
        if search.numbers[0, kernel.MOVER] == MAKER:
            return int(proofs.min()), int(disproofs.sum())
        return int(proofs.sum()), int(disproofs.min())

    def ask(self, maker_player: int, maker: np.uint64, breaker: np.uint64, mover: int) -> None:
        """Begin a question; `mover` is MAKER or BREAKER."""
        self._maker_player = maker_player
        first_key = 2 + 2 * maker_player
        self._keys = self._game.keys[first_key : first_key + 2]
        kernel.begin(self._game, self._search, maker_player, maker, breaker, mover)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether the question is answered."""
        return bool(
            kernel.prove(
                self._game,
                self._table.entries,
                self._table.estimates,
                self._search,
                self._maker_player,
                self._keys,
                node_limit,
            )
        )


class DrawProofs:
    """Tightens the bounds of a climb's options to a draw, where Maker-Breaker proofs allow."""

    def __init__(self, climb: NarrowClimb, table: TranspositionTable) -> None:
        self._climb = climb
        self._table = table
        self._question: Question | None = None

    @staticmethod
    def fits(game: LineGame) -> bool:
        """Whether the game has few enough lines."""
        return bool(game.lines.shape[1] <= hypergraph.MOST_SETS)

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._question.control[kernel.NODES]) if self._question else 0

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return int(self._question.control[kernel.TABLE_HITS]) if self._question else 0

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number of the question under way; None where there is none yet."""
        return self._question.numbers if self._question else None

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether all has been asked."""
        if self._question is None:
            self._question = Question(self._climb.game, self._table)
            self._answers = self._ask_all(self._question)
            self._asking = next(self._answers)
        while self._asking:
            if not self._question.search(node_limit):
                return False
            self._asking = next(self._answers, False)
        return True

    def follow(self, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from a drawn root by moves after which nobody can win.

        Returns whether the board is full; if not, the nodes are spent or no such move is known.
        """
        climb = self._climb
        question = self._question or Question(climb.game, self._table)
        stones = [climb.own, climb.opponent]
        played = 0
        for place in climb.to_places(line):
            stones[played % 2] |= np.uint64(1 << place)
            played += 1
        while len(line) < climb.empty.size:
            mover = played % 2
            for place in _promising(climb.game, stones):
                after = stones[mover] | np.uint64(1 << place)
                question.ask(1 - mover, stones[1 - mover], after, MAKER)
                if not question.search(node_limit):
                    return False
                if question.holds:
                    break
            else:
                return False
            stones[mover] = after
            line += climb.to_cells([place])
            played += 1
        return True

    def _ask_all(self, question: Question) -> Iterator[bool]:
        """Ask one question after the other; resumed when the last is answered."""
        lower, upper = self._climb.lower, self._climb.upper
        best_only = self._climb.state[ladder.BEST_ONLY]
        root, opponent = self._climb.own, self._climb.opponent
        question.ask(ROOT, root, opponent, MAKER)
        yield True
        if question.holds:
            np.minimum(upper, 0, out=upper)
        for index, cell in enumerate(self._climb.cells.tolist()):
            own = root | np.uint64(1 << cell)
            if lower[index] <= 0 < upper[index]:
                question.ask(ROOT, own, opponent, BREAKER)
                yield True
                if question.holds:
                    upper[index] = min(upper[index], 0)
            of_interest = not best_only or upper[index] > lower.max()
            if of_interest and lower[index] < 0 <= upper[index]:
                question.ask(OPPONENT, opponent, own, MAKER)
                yield True
                if question.holds:
                    lower[index] = max(lower[index], 0)


def _promising(game: LineGame, stones: list[np.uint64]) -> list[int]:
    """The empty cells, those on the most urgent open lines first."""
    weight = np.zeros(game.cells)
    cells = np.arange(game.cells, dtype=np.uint64)
    taken = stones[0] | stones[1]
    for player in (ROOT, OPPONENT):
        lines = game.lines[player]
        lines = lines[(lines & stones[1 - player] == 0) & (lines != 0)] & ~stones[player]
        urgency = 4.0 ** -np.bitwise_count(lines).astype(float)
        weight += urgency @ (lines[:, None] >> cells & np.uint64(1))
    order = np.argsort(-weight, kind="stable").tolist()
    return [cell for cell in order if not int(taken) >> cell & 1]
