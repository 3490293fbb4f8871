"""Wins by force through threats: for the side to move, and for its opponent after each option.

If the side to move wins by threats, the first move of the win is a winning option. If the opponent
wins by threats after a null move, every option that leaves the proof intact loses; the others are
searched one by one. If the opponent does not, none is searched: no option loses to threats where an
extra stone never hurts, and where it may spoil a row of an exact length, such losses are not seen.
"""

import weakref
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from service.game import Board
from service.solver.lines import OPPONENT, ROOT, pattern_board
from service.solver.lines.kernels.scores import WIN
from service.solver.threats.threat_search import ThreatSearch

FIRST_SHARE = 1 << 11
"""The nodes of each search in the first round."""
GROWTH = 8
"""The factor by which they grow from round to round."""
LEAST_AFTER_OPTION = 512
"""The least nodes of a search after an option in the first round."""
LAST_SHARE = 1 << 22
"""The most nodes of any search."""


class Win(NamedTuple):
    """A proven line of play after one option."""

    score: int
    """The score of the option."""
    line: list[int]
    """The cells of the moves, the option first."""
    forced: bool
    """Whether the loser has no choice but the option itself. If not, the winner may be able to win
    sooner after the reply in the line, and another reply may resist longer."""


class Threats:
    """Tightens bounds on options by wins through threats."""

    table_hits = 0

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        bounds: tuple[np.ndarray, np.ndarray],
        *,
        best_only: bool,
    ) -> None:
        """Begin with the bounds on the options `cells`; both have shape (options,)."""
        self._root = board
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._best_only = best_only
        self._cells = cells.tolist()
        self._searches: list[ThreatSearch] = []
        self._wins: dict[int, Win] = {}
        self.winning_score = 0
        """The score of the best option that wins by threats; 0 if none is known."""
        self.gives_way = False
        """Whether it has just ended a round in which neither player was found to win."""

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self._searches)

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether all searches ended.

        It also stops after each round in which it finds nothing.
        """
        self.gives_way = False
        if not self._searches:
            self._board = pattern_board(self._root, ROOT)
            self._searches = [ThreatSearch(self._board, player) for player in (ROOT, OPPONENT)]
            self._symmetries = self._root.symmetries
            # Not in a circle: their memory, megabytes, is to be free as soon as the search ends.
            self._shares = Threats._search_all(weakref.proxy(self))
            self._share = next(self._shares, None)
        while self._share is not None:
            search, share = self._share
            left = node_limit - self.nodes
            most = search.began + share
            if not search.search(min(search.nodes + left, most)) and search.nodes < most:
                return False
            self._share = next(self._shares, None)
            if self.gives_way:
                return self._share is None
        return True

    def win(self, cell: int, score: int) -> Win | None:
        """Return the line of play that proves this score of an option; None without one."""
        for images in self._symmetries if self._wins else ():
            for known, win in self._wins.items():
                if images[known] == cell and win.score == score:
                    return win._replace(line=[int(images[each]) for each in win.line])
        return None

    def _search_all(self) -> Iterator[tuple[ThreatSearch, int]]:
        """Yield one search after the other with its nodes; resumed when those are spent."""
        own, opponent = self._searches
        unrefuted: list[int] = []
        after_option = 0
        share = FIRST_SHARE
        while share <= LAST_SHARE:
            if not own.ended:
                yield own, share
                if own.proven:
                    self._record_win(own)
                    if self._best_only:
                        return
            if not opponent.ended:
                yield opponent, share
                if opponent.proven:
                    unrefuted = self._record_refuted_options(opponent)
                    # The proof after an option is rarely much longer.
                    after_option = LEAST_AFTER_OPTION + 2 * opponent.nodes
                    self._searches.append(ThreatSearch(self._board, OPPONENT))
            still_open = []
            search = self._searches[-1]
            for index in unrefuted:
                if not self._may_lose()[index]:
                    continue
                search.begin((self._cells[index],))
                yield search, after_option
                if search.proven:
                    self._record_loss(index, search.winning_line(), forced=search.forced)
                elif not search.ended:
                    still_open.append(index)
            unrefuted = still_open
            if own.ended and opponent.ended and not unrefuted:
                return
            self.gives_way = not unrefuted
            share *= GROWTH
            after_option *= GROWTH

    def _may_lose(self) -> np.ndarray:
        """Return of which options it is open, and of interest, whether they lose; (options,)."""
        lower, upper = self.lower, self.upper
        least = lower.max() + 1 if self._best_only else 0
        may_lose: np.ndarray = (lower < 0) & (upper >= max(least, 0))
        return may_lose

    def _record_refuted_options(self, search: ThreatSearch) -> list[int]:
        """Record the options that the opponent's win after a null move refutes.

        Returns the indices of those that may stop it.
        """
        refuted = set(search.refuted())
        line = search.winning_line()
        left = []
        for index in np.flatnonzero(self._may_lose()).tolist():
            cell = self._cells[index]
            if cell in refuted and cell not in line:
                self._record_loss(index, line, forced=search.forced)
            elif cell in refuted and search.forced:
                self._record_loss(index, search.winning_line(cell), forced=True)
            else:
                left.append(index)
        return left

    def _record_win(self, search: ThreatSearch) -> None:
        """Record a win of the side to move."""
        line = search.winning_line()
        score = WIN - len(line)
        for images in self._symmetries:
            cell = int(images[line[0]])
            if cell in self._cells:
                index = self._cells.index(cell)
                self.lower[index] = max(self.lower[index], score)
                self._wins[cell] = Win(score, [int(images[each]) for each in line], search.forced)
                self.winning_score = score
                return

    def _record_loss(self, index: int, line: list[int], *, forced: bool) -> None:
        """Record the line of play by which the opponent answers an option and wins."""
        score = len(line) + 1 - WIN
        self.upper[index] = min(self.upper[index], score)
        cell = self._cells[index]
        self._wins[cell] = Win(score, [cell, *line], forced)
