"""Proofs of who can win at all, by proof-number search, whatever the plies it takes.

If the side to move cannot complete a line in time, no option wins. If after an option the
opponent cannot, that option does not lose. Both are asked of the weak game (Maker-Breaker), where
"no" is an answer for the real, the strong game, too, and of the strong game itself, where "yes"
is one as well: a win or loss within the empty cells.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence

import numpy as np

from service.game import bits
from service.solver.compiling import INTERPRETED, is_usable
from service.solver.lines import OPPONENT, ROOT, BitboardPosition, numbers, words
from service.solver.lines.kernels.line_game import LineGame
from service.solver.lines.kernels.scores import WIN, sharpen_lower, sharpen_upper
from service.solver.memory import TranspositionTable
from service.solver.proof_number.kernels import dfpn
from service.solver.proof_number.kernels.hypergraph import NARROW, WIDE, Capacity
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
)
from service.solver.proof_number.kernels.state import UNEXPANDED, Tables, new_state

WIDE_WORDS = "wide_words"
"""The part of the kernels that searches games of more than 64 cells, compiled last."""
WHOLE = -1
"""In place of an option: the position as it is, before any option is played."""


class ProofSearch:
    """Whether one player completes a line in time; searched step by step."""

    def __init__(
        self, game: LineGame, table: TranspositionTable, weak: bool, parallel: bool = False
    ) -> None:
        if not _has_room(game):
            raise ValueError("the game has too many lines, or too many cells without a compiler")
        capacity = _capacity(game)
        self._game, self._weak = game, weak
        entries = table.entries if capacity == NARROW else table.wide_entries
        self._tables = Tables(entries, table.proof_numbers)
        self._state = new_state(capacity)
        self._control = self._state.control
        self._control.parallel = parallel

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._control.nodes)

    @property
    def table_hits(self) -> int:
        """Nodes of these that the transposition table answered."""
        return int(self._control.table_hits)

    @property
    def holds(self) -> bool:
        """Whether the defender holds; only once the question is answered."""
        return bool(self._control.result == DEFENDER_HOLDS)

    @property
    def lost(self) -> bool:
        """Whether the attacker wins the real game; only once the question is answered."""
        return bool(self._control.result == ATTACKER_WINS) and not self._weak

    @property
    def winning_move(self) -> int:
        """The first move of an attacker to move if it is known to win, else -1."""
        return int(self._control.winning_move)

    @property
    def holding_move(self) -> int:
        """The first move of a defender to move if the search found that it holds, else -1.

        Only once the question is answered.
        """
        root, expanded = self._state.frames[0], self._control.next_child != UNEXPANDED
        if not expanded or root.mover != DEFENDER or root.solved_statically:
            return -1
        for child in self._state.children[0, : root.child_count]:
            if child.disproof == 0:
                return int(child.cell)
        return -1

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number of the root when the search was last there."""
        return int(self._control.proof), int(self._control.disproof)

    @property
    def moves(self) -> list[tuple[int, int, int]]:
        """First moves with the proof and disproof number after each, without those that lose.

        Only while the question is not answered, and none before the moves are generated.
        """
        root, next_child = self._state.frames[0], int(self._control.next_child)
        # Below the root the next child is one of another frame.
        deeper = self._control.ply > 0
        if not deeper and next_child == UNEXPANDED:
            return []
        children = self._state.children[0, : root.child_count].tolist()
        evaluated = len(children) if deeper else next_child
        known: list[tuple[int, int, int]] = children[:evaluated]
        known += [(cell, 1, 1) for cell, _, _ in children[evaluated:]]
        # Of deferred moves nothing is known. They are to come after all that are evaluated.
        attacking = root.mover == ATTACKER
        last = max((each[1 if attacking else 2] for each in known[:evaluated]), default=1)
        later = (last, 1) if attacking else (1, last)
        zones = numbers(self._state.zones[0, : root.zone_count])
        deferred = self._state.moves[0, root.next_move : root.move_count].tolist()
        return known + [
            (cell, *later) for cell in deferred if all(zone >> cell & 1 for zone in zones)
        ]

    def ask(self, attacker: int, stones: Sequence[int], mover: int) -> None:
        """Begin a question; `attacker` and `mover` are ROOT or OPPONENT, as `stones` is indexed."""
        side = ATTACKER if mover == attacker else DEFENDER
        both = words([stones[attacker], stones[1 - attacker]], self._game.cells)
        dfpn.set_up_root(self._game, self._state, attacker, both, side, self._weak)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether the question is answered."""
        return bool(dfpn.prove(self._game, self._tables, self._state, node_limit))


def fits(game: LineGame) -> bool:
    """Return whether these proofs have room for the game.

    Without a compiler there are no wide words, and a server that starts for the first time leaves
    them to another process.
    """
    return _has_room(game) and (_capacity(game) == NARROW or is_usable(WIDE_WORDS))


def _has_room(game: LineGame) -> bool:
    capacity = _capacity(game)
    return game.lines.shape[1] <= capacity.sets and (capacity == NARROW or not INTERPRETED)


def _capacity(game: LineGame) -> Capacity:
    """What a search of the game needs."""
    return NARROW if game.cells <= NARROW.cells else WIDE


class Proofs:
    """Bounds on options, one question after the other."""

    gives_way = False

    def __init__(
        self,
        position: BitboardPosition,
        cells: np.ndarray,
        bounds: tuple[np.ndarray, np.ndarray],
        best_only: bool,
        table: TranspositionTable,
        games: Sequence[bool],
        parallel: bool = False,
    ) -> None:
        """Proofs of some games, one after the other: each is the weak one or the strong one.

        `parallel` ones share out the work on a game. `cells` are the options, with their bounds.
        """
        self._game, self._stones = position.game, numbers(position.stones)
        self._cells = position.to_places(cells.tolist())
        self._best_only = best_only
        remaining = position.empty.size
        self._win = int(sharpen_lower(WIN - remaining, remaining))
        self._loss = int(sharpen_upper(remaining - WIN, remaining))
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._table, self._games, self._parallel = table, games, parallel
        self._searches: list[ProofSearch] = []
        # Not in a circle: the memory of a search is to be free as soon as it ends.
        self._questions = Proofs._ask_all(weakref.proxy(self))
        self._asking: tuple[int, int] | None = None

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(search.nodes for search in self._searches)

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return sum(search.table_hits for search in self._searches)

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number of the question under way; None where there is none yet."""
        return self._searches[-1].numbers if self._searches else None

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether all has been asked."""
        while True:
            if self._asking is None or not self._open(*self._asking):
                self._asking = next(self._questions, None)
                if self._asking is None:
                    return True
            search = self._searches[-1]
            if not search.search(node_limit - (self.nodes - search.nodes)):
                return False
            self._answer(*self._asking)
            self._asking = None

    def _ask_all(self) -> Iterator[tuple[int, int]]:
        """Begin one open question after the other: of what option, and who attacks."""
        for number, weak in enumerate(self._games, 1):
            # Not as a method, which would hold on to what the proxy stands for.
            for option, attacker in Proofs._ask_about(self, weak):
                if len(self._searches) < number:
                    # Made when first needed: small boards are settled before.
                    self._searches.append(
                        ProofSearch(self._game, self._table, weak, self._parallel)
                    )
                own = 0 if option == WHOLE else 1 << self._cells[option]
                stones = [self._stones[ROOT] | own, self._stones[OPPONENT]]
                mover = ROOT if option == WHOLE else OPPONENT
                self._searches[-1].ask(attacker, stones, mover)
                yield option, attacker

    def _ask_about(self, weak: bool) -> Iterator[tuple[int, int]]:
        """The open questions of one game."""
        attackers, patient = [ROOT, OPPONENT], True
        if self._open(WHOLE, ROOT):
            yield WHOLE, ROOT
            if weak and not self._searches[-1].holds:
                # Some option keeps the weak win, so that these questions cannot settle the root.
                attackers.remove(ROOT)
                # Where he who blocks is so weak, the strong game is left to tell the best option.
                patient = not self._best_only
        for index in range(len(self._cells)):
            for attacker in attackers:
                if self._open(index, attacker):
                    yield index, attacker
                    if not (patient or self._searches[-1].holds):
                        return

    def _open(self, option: int, attacker: int) -> bool:
        """Whether an answer can still teach something of interest."""
        if option == WHOLE:
            return bool((self.lower.max() <= 0) & (self.upper.max() > 0))
        lower, upper = self.lower[option], self.upper[option]
        best = self.lower.max()
        # Once a win is known, only how soon it comes is open, which no proof says.
        if self._best_only and (best > 0 or upper <= best):
            return False
        if attacker == ROOT:
            return bool(lower <= 0 < upper)
        return bool(lower < 0 <= upper and not (self._best_only and best == 0))

    def _answer(self, option: int, attacker: int) -> None:
        """Take an answer into the bounds."""
        question = self._searches[-1]
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
            alike = self._images(question.winning_move)
            for index, cell in enumerate(self._cells):
                if cell in alike:
                    self.lower[index] = max(self.lower[index], self._win)

    def _images(self, cell: int) -> set[int]:
        """Where the symmetries of the position map a cell; -1 to nowhere."""
        stones = [set(bits(each)) for each in self._stones]
        return {
            images[cell]
            for images in self._game.images.tolist()
            if cell >= 0 and all({images[each] for each in kept} == kept for kept in stones)
        }
