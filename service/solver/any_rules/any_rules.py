"""Iterative deepening on games in which an own stone more may hurt."""

import numpy as np

from service.solver.alpha_beta import MadeDeepening
from service.solver.alpha_beta.kernels.masks import new_search
from service.solver.any_rules.kernels.search import SEARCH
from service.solver.any_rules.positions import RulePosition
from service.solver.memory import TranspositionTable

MOST_DOWNWARDS = 24
"""The plies of the longest game with misère play of which it is first asked who wins it at all."""


class AnyRulesDeepening(MadeDeepening):
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
        self._misere = position.game.misere
        entries = table.wide_entries if position.is_wide else table.entries
        search = new_search(position.game, entries, position.game.cells + 1, self._misere, rotation)
        super().__init__(
            SEARCH,
            search,
            position,
            cells,
            best_only=best_only,
            rotation=rotation,
            # With misère play the kernels count a ply more.
            excess=int(self._misere),
        )
        # With misère play nearly every game is decided by its last plies.
        if self._misere and position.remaining < MOST_DOWNWARDS:
            self.options.iteration["downwards"] = True
            self.options.iteration["depth"] = position.remaining + 1

    @property
    def depth(self) -> int:
        # Going down, little is known before all is.
        return 1 if self.options.iteration["downwards"][0] else super().depth - self._misere
