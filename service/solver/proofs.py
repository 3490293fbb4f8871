"""Proofs of who can win at all, by proof-number search, whatever the plies it takes.

If the side to move cannot complete a line in time, no option wins. If after an option the
opponent cannot, that option does not lose. Both are asked of the weak game (Maker-Breaker), where
"no" is an answer for the real, the strong game, too, and of the strong game itself, where "yes"
is one as well: a win or loss within the empty cells.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from service.solver.climbs import NarrowClimb
from service.solver.kernels import hypergraph, ladder, proof_frames
from service.solver.kernels import proof_numbers as kernel
from service.solver.kernels.contest import ATTACKER, ATTACKER_WINS, DEFENDER, DEFENDER_HOLDS
from service.solver.kernels.line_game import LineGame
from service.solver.kernels.scores import WIN, sharpen_lower, sharpen_upper
from service.solver.transposition import TranspositionTable

ROOT, OPPONENT = 0, 1
"""Players of a `LineGame`: the side to move at the root, and the other."""
WHOLE = -1
"""In place of an option: the position as it is, before any option is played."""


class Question:
    """Whether one player completes a line in time; searched step by step."""

    def __init__(
        self, game: LineGame, table: TranspositionTable, weak: bool, crowd: bool = False
    ) -> None:
        if not fits(game):
            raise ValueError("the game has too many lines")
        self._game, self._table, self._weak = game, table, weak
        self._search = proof_frames.new_search()
        self.control = self._search.control
        self.control[proof_frames.CROWD] = crowd

    @property
    def holds(self) -> bool:
        """Whether the defender holds; only once the question is answered."""
        return bool(self.control[proof_frames.RESULT] == DEFENDER_HOLDS)

    @property
    def lost(self) -> bool:
        """Whether the attacker wins the real game; only once the question is answered."""
        return bool(self.control[proof_frames.RESULT] == ATTACKER_WINS) and not self._weak

    @property
    def winner(self) -> int:
        """The attacker's first move where it is his and is known to win, else -1."""
        return int(self.control[proof_frames.WINNER])

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number as of the last return to the root."""
        return int(self.control[proof_frames.PROOF]), int(self.control[proof_frames.DISPROOF])

    def ask(self, attacker: int, stones: list[np.uint64], mover: int) -> None:
        """Begin a question; `attacker` and `mover` are ROOT or OPPONENT, as `stones` is indexed."""
        self._attacker = attacker
        first_key = 2 + 4 * attacker
        self._keys = self._game.keys[first_key : first_key + 4]
        side = ATTACKER if mover == attacker else DEFENDER
        own, other = stones[attacker], stones[1 - attacker]
        kernel.begin(self._game, self._search, attacker, own, other, side, self._weak)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether the question is answered."""
        return bool(
            kernel.prove(
                self._game,
                self._table.entries,
                self._table.estimates,
                self._search,
                self._attacker,
                self._keys,
                node_limit,
            )
        )


def fits(game: LineGame) -> bool:
    """Whether the game has few enough lines for these proofs."""
    return bool(game.lines.shape[1] <= hypergraph.MOST_SETS)


class Proofs:
    """Bounds on a climb's options, one question after the other."""

    def __init__(
        self, climb: NarrowClimb, table: TranspositionTable, weak: bool, crowd: bool = False
    ) -> None:
        """Proofs of the weak or the strong game; a `crowd` of them shares out its work."""
        self._game = climb.game
        self._stones = [climb.own, climb.opponent]
        self._cells: list[int] = climb.cells.tolist()
        self._best_only = bool(climb.state[ladder.BEST_ONLY])
        remaining = climb.empty.size
        self._win = int(sharpen_lower(WIN - remaining, remaining))
        self._loss = int(sharpen_upper(remaining - WIN, remaining))
        self.lower, self.upper = climb.lower.copy(), climb.upper.copy()
        self._table, self._weak, self._crowd = table, weak, crowd
        # Not in a circle: the memory of a search is to be free as soon as it ends.
        self._questions = Proofs._ask_all(weakref.proxy(self))
        self._asking: tuple[int, int] | None = None

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._question.control[proof_frames.NODES]) if self._begun else 0

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return int(self._question.control[proof_frames.TABLE_HITS]) if self._begun else 0

    @property
    def _begun(self) -> bool:
        return "_question" in self.__dict__

    @cached_property
    def _question(self) -> Question:
        """Made when first needed: small boards are settled before."""
        return Question(self._game, self._table, self._weak, self._crowd)

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number of the question under way; None where there is none yet."""
        return self._question.numbers if self._begun else None

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether all has been asked."""
        while True:
            if self._asking is None or not self._open(*self._asking):
                self._asking = next(self._questions, None)
                if self._asking is None:
                    return True
            if not self._question.search(node_limit):
                return False
            self._answer(*self._asking)
            self._asking = None

    def _ask_all(self) -> Iterator[tuple[int, int]]:
        """Begin one open question after the other: of what option, and who attacks."""
        attackers = [ROOT, OPPONENT]
        if self._open(WHOLE, ROOT):
            self._question.ask(ROOT, self._stones, ROOT)
            yield WHOLE, ROOT
            if self._weak and not self._question.holds:
                # Some option keeps the weak win, so that these questions cannot settle the root.
                attackers.remove(ROOT)
        for index, cell in enumerate(self._cells):
            after = [self._stones[ROOT] | np.uint64(1 << cell), self._stones[OPPONENT]]
            for attacker in attackers:
                if self._open(index, attacker):
                    self._question.ask(attacker, after, OPPONENT)
                    yield index, attacker

    def _open(self, option: int, attacker: int) -> bool:
        """Whether an answer can still teach something of interest."""
        if option == WHOLE:
            return bool((self.lower.max() <= 0) & (self.upper.max() > 0))
        lower, upper = self.lower[option], self.upper[option]
        if self._best_only and upper <= self.lower.max():
            return False
        return bool(lower <= 0 < upper if attacker == ROOT else lower < 0 <= upper)

    def _answer(self, option: int, attacker: int) -> None:
        """Take an answer into the bounds."""
        question = self._question
        options = slice(None) if option == WHOLE else slice(option, option + 1)
        if question.holds and attacker == ROOT:
            np.minimum(self.upper[options], 0, out=self.upper[options])
        elif question.holds:
            np.maximum(self.lower[options], 0, out=self.lower[options])
        elif question.lost and attacker == OPPONENT:
            np.minimum(self.upper[options], self._loss, out=self.upper[options])
        elif question.lost and option != WHOLE:
            np.maximum(self.lower[options], self._win, out=self.lower[options])
        elif question.lost:
            alike = self._images(question.winner)
            for index, cell in enumerate(self._cells):
                if cell in alike:
                    self.lower[index] = max(self.lower[index], self._win)

    def _images(self, cell: int) -> set[int]:
        """Where the symmetries of the position map a cell; -1 to nowhere."""
        stones = [_cells_of(word) for word in self._stones]
        return {
            images[cell]
            for images in self._game.images.tolist()
            if cell >= 0 and all({images[each] for each in kept} == kept for kept in stones)
        }


def _cells_of(stones: np.uint64) -> set[int]:
    return {cell for cell in range(64) if int(stones) >> cell & 1}
