"""The searches of one analysis: engines that take turns, alone or in several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from threading import Condition
from typing import Protocol

import numpy as np

from service.solver.climbs import Climb, WideClimb
from service.solver.kernels import ladder
from service.solver.kernels.scores import WIN
from service.solver.outlook import Outlook
from service.solver.proofs import OPPONENT, ROOT, Proofs
from service.solver.proven_play import ProvenPlay
from service.solver.threats import Threats

FIRST_TURN = 4096
"""Nodes of an engine's first turn, more than small boards take; later turns double in length."""
WEAK_TURN = 1 << 13
"""The same of the proof through the weak game, which settles most draws, and much sooner."""
OUTLOOK_TURN = 1024
"""The same of the search for what looks best, on boards where much can be proven."""
WIDE_THREATS_TURN = 1 << 14
"""The same of the search for threats on larger boards, where it comes first."""
WIDE_OUTLOOK_TURN = 1 << 14
WIDE_CLIMB_TURN = 1 << 9
WAIT_SECONDS = 0.001
"""How long a thread waits for an engine that no other has in hand."""


class Engine(Protocol):
    """A search that tightens bounds on the scores of a position's options."""

    lower: np.ndarray
    """Lower bound of each option, shape (options,), int64; see `kernels.scores`."""
    upper: np.ndarray

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether nothing is left to do."""


@dataclass(slots=True, eq=False)
class Turn:
    """An engine, and the count of its nodes at which the next one takes over."""

    engine: Engine
    end: int
    rounds: int = 0
    """Turns that it has spent."""


class Search:
    """Tightens bounds on the options of a position by all means that fit it."""

    def __init__(
        self,
        climb: Climb,
        proofs: list[Proofs],
        play: ProvenPlay | None,
        threats: Threats | None = None,
        outlooks: Sequence[Outlook] = (),
    ) -> None:
        """On small boards threats are left until the climb takes long; on others they go first."""
        self.climb = climb
        self._proofs, self._play, self._threats = proofs, play, threats
        self._outlooks = outlooks
        some_threats: list[Engine] = [] if threats is None else [threats]
        if isinstance(climb, WideClimb):
            turns = [
                *(Turn(engine, WIDE_THREATS_TURN) for engine in some_threats),
                *(Turn(engine, WIDE_OUTLOOK_TURN) for engine in outlooks),
                Turn(climb, WIDE_CLIMB_TURN),
            ]
        else:
            weak, strong = proofs[:1], proofs[1:]
            turns = [
                Turn(climb, FIRST_TURN),
                *(Turn(engine, FIRST_TURN) for engine in some_threats),
                *(Turn(engine, WEAK_TURN) for engine in weak),
                *(Turn(engine, FIRST_TURN) for engine in strong),
                *(Turn(engine, OUTLOOK_TURN) for engine in outlooks),
            ]
        self._engines = [turn.engine for turn in turns]
        self._turns = deque(turns)
        self._in_hand = 0
        self._free = Condition()
        self.lower, self.upper = climb.lower.copy(), climb.upper.copy()
        """What all engines together have proven of each option."""
        self.settled = False
        """Whether all that was asked for is proven."""
        self._stopped = False

    @property
    def engines(self) -> int:
        """How many threads can work on it at once."""
        return len(self._engines)

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        played = self._play.nodes if self._play else 0
        return sum(engine.nodes for engine in self._engines) + played

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return sum(engine.table_hits for engine in self._engines)

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number of the question that the strong game is at, if any."""
        return self._proofs[-1].proof_numbers if self._proofs else None

    @property
    def estimates(self) -> np.ndarray | None:
        """An estimate in (-1, 1) of each option by the deepest look at them; None without any."""
        begun = [outlook for outlook in self._outlooks if outlook.begun]
        return max(begun, key=lambda outlook: outlook.depth).estimates if begun else None

    @property
    def won_by_threats(self) -> bool:
        """Whether threats prove that the side to move wins, and nothing proves a faster win."""
        best = int(self.lower.max())
        return self._threats is not None and 0 < best == self._threats.winning_score

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether it has ended.

        In one thread, whose turn it is depends on nodes alone, so that the same limit gives the
        same answer.
        """
        left = max(node_limit - self.nodes, 1)
        while left > 0 and not self.settled:
            turn = self._take()
            if turn is None:
                return self._ended
            before = turn.engine.nodes
            self._run(turn, left)
            left -= turn.engine.nodes - before
        return self.settled

    @property
    def _ended(self) -> bool:
        """Whether no engine has anything left to do."""
        with self._free:
            return not self._in_hand and not self._turns

    def assist(self, nodes: int) -> bool:
        """Spend some nodes beside the thread that advances; whether to come again."""
        with self._free:
            self._free.wait_for(self._assistable)
            turn = self._take()
        if turn is not None:
            self._run(turn, nodes)
        return turn is not None

    def _assistable(self) -> bool:
        """Whether an assistant need wait no longer: for a turn, or for the end."""
        return bool(self._turns) or not self._in_hand or self._stopped or self.settled

    def stop(self) -> None:
        """Make assisting threads leave, and wait for them."""
        with self._free:
            self._stopped = True
            self._free.notify_all()
            self._free.wait_for(lambda: not self._in_hand)

    def _take(self) -> Turn | None:
        """The next turn, with all that is proven so far; None if there is none to be had."""
        with self._free:
            if not self._turns and self._in_hand:
                self._free.wait(WAIT_SECONDS)
            if not self._turns or self.settled or self._stopped:
                return None
            self._in_hand += 1
            # Where a slow engine holds a thread, the others must not run away from it.
            turn = min(self._turns, key=attrgetter("rounds"))
            self._turns.remove(turn)
            _tighten(turn.engine, self)
        return turn

    def _run(self, turn: Turn, nodes: int) -> None:
        """Let an engine spend some of its turn, and hand it back unless it fails."""
        engine = turn.engine
        try:
            ended = engine.advance(min(engine.nodes + nodes, turn.end))
            with self._free:
                self._hand_back(turn, ended)
        finally:
            with self._free:
                self._in_hand -= 1
                self._free.notify_all()

    def _hand_back(self, turn: Turn, ended: bool) -> None:
        """Take in what an engine has proven; the next turn is its own until it has spent it."""
        _tighten(self, turn.engine)
        state = self.climb.state
        self.settled = bool(ladder.settled(self.lower, self.upper, state))
        if self.won_by_threats and isinstance(self.climb, WideClimb):
            # On a large board the shortest win is mostly out of reach.
            self.settled |= bool(state[ladder.BEST_ONLY])
        if turn.engine.nodes >= turn.end and not ended:
            turn.end *= 2
            turn.rounds += 1
            self._turns.append(turn)
        elif not ended:
            self._turns.appendleft(turn)

    def follow(self, lower: int, upper: int, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from the root, whose value these bounds prove, by best replies.

        Returns whether the game has ended; if not, the nodes are spent. No `advance` after it.
        """
        score = min(lower, upper, key=abs)
        climb = self.climb
        if self._threats is not None and self._threats.follow(score, lower == upper, line):
            return True
        if self._play is not None:
            if score == 0:
                proven = any(proofs.nodes for proofs in self._proofs)
                if proven and self._play.draw(line, self._play_limit(node_limit)):
                    return True
            elif lower != upper and WIN - abs(score) > climb.state[ladder.RUNG]:
                winner = ROOT if score > 0 else OPPONENT
                return self._play.win(winner, line, self._play_limit(node_limit))
            if self.nodes >= node_limit:
                return False
        return climb.follow(score, line, climb.nodes + node_limit - self.nodes)

    def _play_limit(self, node_limit: int) -> int:
        return self._play.nodes + node_limit - self.nodes if self._play else 0


def _tighten(bounds: Engine | Search, by: Engine | Search) -> None:
    """Take the bounds of one into those of the other."""
    np.maximum(bounds.lower, by.lower, out=bounds.lower)
    np.minimum(bounds.upper, by.upper, out=bounds.upper)
