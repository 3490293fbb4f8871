"""Iterative deepening with alpha-beta, for exact plies and the line of best play."""

import numpy as np

from service.solver.alpha_beta import MadeDeepening
from service.solver.alpha_beta.kernels.masks import new_search
from service.solver.any_rules.kernels.search import SEARCH
from service.solver.any_rules.kernels.state import free_game
from service.solver.any_rules.positions import RulePosition
from service.solver.lines import BitboardPosition
from service.solver.lines.kernels.line_game import LineGame
from service.solver.lines.kernels.wide_words import WIDE_WORD
from service.solver.memory import TranspositionTable

MOST_DOWNWARDS = 24
"""The plies of the longest game with misère play of which it is first asked who wins it at all."""


class MaskDeepening(MadeDeepening):
    """The search of a position with at most 128 places, or 64 in a game of lines alone."""

    def __init__(
        self,
        position: RulePosition | BitboardPosition,
        cells: np.ndarray,
        table: TranspositionTable,
        *,
        best_only: bool,
        rotation: int = 0,
    ) -> None:
        game = position.game
        if isinstance(game, LineGame):
            game = free_game(game)
        self._misere = bool(game.misere)
        entries = table.wide_entries if game.lines.dtype == WIDE_WORD else table.entries
        search = new_search(game, entries, game.cells + 1, self._misere, rotation)
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
