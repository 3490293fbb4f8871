"""The portfolio: the engines of one analysis take turns, in one thread or several.

Each has a time slice of nodes that doubles whenever it is spent; it is spent in smaller slices,
between which the clock is looked at. What one proves helps all.
"""

from collections import deque
from dataclasses import dataclass
from operator import attrgetter
from threading import Condition
from typing import TypeVar

import numpy as np

from service.solver.alpha_beta.kernels.iteration import settled
from service.solver.analysis import UNLIMITED
from service.solver.heuristic import HeuristicSearch
from service.solver.proof_number import ProofNumberEngine
from service.solver.proven_options import ProvenOptions, tighten
from service.solver.root import sign
from service.solver.session.engines import Engine, Engines
from service.solver.session.slice_timer import SLICE_SECONDS, SliceTimer
from service.solver.threats import Threats

LAG_SHARE = 0.9
"""The share of the lag that is expected after a slice that took less."""
WAIT_SECONDS = 0.001
"""The time that a thread waits for an engine that no other thread runs."""

Kind = TypeVar("Kind")


@dataclass(slots=True, eq=False)
class TimeSlice:
    """An engine and its present time slice."""

    engine: Engine
    """The engine that has the slice."""
    end: int
    """The count of its nodes at which the slice ends."""
    timer: SliceTimer
    """The nodes that it may take before the clock is looked at."""
    spent: int = 0
    """The number of slices that it has spent or yielded."""


class Portfolio:
    """Tightens bounds on the options of a position by all its engines."""

    def __init__(
        self,
        engines: Engines,
        proven: ProvenOptions,
        slice_seconds: float | None = SLICE_SECONDS,
        *,
        known: bool = False,
    ) -> None:
        """Begin with what is `proven` of the options, and add to it.

        Without `slice_seconds` no clock is read. `known` says that this is all that was asked for,
        so that nothing is searched.
        """
        self.engines, self.proven, self.known = engines, proven, known
        self._slice_seconds = slice_seconds
        self._waiting: deque[TimeSlice] = deque()
        self._all: list[Engine] = [engines.deepening]
        self._running = 0
        self._free = Condition()
        proven.tighten(engines.deepening)
        bounds = np.array((engines.deepening.lower, engines.deepening.upper))
        self.resumed = proven.snapshot().tobytes() != bounds.tobytes()
        """Whether something else than this search has proven some of the bounds."""
        self.exhausted = False
        """Whether no engine has anything left to search."""
        self._stopped = False
        self.lag = 0.0
        """The seconds that a slice may take now: as long as slices took lately. That is much longer
        than they are to take where other processes leave the threads little of the processors."""

    @property
    def most_threads(self) -> int:
        """Return the number of threads that can search at once: one an engine."""
        with self._free:
            while self._queue_next():
                pass
        return len(self._all)

    @property
    def nodes(self) -> int:
        play = self.engines.proven_play
        return sum(engine.nodes for engine in self._all) + (play.nodes if play else 0)

    @property
    def table_hits(self) -> int:
        return sum(engine.table_hits for engine in self._all)

    def all_of(self, kind: type[Kind]) -> list[Kind]:
        """Return the engines of a kind whose turn has come."""
        return [engine for engine in self._all if isinstance(engine, kind)]

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Return proof and disproof number of the strong game at the root; None without one."""
        strong = [proofs for proofs in self.all_of(ProofNumberEngine) if not proofs.games[0]]
        return strong[-1].proof_numbers if strong else None

    @property
    def heuristic(self) -> HeuristicSearch | None:
        """Return the heuristic search that is deepest; None before any has begun."""
        begun = [heuristic for heuristic in self.all_of(HeuristicSearch) if heuristic.begun]
        return max(begun, key=lambda heuristic: heuristic.depth) if begun else None

    @property
    def estimates(self) -> np.ndarray | None:
        """Return the estimates of `heuristic`, shape (options,); None if that is None."""
        return self.heuristic.estimates if self.heuristic else None

    def expected_line(self, cell: int) -> list[int]:
        """Return the expected line of play from an option on; nothing of it is proven."""
        return self.heuristic.line(cell) if self.heuristic else [cell]

    @property
    def decided(self) -> bool:
        """Return whether the value of the position is proven."""
        return sign(int(self.proven.lower.max())) == sign(int(self.proven.upper.max()))

    def won_by_threats(self, lower: np.ndarray) -> bool:
        """Return whether threats prove a win of the side to move, and nothing a faster one.

        The lower bounds of all options are given, shape (options,).
        """
        best = int(lower.max())
        return best > 0 and any(best == each.winning_score for each in self.all_of(Threats))

    @property
    def settled(self) -> bool:
        """Return whether all that was asked for is proven."""
        return self.settles(self.proven.snapshot())

    def settles(self, bounds: np.ndarray) -> bool:
        """Return whether bounds on all options, shape (2, options), prove what was asked for."""
        best_only, large = self.engines.deepening.best_only, self.engines.large
        if self.known or (large and best_only and self.won_by_threats(bounds[0])):
            return True
        return bool(settled(*bounds, best_only))

    def advance(self, node_limit: int) -> bool:
        """Search for a slice, within so many nodes in all; return whether it has ended.

        In one thread the order of slices depends on nodes alone, so that the answer does, too.
        """
        if self.settled or self._stopped:
            return True
        chosen = self._take_slice()
        if chosen is None:
            with self._free:
                self.exhausted = not self._running and not self._waiting
                return self.exhausted
        self._run(chosen, max(node_limit - self.nodes, 1))
        return self.settled

    def help(self) -> bool:
        """Search for a slice in a helper thread; return whether to call it again."""
        with self._free:
            self._free.wait_for(self._may_help)
            chosen = self._take_slice()
        if chosen is not None:
            self._run(chosen, UNLIMITED)
        return chosen is not None

    def _may_help(self) -> bool:
        """Return whether a helper can stop waiting: an engine is free, or the search is over."""
        over = not self._running or self._stopped or self.settled
        return over or bool(self._waiting) or self._queue_next()

    def _queue_next(self) -> bool:
        """Queue the next engine for its first slice; return False if there are no more."""
        for engine, nodes in self.engines.turns:
            self._waiting.append(TimeSlice(engine, nodes, SliceTimer(self._slice_seconds)))
            if engine is not self.engines.deepening:
                self._all.append(engine)
            return True
        return False

    def stop(self) -> None:
        """Make the helper threads leave, and wait for them."""
        with self._free:
            self._stopped = True
            self._free.notify_all()
            self._free.wait_for(lambda: not self._running)

    def _take_slice(self) -> TimeSlice | None:
        """Take the next slice, its engine's bounds tightened; return None if none is free."""
        with self._free:
            if all(each.spent for each in self._waiting):
                self._queue_next()
            if not self._waiting and self._running:
                self._free.wait(WAIT_SECONDS)
            if not self._waiting or self.settled or self._stopped:
                return None
            self._running += 1
            # The engine with the fewest slices comes first, so that none falls behind a slow one.
            chosen = min(self._waiting, key=attrgetter("spent"))
            self._waiting.remove(chosen)
        tighten(chosen.engine, self.proven)
        return chosen

    def _run(self, chosen: TimeSlice, nodes: int) -> None:
        """Let an engine spend some nodes of its slice; what it raises ends the whole search."""
        engine, before = chosen.engine, chosen.engine.nodes
        try:
            ended = engine.advance(min(before + min(nodes, chosen.timer.begin()), chosen.end))
            spent = engine.nodes - before
            self.lag = max(chosen.timer.end(spent), self.lag * LAG_SHARE)
            self.proven.tighten(engine)
            if not ended:
                with self._free:
                    self._queue_again(chosen, idle=not spent)
        except BaseException:
            self._stopped = True
            raise
        finally:
            with self._free:
                self._running -= 1
                self._free.notify_all()

    def _queue_again(self, chosen: TimeSlice, *, idle: bool) -> None:
        """Queue an engine again; unless its slice is over, it comes first.

        One that is `idle`, that has spent no node, lets others go first, but keeps its slice.
        """
        over = chosen.engine.nodes >= chosen.end
        while chosen.engine.nodes >= chosen.end:
            chosen.end *= 2
        if over or idle or chosen.engine.gives_way:
            chosen.spent += 1
            self._waiting.append(chosen)
        else:
            self._waiting.appendleft(chosen)
