"""Which engines search a position: what fits its board and the cells that are empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from service.game import Board
from service.solver.deepening import BitboardDeepening, CounterDeepening, Deepening
from service.solver.endgame import FEW_CELLS
from service.solver.heuristic import HeuristicSearch, has_patterns
from service.solver.lines import CELLS, WIDE_CELLS, BitboardPosition, bitboard_position
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofNumberEngine, ProvenPlay, fits
from service.solver.threats import Threats


class Engine(Protocol):
    """A search that tightens bounds on the scores of a position's options."""

    lower: np.ndarray
    """Lower bound of each option, shape (options,), int64; see `kernels.scores`."""
    upper: np.ndarray
    gives_way: bool
    """Whether it had better be the turn of others, though its time slice is not spent."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether nothing is left to do."""


FIRST_SLICE = 4096
"""Nodes of an engine's first time slice, more than small boards take."""
WEAK_SLICE = 1 << 13
"""The same of the proof through the weak game, which settles most draws, and much sooner."""
HEURISTIC_SLICE = 1024
"""The same of the search for what looks best, on boards where much can be proven."""
LARGE_THREATS_SLICE = 1 << 14
"""The same of threats on larger boards, where they come first; where neither player soon wins by
any, they give way after a quarter of it."""
LARGE_HEURISTIC_SLICE = 1 << 19
"""Takes longer than that of threats, whose nodes are slow: most of any move of 0.1 s or more."""
LARGE_PROOF_SLICE = 1 << 13
"""Half or so of the time after the first half second; few such positions are proven."""
LARGE_DEEPENING_SLICE = 1 << 10
"""Takes a few milliseconds, which find how long short wins take."""
FEW_CELLS_SHARE = 4
"""So many times as much goes to the deepening of few cells first: less than threats would take."""


class Others(NamedTuple):
    """The engines beside the deepening."""

    threats: Threats | None = None
    heuristics: Sequence[HeuristicSearch] = ()
    proofs: Sequence[ProofNumberEngine] = ()
    """Half of them of the weak game first, the others of the strong one."""


NONE = Others()


@dataclass(slots=True)
class Engines:
    """The engines of one position."""

    deepening: Deepening
    table: TranspositionTable
    make_others: Callable[[], Others]
    """Called once, if their turn comes: the first slice of deepening settles most small boards."""
    proven_play: ProvenPlay | None = None
    """The lines of play of the proofs."""
    position: BitboardPosition | None = None
    """Where few cells are empty, the position as its engines have it."""
    large: bool = False
    """Whether the shortest win is mostly out of reach: any proven win will do."""
    others: Others = NONE
    """`NONE` before their turn."""

    def slices(self) -> Iterator[tuple[Engine, int]]:
        """Every engine with the nodes of its first time slice, those first that go first.

        On small boards threats are left until the deepening takes long; on others they go first.
        """
        if not self.large:
            few = self.position is not None and self.position.empty.size <= FEW_CELLS
            yield self.deepening, FIRST_SLICE * (FEW_CELLS_SHARE if few else 1)
        self.others = self.make_others()
        threats, heuristics, proofs = self.others
        if threats is not None:
            yield threats, LARGE_THREATS_SLICE if self.large else FIRST_SLICE
        if self.large:
            yield self.deepening, LARGE_DEEPENING_SLICE
            yield from ((each, LARGE_HEURISTIC_SLICE) for each in heuristics)
            yield from ((each, LARGE_PROOF_SLICE) for each in proofs)
        else:
            weak = len(proofs) // 2
            yield from ((each, WEAK_SLICE) for each in proofs[:weak])
            yield from ((each, FIRST_SLICE) for each in proofs[weak:])
            yield from ((each, HEURISTIC_SLICE) for each in heuristics)


def engines_for(
    board: Board,
    empty: np.ndarray,
    cells: np.ndarray,
    table: TranspositionTable,
    best_only: bool,
    threads: int = 1,
) -> Engines:
    """The engines for the options `cells`, among the `empty` cells (int64) of a game not over.

    They are to have work for this many threads, where they can.
    """
    if board.rules.cells > CELLS < empty.size:
        position = None
        if empty.size <= WIDE_CELLS:
            position = bitboard_position(board, empty, table.private_keys)
        return large_engines(board, position, cells, table, best_only, threads)
    position = bitboard_position(board, empty, table.private_keys)
    return bitboard_engines(board, position, cells, table, best_only, threads)


def large_engines(
    board: Board,
    position: BitboardPosition | None,
    cells: np.ndarray,
    table: TranspositionTable,
    best_only: bool,
    threads: int = 1,
) -> Engines:
    """The engines for any board: in every thread a search for what looks best.

    With a `position` in words, proofs of who wins at all, too.
    """
    deepening = CounterDeepening(board, cells, best_only)
    bounds = deepening.lower, deepening.upper

    def others() -> Others:
        searches = heuristics(board, cells, bounds, table, threads)
        proofs = proofs_of(position, cells, bounds, best_only, table, threads)
        return Others(Threats(board, cells, bounds, best_only), searches, proofs)

    play = None if position is None else proven_play(position, deepening, table)
    return Engines(deepening, table, others, play, large=True)


def bitboard_engines(
    board: Board,
    position: BitboardPosition,
    cells: np.ndarray,
    table: TranspositionTable,
    best_only: bool,
    threads: int = 1,
) -> Engines:
    """The engines for few empty cells: with proofs of who wins at all, in the threads left over."""
    deepening = BitboardDeepening(position, cells, table, best_only)
    bounds = deepening.lower, deepening.upper

    def others() -> Others:
        return Others(
            Threats(board, cells, bounds, best_only),
            heuristics(board, cells, bounds, table, 1),
            proofs_of(position, cells, bounds, best_only, table, threads),
        )

    return Engines(deepening, table, others, proven_play(position, deepening, table), position)


def proofs_of(
    position: BitboardPosition | None,
    cells: np.ndarray,
    bounds: tuple[np.ndarray, np.ndarray],
    best_only: bool,
    table: TranspositionTable,
    threads: int,
) -> list[ProofNumberEngine]:
    """Proofs of the weak game and as many of the strong one; none where there is no room."""
    if position is None or not fits(position.game):
        return []
    # Where the weak game is no answer, its threads go over to the strong one.
    weak, each = (True,) if threads == 1 else (True, False), max(1, threads // 2)
    return [
        ProofNumberEngine(
            position, cells, bounds, table, best_only=best_only, games=games, parallel=threads > 1
        )
        for games in (*[weak] * each, *[(False,)] * each)
    ]


def proven_play(
    position: BitboardPosition, deepening: Deepening, table: TranspositionTable
) -> ProvenPlay | None:
    """The lines of play of the proofs of a position, where it has any."""
    return ProvenPlay(position, deepening, table) if fits(position.game) else None


def heuristics(
    board: Board,
    cells: np.ndarray,
    bounds: tuple[np.ndarray, np.ndarray],
    table: TranspositionTable,
    threads: int,
) -> list[HeuristicSearch]:
    """A search for what looks best in every thread, each other one an iteration ahead.

    None where rows are so long that there is no table of patterns.
    """
    if not has_patterns(board.rules):
        return []
    return [
        HeuristicSearch(board, cells, bounds, table.scores, first_depth=1 + index % 2)
        for index in range(threads)
    ]
