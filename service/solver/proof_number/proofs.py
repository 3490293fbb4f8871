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
from service.solver.proof_number.kernels import dfpn, stack
from service.solver.proof_number.kernels.hypergraph import NARROW, WIDE, Room
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
)

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
        room = _room(game)
        self._game, self._weak = game, weak
        self._entries = table.entries if room == NARROW else table.wide_entries
        self._proof_numbers = table.proof_numbers
        self._stack = stack.new_stack(room)
        self.control = self._stack.control
        self.control[stack.PARALLEL] = parallel

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self.control[stack.NODES])

    @property
    def holds(self) -> bool:
        """Whether the defender holds; only once the question is answered."""
        return bool(self.control[stack.RESULT] == DEFENDER_HOLDS)

    @property
    def lost(self) -> bool:
        """Whether the attacker wins the real game; only once the question is answered."""
        return bool(self.control[stack.RESULT] == ATTACKER_WINS) and not self._weak

    @property
    def winner(self) -> int:
        """The attacker's first move where it is his and is known to win, else -1."""
        return int(self.control[stack.WINNER])

    @property
    def keeper(self) -> int:
        """The defender's first move where it is hers and the search has it that it holds, else -1.

        Only once the question is answered.
        """
        frame, searched = self._stack.numbers[0], self.control[stack.SLOT] != stack.LISTING
        if not searched or frame[stack.MOVER] != DEFENDER or frame[stack.ZONES] == stack.SEEN:
            return -1
        holding = np.flatnonzero(self._stack.disproofs[0, : frame[stack.MOVES]] == 0)
        return int(self._stack.cells[0, holding[0]]) if holding.size else -1

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number as of the last return to the root."""
        return int(self.control[stack.PROOF]), int(self.control[stack.DISPROOF])

    @property
    def moves(self) -> list[tuple[int, int, int]]:
        """First moves with the proof and disproof number after each; those left out are in vain.

        Only while the question is not answered, and none before the moves are listed.
        """
        frame, slot = self._stack.numbers[0], int(self.control[stack.SLOT])
        # The slot is one of the frame that the search is at.
        deeper = self.control[stack.PLY] > 0
        if not deeper and slot == stack.LISTING:
            return []
        cells, size = self._stack.cells[0], int(frame[stack.MOVES])
        numbered = size if deeper else slot
        rows = (self._stack.proofs[0, :numbered], self._stack.disproofs[0, :numbered])
        known = list(zip(cells[:numbered].tolist(), *(row.tolist() for row in rows), strict=True))
        # Nothing is known of the others. Those put off are to come after all that are numbered.
        attacking = frame[stack.MOVER] == ATTACKER
        last = max((row[1 if attacking else 2] for row in known), default=1)
        later = (last, 1) if attacking else (1, last)
        zones = numbers(self._stack.zones[0, : max(frame[stack.ZONES], 0)])
        put_off = cells[frame[stack.NEXT] : frame[stack.END]].tolist()
        known += [(cell, 1, 1) for cell in cells[numbered:size].tolist()]
        return known + [
            (cell, *later) for cell in put_off if all(zone >> cell & 1 for zone in zones)
        ]

    def ask(self, attacker: int, stones: Sequence[int], mover: int) -> None:
        """Begin a question; `attacker` and `mover` are ROOT or OPPONENT, as `stones` is indexed."""
        self._attacker = attacker
        first_key = 2 + 4 * attacker
        self._keys = self._game.keys[first_key : first_key + 4]
        side = ATTACKER if mover == attacker else DEFENDER
        both = words([stones[attacker], stones[1 - attacker]], self._game.cells)
        dfpn.begin(self._game, self._stack, attacker, both, side, self._weak)

    def search(self, node_limit: int) -> bool:
        """Go on until `node_limit` nodes in all are spent; whether the question is answered."""
        return bool(
            dfpn.prove(
                self._game,
                self._entries,
                self._proof_numbers,
                self._stack,
                self._attacker,
                self._keys,
                node_limit,
            )
        )


def fits(game: LineGame) -> bool:
    """Return whether these proofs have room for the game.

    Without a compiler there are no wide words, and a server that starts for the first time leaves
    them to another process.
    """
    return _has_room(game) and (_room(game) == NARROW or is_usable(WIDE_WORDS))


def _has_room(game: LineGame) -> bool:
    room = _room(game)
    return game.lines.shape[1] <= room.sets and (room == NARROW or not INTERPRETED)


def _room(game: LineGame) -> Room:
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
        return sum(int(search.control[stack.TABLE_HITS]) for search in self._searches)

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
            alike = self._images(question.winner)
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
