"""Iterative deepening on games in which an own stone more may hurt."""

from collections.abc import Sequence

import numpy as np

from service.solver.analysis import Extension
from service.solver.any_rules.kernels import search, state, variation
from service.solver.any_rules.positions import RulePosition
from service.solver.deepening import Deepening, new_options
from service.solver.memory import TranspositionTable


class AnyRulesDeepening(Deepening):
    """The search of a position with at most 128 places."""

    def __init__(
        self,
        position: RulePosition,
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
        entries = table.wide_entries if position.is_wide else table.entries
        self._search = state.new_search(position.game, entries, rotation)
        self._order = np.roll(np.arange(cells.size), -rotation)
        options = new_options(position.to_places(cells[self._order]), best_only=best_only)
        super().__init__(options, self._search.control)
        search.bound_options(self._search, position.stones, options)
        self._downwards = bool(options.iteration["depth"][0] > self.position.remaining)
        self.lower, self.upper = np.empty((2, cells.size), np.int64)
        self._report()

    @property
    def depth(self) -> int:
        # Going down, little is known before all is.
        return 1 if self._downwards else super().depth - self.position.game.misere

    def advance(self, node_limit: int) -> bool:
        # Others may have tightened the bounds.
        self.options.lower[:] = self._claimed(self.lower[self._order])
        self.options.upper[:] = self._claimed(self.upper[self._order])
        ended = search.deepen(self._search, self.position.stones, self.options, node_limit)
        self._report()
        return bool(ended)

    def extend_line(self, score: int, line: list[int], proven: Sequence[int] = ()) -> Extension:
        position = self.position
        places = np.zeros(position.remaining, np.int64)
        places[: len(line)] = position.to_places(line)
        score = int(self._claimed(np.array(score)))
        length, ended = len(line), False
        while not ended:
            limit = self.nodes + (yield)
            length, ended = variation.extend_line(
                self._search, position.stones, score, places, length, limit
            )
            line[:] = position.cells[places[:length]].tolist()
        return True

    def _claimed(self, scores: np.ndarray) -> np.ndarray:
        """Return scores as the kernels count them, which with misère play is a ply more."""
        return scores - np.sign(scores) if self.position.game.misere else scores

    def _report(self) -> None:
        """Report the bounds that the kernels have found."""
        for found, reported in ((self.options.lower, self.lower), (self.options.upper, self.upper)):
            reported[self._order] = found + np.sign(found) * self.position.game.misere
