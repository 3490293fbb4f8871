"""Who takes turns: the engines of one analysis, in one thread or several."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from operator import attrgetter
from threading import Condition

import numpy as np

from service.solver.deepening.kernels.iteration import settled
from service.solver.heuristic import HeuristicSearch
from service.solver.root import sign
from service.solver.session.engines import Engine, Engines

WAIT_SECONDS = 0.001
"""How long a thread waits for an engine that no other has in hand."""


@dataclass(slots=True, eq=False)
class TimeSlice:
    """An engine, and the count of its nodes at which the next one takes over."""

    engine: Engine
    end: int
    spent: int = 0
    """Slices that it has spent, each twice as long as the one before, or left to others."""


class Portfolio:
    """Tightens bounds on the options of a position by all engines that fit it."""

    def __init__(self, engines: Engines) -> None:
        self.engines = engines
        self._slices = engines.slices()
        self._waiting: deque[TimeSlice] = deque()
        self._all: list[Engine] = []
        self._in_hand = 0
        self._free = Condition()
        deepening = engines.deepening
        self.lower, self.upper = deepening.lower.copy(), deepening.upper.copy()
        """What all engines together have proven of each option."""
        self.settled = False
        """Whether all that was asked for is proven."""
        self.resumed = False
        """Whether an earlier search of the position has proven some of that."""
        self._stopped = False

    @property
    def most_threads(self) -> int:
        """How many threads can work on it at once."""
        with self._free:
            while self._make_next():
                pass
        return len(self._all)

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        play = self.engines.proven_play
        return sum(engine.nodes for engine in self._all) + (play.nodes if play else 0)

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return sum(engine.table_hits for engine in self._all)

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number of the question that the strong game is at, if any."""
        proofs = self.engines.others.proofs
        return proofs[-1].proof_numbers if proofs else None

    @property
    def heuristic(self) -> HeuristicSearch | None:
        """The one that has looked deepest at the options; None before any has."""
        begun = [heuristic for heuristic in self.engines.others.heuristics if heuristic.begun]
        return max(begun, key=lambda heuristic: heuristic.depth) if begun else None

    @property
    def estimates(self) -> np.ndarray | None:
        """An estimate in (-1, 1) of each option by the deepest look at them; None without any."""
        return self.heuristic.estimates if self.heuristic else None

    def expected_line(self, cell: int) -> list[int]:
        """How the game is expected to go on from an option; nothing of it is proven."""
        return self.heuristic.line(cell) if self.heuristic else [cell]

    @property
    def decided(self) -> bool:
        """Whether it is proven who wins, or that nobody does."""
        return sign(int(self.lower.max())) == sign(int(self.upper.max()))

    @property
    def won_by_threats(self) -> bool:
        """Whether threats prove that the side to move wins, and nothing proves a faster win."""
        threats = self.engines.others.threats
        return threats is not None and 0 < int(self.lower.max()) == threats.winning_score

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether it has ended.

        In one thread, whose slice is next depends on nodes alone, so that the same limit gives the
        same answer.
        """
        left = max(node_limit - self.nodes, 1)
        while left > 0 and not self.settled:
            chosen = self._take()
            if chosen is None:
                return self._ended
            before = chosen.engine.nodes
            self._run(chosen, left)
            left -= chosen.engine.nodes - before
        return self.settled

    @property
    def _ended(self) -> bool:
        """Whether no engine has anything left to do."""
        with self._free:
            return not self._in_hand and not self._waiting

    def help(self, nodes: int) -> bool:
        """Spend some nodes beside the thread that advances; whether to come again."""
        with self._free:
            self._free.wait_for(self._may_help)
            chosen = self._take()
        if chosen is not None:
            self._run(chosen, nodes)
        return chosen is not None

    def _may_help(self) -> bool:
        """Whether a helper need wait no longer: for an engine, or for the end."""
        over = not self._in_hand or self._stopped or self.settled
        return over or bool(self._waiting) or self._make_next()

    def _make_next(self) -> bool:
        """Have the next engine wait for its first slice; False once there are no more."""
        for engine, nodes in self._slices:
            self._waiting.append(TimeSlice(engine, nodes))
            self._all.append(engine)
            return True
        return False

    def stop(self) -> None:
        """Make helping threads leave, and wait for them."""
        with self._free:
            self._stopped = True
            self._free.notify_all()
            self._free.wait_for(lambda: not self._in_hand)

    def _take(self) -> TimeSlice | None:
        """The next engine, with all that is proven so far; None if there is none to be had."""
        with self._free:
            if all(each.spent for each in self._waiting):
                self._make_next()
            if not self._waiting and self._in_hand:
                self._free.wait(WAIT_SECONDS)
            if not self._waiting or self.settled or self._stopped:
                return None
            self._in_hand += 1
            # Where a slow engine holds a thread, the others must not run away from it.
            chosen = min(self._waiting, key=attrgetter("spent"))
            self._waiting.remove(chosen)
            _tighten(chosen.engine, self)
        return chosen

    def _run(self, chosen: TimeSlice, nodes: int) -> None:
        """Let an engine spend some of its slice, and hand it back unless it fails."""
        engine = chosen.engine
        try:
            ended = engine.advance(min(engine.nodes + nodes, chosen.end))
            with self._free:
                self._hand_back(chosen, ended)
        finally:
            with self._free:
                self._in_hand -= 1
                self._free.notify_all()

    def _hand_back(self, chosen: TimeSlice, ended: bool) -> None:
        """Take in what an engine has proven; the next slice is its own until it has spent it."""
        _tighten(self, chosen.engine)
        best_only = self.engines.deepening.best_only
        self.settled = bool(settled(self.lower, self.upper, best_only))
        if self.won_by_threats and self.engines.large:
            self.settled |= best_only
        if ended:
            return
        over = chosen.engine.nodes >= chosen.end
        if over:
            chosen.end *= 2
        if over or chosen.engine.gives_way:
            chosen.spent += 1
            self._waiting.append(chosen)
        else:
            self._waiting.appendleft(chosen)


def _tighten(bounds: Engine | Portfolio, by: Engine | Portfolio) -> None:
    """Take the bounds of one into those of the other."""
    np.maximum(bounds.lower, by.lower, out=bounds.lower)
    np.minimum(bounds.upper, by.upper, out=bounds.upper)
