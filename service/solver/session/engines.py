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
from service.solver.lines import CELLS, BitboardPosition, bitboard_position
from service.solver.memory import TranspositionTable
from service.solver.proof_number import Proofs, ProvenPlay, fits
from service.solver.threats import Threats


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


FIRST_SLICE = 4096
"""Nodes of an engine's first time slice, more than small boards take."""
WEAK_SLICE = 1 << 13
"""The same of the proof through the weak game, which settles most draws, and much sooner."""
HEURISTIC_SLICE = 1024
"""The same of the search for what looks best, on boards where much can be proven."""
LARGE_THREATS_SLICE = 1 << 14
"""The same of threats on larger boards, where they come first: nine wins of ten take fewer. No less
than the first question of `threats` gets in its first round."""
LARGE_HEURISTIC_SLICE = 1 << 18
"""Takes longer than that of threats, whose nodes are slow: most of any move of 0.1 s or more."""
LARGE_DEEPENING_SLICE = 1 << 12
FEW_CELLS_SHARE = 4
"""So many times as much goes to the deepening of few cells first: less than threats would take."""


class Others(NamedTuple):
    """The engines beside the deepening."""

    threats: Threats | None = None
    heuristics: Sequence[HeuristicSearch] = ()
    proofs: Sequence[Proofs] = ()
    """Of the weak game, then of the strong one."""


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
        yield from ((each, WEAK_SLICE) for each in proofs[:1])
        yield from ((each, FIRST_SLICE) for each in proofs[1:])
        heuristic_slice = LARGE_HEURISTIC_SLICE if self.large else HEURISTIC_SLICE
        yield from ((each, heuristic_slice) for each in heuristics)
        if self.large:
            yield self.deepening, LARGE_DEEPENING_SLICE


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
        return large_engines(board, cells, table, best_only, threads)
    position = bitboard_position(board, empty, table.private_keys)
    return bitboard_engines(board, position, cells, table, best_only, threads)


def large_engines(
    board: Board, cells: np.ndarray, table: TranspositionTable, best_only: bool, threads: int = 1
) -> Engines:
    """The engines for any board: in every thread a search for what looks best."""
    deepening = CounterDeepening(board, cells, best_only)
    bounds = deepening.lower, deepening.upper

    def others() -> Others:
        searches = heuristics(board, cells, bounds, table, threads)
        return Others(Threats(board, cells, bounds, best_only), searches)

    return Engines(deepening, table, others, large=True)


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
    provable, strong = fits(position.game), max(1, threads - 2)

    def others() -> Others:
        games = (True, *[False] * strong) if provable else ()
        proofs = [
            Proofs(position, cells, bounds, best_only, table, weak, not weak and strong > 1)
            for weak in games
        ]
        return Others(
            Threats(board, cells, bounds, best_only),
            heuristics(board, cells, bounds, table, 1),
            proofs,
        )

    play = ProvenPlay(position, deepening, table) if provable else None
    return Engines(deepening, table, others, play, position)


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
