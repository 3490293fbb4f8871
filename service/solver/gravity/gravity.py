"""Exact plies of every option where stones fall."""

from collections.abc import Sequence

import numpy as np

from service.solver.analysis import Extension
from service.solver.deepening import Deepening, new_options
from service.solver.gravity.kernels import state
from service.solver.gravity.kernels.questions import SEARCH
from service.solver.gravity.positions import GravityPosition
from service.solver.lines import ROOT, WIN
from service.solver.memory import TranspositionTable


class GravityDeepening(Deepening):
    """The search of a position on columns; it asks for sooner wins and losses first."""

    def __init__(
        self,
        position: GravityPosition,
        cells: np.ndarray,
        table: TranspositionTable,
        *,
        best_only: bool,
        rotation: int = 0,
    ) -> None:
        """Search for the options `cells`, int64, of which nothing is known yet.

        Searches of one position in several threads share the table. Each is to have a `rotation` of
        its own: the number of the option that it begins with.
        """
        self.position = position
        game = position.game
        if rotation % 2:
            # Of two columns that are as near to the middle, the right one comes first.
            game = game._replace(columns=game.columns + (np.arange(game.width) > game.width // 2))
        self._search = state.new_search(game, table.entries, position.busy)
        self._order = np.roll(np.arange(cells.size), -rotation)
        options = new_options(position.to_places(cells[self._order]), best_only=best_only)
        super().__init__(options, self._search.control)
        SEARCH.bound_options(self._search, ROOT, *position.stones, options)
        self.lower, self.upper = np.empty((2, cells.size), np.int64)
        self._report()

    @property
    def depth(self) -> int:
        lower, upper = self.options.lower, self.options.upper
        still_open = lower < upper
        if self.best_only:
            still_open &= upper > lower.max()
        # A score of s is that of a win, or of a loss, after this many plies less s.
        least = np.where(still_open, np.maximum(upper, -lower), 0).max()
        return int(self.position.remaining - least)

    def advance(self, node_limit: int) -> bool:
        options, order = self.options, self._order
        # Others may have tightened the bounds.
        lower = self._left_after(self.lower[order], at_least=True)
        upper = self._left_after(self.upper[order], at_least=False)
        np.maximum(options.lower, lower, out=options.lower)
        np.minimum(options.upper, upper, out=options.upper)
        stones = self.position.stones
        ended = SEARCH.deepen(self._search, ROOT, *stones, options, node_limit)
        self._report()
        return bool(ended)

    def extend_line(self, score: int, line: list[int], proven: Sequence[int] = ()) -> Extension:
        position = self.position
        places = np.zeros(position.remaining, np.int64)
        places[: len(line)] = position.to_places(line)
        left = int(self._left_after(np.array([score]), at_least=score > 0)[0])
        length, ended = len(line), False
        while not ended:
            limit = self.nodes + (yield)
            length, ended = SEARCH.extend_line(
                self._search, *position.stones, left, places, length, limit
            )
            line[:] = position.cells[places[:length]].tolist()
        return True

    def _left_after(self, scores: np.ndarray, *, at_least: bool) -> np.ndarray:
        """Return bounds as the kernels count them: by what is left to fill at the end.

        A win or loss of more plies than there are places is none.
        """
        left = np.abs(scores) - (WIN - 1 - self.position.remaining)
        wins = np.maximum(left, at_least)
        losses = -np.maximum(left, not at_least)
        found: np.ndarray = np.where(scores > 0, wins, np.where(scores < 0, losses, 0))
        return found

    def _report(self) -> None:
        """Report the bounds that the kernels have found."""
        for left, reported in ((self.options.lower, self.lower), (self.options.upper, self.upper)):
            reported[self._order] = left + np.sign(left) * (WIN - 1 - self.position.remaining)
