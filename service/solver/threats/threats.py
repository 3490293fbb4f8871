"""Wins by force through threats: for the side to move, and for its opponent after each option.

If the side to move wins by threats, that option wins. If the opponent would after a pass, so he
does after every option that leaves the proof intact; the others are asked about one by one. If he
would not, no option loses to threats that a pass does not lose to, since an extra stone never
hurts.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from service.game import Board
from service.solver.lines import OPPONENT, ROOT, pattern_board
from service.solver.lines.kernels.scores import WIN
from service.solver.threats.threat_search import ThreatSearch

FIRST_SHARE = 1 << 11
"""Nodes that each question gets in the first round."""
GROWTH = 8
"""How many times as many it gets in each further round."""
LEAST_AFTER_REPLY = 512
"""Nodes that the question after a reply gets in the first round at least."""
LAST_SHARE = 1 << 22
"""No question gets more."""


class Win(NamedTuple):
    """A proven line of play after one option."""

    score: int
    """Of the option."""
    line: list[int]
    """Begins with the option."""
    forced: bool
    """Whether the loser has no choice but the option itself. Where he has one, the winner may be
    able to win sooner after his reply in the line, and another reply may be the one that lasts."""


class Threats:
    """Tightens bounds on options by wins through threats."""

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        bounds: tuple[np.ndarray, np.ndarray],
        best_only: bool,
    ) -> None:
        """`cells` are the options, with their bounds."""
        self._root = board
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._best_only = best_only
        self._cells = cells.tolist()
        self._questions: list[ThreatSearch] = []
        self._wins: dict[int, Win] = {}
        self.winning_score = 0
        """The score of the best option that wins by threats; 0 if none is known."""
        self.gives_way = False
        """Whether it has just ended a round in which neither player was found to win."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(question.nodes for question in self._questions)

    @property
    def table_hits(self) -> int:
        """None: there is no table."""
        return 0

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether all has been asked.

        It stops after each round in which it finds nothing.
        """
        self.gives_way = False
        if not self._questions:
            self._board = pattern_board(self._root, ROOT)
            self._questions = [ThreatSearch(self._board, player) for player in (ROOT, OPPONENT)]
            self._symmetries = self._root.symmetries
            # Not in a circle: their memory, megabytes, is to be free as soon as the search ends.
            self._shares = Threats._ask_all(weakref.proxy(self))
            self._share = next(self._shares, None)
        while self._share is not None:
            question, share = self._share
            left = node_limit - self.nodes
            most = question.began + share
            if not question.search(min(question.nodes + left, most)) and question.nodes < most:
                return False
            self._share = next(self._shares, None)
            if self.gives_way:
                return self._share is None
        return True

    def win(self, cell: int, score: int) -> Win | None:
        """The line of play of an option that proves its score here, if any does."""
        for images in self._symmetries if self._wins else ():
            for known, win in self._wins.items():
                if images[known] == cell and win.score == score:
                    return win._replace(line=[int(images[each]) for each in win.line])
        return None

    def _ask_all(self) -> Iterator[tuple[ThreatSearch, int]]:
        """One question after the other with the nodes it may take; resumed when they are spent."""
        own, opponent = self._questions
        replies: list[int] = []
        after_reply = 0
        share = FIRST_SHARE
        while share <= LAST_SHARE:
            if not own.ended:
                yield own, share
                if own.proven:
                    self._won(own)
                    if self._best_only:
                        return
            if not opponent.ended:
                yield opponent, share
                if opponent.proven:
                    replies = self._lost_whatever(opponent)
                    # The proof after a reply is rarely much longer.
                    after_reply = LEAST_AFTER_REPLY + 2 * opponent.nodes
                    self._questions.append(ThreatSearch(self._board, OPPONENT))
            still_open = []
            question = self._questions[-1]
            for index in replies:
                if not self._may_lose()[index]:
                    continue
                question.ask((self._cells[index],))
                yield question, after_reply
                if question.proven:
                    self._lost(index, question.winning_line(), question.forced)
                elif not question.ended:
                    still_open.append(index)
            replies = still_open
            if own.ended and opponent.ended and not replies:
                return
            self.gives_way = not replies
            share *= GROWTH
            after_reply *= GROWTH

    def _may_lose(self) -> np.ndarray:
        """Of which options it is open, and of interest, whether they lose."""
        lower, upper = self.lower, self.upper
        least = lower.max() + 1 if self._best_only else 0
        may_lose: np.ndarray = (lower < 0) & (upper >= max(least, 0))
        return may_lose

    def _lost_whatever(self, question: ThreatSearch) -> list[int]:
        """Take in a win of the opponent after a pass; return the options that may stop it."""
        refuted = set(question.refuted())
        line = question.winning_line()
        left = []
        for index in np.flatnonzero(self._may_lose()).tolist():
            cell = self._cells[index]
            if cell in refuted and cell not in line:
                self._lost(index, line, question.forced)
            elif cell in refuted and question.forced:
                self._lost(index, question.winning_line(cell), True)
            else:
                left.append(index)
        return left

    def _won(self, question: ThreatSearch) -> None:
        """Take in a win of the side to move."""
        line = question.winning_line()
        score = WIN - len(line)
        for images in self._symmetries:
            cell = int(images[line[0]])
            if cell in self._cells:
                index = self._cells.index(cell)
                self.lower[index] = max(self.lower[index], score)
                self._wins[cell] = Win(score, [int(images[each]) for each in line], question.forced)
                self.winning_score = score
                return

    def _lost(self, index: int, line: list[int], forced: bool) -> None:
        """Take in the line of play by which the opponent answers an option and wins."""
        score = len(line) + 1 - WIN
        self.upper[index] = min(self.upper[index], score)
        cell = self._cells[index]
        self._wins[cell] = Win(score, [cell, *line], forced)
