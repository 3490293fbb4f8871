"""The engine of proof-number search: who can win at all, whatever the plies it takes.

If the side to move cannot complete a line in time, no option wins. If after an option the
opponent cannot, that option does not lose. Both are asked of the weak game (Maker-Breaker), where
"no" is an answer for the real, the strong game, too, and of the strong game itself, where "yes"
is one as well: a win or loss within the empty cells.
"""

import weakref
from collections.abc import Iterator, Sequence

import numpy as np

from service.game import bits
from service.solver.lines import OPPONENT, ROOT, BitboardPosition, numbers
from service.solver.lines.kernels.scores import WIN, sharpen_lower, sharpen_upper
from service.solver.memory import TranspositionTable
from service.solver.proof_number.proof_search import ProofSearch

WHOLE = -1
"""In place of an option: the position as it is, before any option is played."""


class ProofNumberEngine:
    """An engine that tightens the bounds of options by one question after the other."""

    gives_way = False

    def __init__(
        self,
        position: BitboardPosition,
        cells: np.ndarray,
        bounds: tuple[np.ndarray, np.ndarray],
        table: TranspositionTable,
        *,
        best_only: bool,
        games: Sequence[bool],
        parallel: bool = False,
    ) -> None:
        """`cells` are the options, `bounds` the lower and the upper bounds on their scores.

        Questions are asked of some `games`, one after the other: True stands for the weak one,
        False for the strong one. With `parallel` other engines share the work on a game.
        """
        self._game, self._stones = position.game, numbers(position.stones)
        self._cells = position.to_places(cells.tolist())
        self._best_only = best_only
        remaining = position.empty.size
        self._win = int(sharpen_lower(WIN - remaining, remaining))
        self._loss = int(sharpen_upper(remaining - WIN, remaining))
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._table, self._parallel, self.games = table, parallel, games
        self._searches: list[ProofSearch] = []
        # Without a reference cycle: the memory of a search is to be free as soon as it ends.
        self._questions = ProofNumberEngine._ask_all(weakref.proxy(self))
        self._asking: tuple[int, int] | None = None

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self._searches)

    @property
    def table_hits(self) -> int:
        return sum(search.table_hits for search in self._searches)

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Return proof and disproof number of the current question; None before the first one."""
        return self._searches[-1].numbers if self._searches else None

    def advance(self, node_limit: int) -> bool:
        """Search until `node_limit` nodes in all are spent; return whether all has been asked."""
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
        """Begin one open question after the other; yield its option and the attacker."""
        for number, weak in enumerate(self.games, 1):
            # Not as a bound method, which would keep the engine alive that the proxy stands for.
            for option, attacker in ProofNumberEngine._ask_about(self, weak):
                if len(self._searches) < number:
                    # Made when first needed: small boards are settled before.
                    self._searches.append(
                        ProofSearch(self._game, self._table, weak=weak, parallel=self._parallel)
                    )
                own = 0 if option == WHOLE else 1 << self._cells[option]
                stones = [self._stones[ROOT] | own, self._stones[OPPONENT]]
                mover = ROOT if option == WHOLE else OPPONENT
                self._searches[-1].ask(attacker, stones, mover)
                yield option, attacker

    def _ask_about(self, weak: bool) -> Iterator[tuple[int, int]]:
        """Yield the open questions of one game."""
        attackers, patient = [ROOT, OPPONENT], True
        if self._open(WHOLE, ROOT):
            yield WHOLE, ROOT
            if weak and not self._searches[-1].holds:
                # Some option keeps the weak win, so that these questions cannot settle the root.
                attackers.remove(ROOT)
                # Where the defender of the weak game is so weak, the strong game is left to tell
                # the best option.
                patient = not self._best_only
        for index in range(len(self._cells)):
            for attacker in attackers:
                if self._open(index, attacker):
                    yield index, attacker
                    if not (patient or self._searches[-1].holds):
                        return

    def _open(self, option: int, attacker: int) -> bool:
        """Return whether an answer can still tighten a bound that matters."""
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
        """Tighten the bounds by an answer."""
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
        """Return the cells that symmetries of the position map a cell to; none for -1."""
        stones = [set(bits(each)) for each in self._stones]
        return {
            images[cell]
            for images in self._game.images.tolist()
            if cell >= 0 and all({images[each] for each in kept} == kept for kept in stones)
        }
