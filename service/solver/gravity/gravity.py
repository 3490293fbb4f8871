"""Exact plies of every option where stones fall."""

import numpy as np

from service.solver.alpha_beta import MadeDeepening
from service.solver.gravity.kernels.questions import SEARCH
from service.solver.gravity.kernels.state import new_search
from service.solver.gravity.positions import GravityPosition
from service.solver.lines import WIN
from service.solver.memory import TranspositionTable


class GravityDeepening(MadeDeepening):
    """The search of a position on columns; it asks for sooner wins and losses first.

    Searches of one position in several threads ask the same, and share the answer's work.
    """

    def __init__(
        self,
        position: GravityPosition,
        cells: np.ndarray,
        table: TranspositionTable,
        *,
        best_only: bool,
    ) -> None:
        self.position = position
        search = new_search(position.game, table.entries, position.near, position.busy)
        super().__init__(
            SEARCH,
            search,
            position,
            cells,
            best_only=best_only,
            # A score of the kernels is the places that are left to fill, and one more.
            excess=WIN - 1 - position.remaining,
        )

    @property
    def depth(self) -> int:
        lower, upper = self.options.lower, self.options.upper
        still_open = lower < upper
        if self.best_only:
            still_open &= upper > lower.max()
        # A score of s is that of a win, or of a loss, after this many plies less s.
        least = np.where(still_open, np.maximum(upper, -lower), 0).max()
        return int(self.position.remaining - least)
