"""The choice of engines for a position, by its board and the number of empty cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import numpy as np

from service.game import Board
from service.solver.alpha_beta import Deepening
from service.solver.analysis import UNLIMITED
from service.solver.any_rules import MaskDeepening, TwoPlyDeepening, rule_position
from service.solver.counters import CounterDeepening, can_count
from service.solver.endgame import FEW_CELLS
from service.solver.gravity import GravityDeepening, gravity_position
from service.solver.heuristic import HeuristicSearch, can_judge, has_patterns
from service.solver.lines import (
    CELLS,
    WIDE_CELLS,
    BitboardPosition,
    bitboard_position,
    most_cells,
)
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofNumberEngine, ProvenPlay, fits
from service.solver.proven_options import Bounded
from service.solver.threats import Threats
from service.solver.zugzwang import ZugzwangSearch, has_zugzwang


class Engine(Bounded, Protocol):
    """A search that tightens bounds on the scores of a position's options."""

    gives_way: bool
    """Whether the engine yields to others before its time slice is spent."""

    @property
    def nodes(self) -> int:
        """Return the nodes that have been searched."""

    @property
    def table_hits(self) -> int:
        """Return the positions that were found in a transposition table."""

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether nothing is left."""


FIRST_SLICE = 4096
"""Nodes of an engine's first time slice: more than small boards take."""
WEAK_SLICE = 1 << 13
"""Nodes of the first time slice of proofs in the weak game, which settle most draws soonest."""
HEURISTIC_SLICE = 1024
"""Nodes of the first time slice of the heuristic search on boards where much can be proven."""
LARGE_THREATS_SLICE = 1 << 14
"""Nodes of the first time slice of threats on larger boards, where they come first. If neither
player soon wins by threats, the engine yields after a quarter of it."""
LARGE_HEURISTIC_SLICE = 1 << 19
"""Nodes of the first time slice of the heuristic search on larger boards. It takes longer than that
of threats, whose nodes are slow: most of the time of any move of 0.1 s or more."""
LARGE_PROOF_SLICE = 1 << 13
"""Nodes of the first time slice of proofs on larger boards, few of which are proven: about half of
the time after the first half second."""
LARGE_DEEPENING_SLICE = 1 << 10
"""Nodes of the first time slice of deepening on larger boards, which finds short wins."""
FALLING_CELLS = 42
"""The most empty cells from which a proof is likely where stones fall: those of 7x6."""
FALLING_SHARES = 1 << 16, 1 << 11
"""Nodes of the first time slices of deepening and of the heuristic search where stones fall and no
more cells are empty. They delay a proof by some three hundredths."""
LARGE_FALLING_SHARES = 1 << 10, 1 << 13
"""Nodes of these slices if more cells are empty."""
SLOW_CELLS = 25
"""The most empty cells from which a proof by the deepening for any rules is likely."""
SLOW_SHARES, LARGE_SLOW_SHARES = (FIRST_SLICE, 1 << 14), (1 << 4, 1 << 13)
"""Nodes of the first time slices of this deepening and of the search for zugzwang, from no more
cells and from more: a node of the deepening takes twenty times as long."""
MOST_ZUGZWANG_NODES = 1 << 23
"""All nodes of the search for zugzwang where proofs are possible: a second or two."""
MOST_LINE_CELLS = 1 << 19
"""The most cells on all lines of a board that is searched, since engines look at each when they
begin: some milliseconds. Those of a torus of 50x50 have fewer, however long a row is."""
FEW_CELLS_SHARE = 4
"""The factor of the first time slice of deepening if few cells are empty: threats take longer."""


Turn = tuple[Engine, int]
"""An engine, and the nodes of its first time slice."""


@dataclass(slots=True)
class Engines:
    """The engines of one position."""

    deepening: Deepening
    """The engine that goes on until all is proven."""
    table: TranspositionTable
    """The memory that all engines share."""
    turns: Iterator[Turn]
    """All engines in the order of their turns, each made when it comes: most small boards need none
    but the deepening."""
    proven_play: ProvenPlay | None = None
    """The lines of play of the proofs."""
    position: BitboardPosition | None = None
    """The position in words of 64 bits; None if more cells are undecided."""
    large: bool = False
    """Whether the shortest win is mostly out of reach, so that any proven win will do."""


def engines_for(
    board: Board,
    empty: np.ndarray,
    cells: np.ndarray,
    table: TranspositionTable,
    *,
    best_only: bool,
    threads: int = 1,
) -> Engines:
    """Return engines for the options `cells`, among the `empty` cells of a game that is not over.

    Both arrays are int64. The engines have work for this many threads, if they can. Where lines
    have too many cells there is no search beyond two plies.
    """
    if board.geometry.line_cells > MOST_LINE_CELLS:
        two_plies = TwoPlyDeepening(board, cells, best_only=best_only)
        turns = iter([(two_plies, LARGE_DEEPENING_SLICE)])
        return Engines(two_plies, table, turns, large=True)
    if not (board.rules.stones_never_hurt and board.rules.pairings_hold):
        return engines_for_any_rules(board, cells, table, best_only=best_only, threads=threads)
    position = None
    if empty.size <= most_cells():
        position = bitboard_position(board, empty, table.private_keys)
    large = board.rules.cells > CELLS < empty.size
    return new_engines(
        board, position, cells, table, large=large, best_only=best_only, threads=threads
    )


def new_engines(
    board: Board,
    position: BitboardPosition | None,
    cells: np.ndarray,
    table: TranspositionTable,
    *,
    large: bool,
    best_only: bool,
    threads: int = 1,
) -> Engines:
    """Return engines for the options `cells`, with proofs of who wins if there is a `position`.

    On small boards threats wait until the deepening takes long; on `large` ones they go first.
    On `large` boards there is a heuristic search in every thread; on others, which need a
    position in words of 64 bits, the threads that are left over have proofs.
    """
    deepening: Deepening
    if not large and position is not None:
        deepening = MaskDeepening(position, cells, table, best_only=best_only)
    elif can_count(board):
        deepening = CounterDeepening(board, cells, best_only=best_only)
    else:
        deepening = TwoPlyDeepening(board, cells, best_only=best_only)
    bounds = deepening.lower, deepening.upper
    proven = position if position is not None and fits(position.game) else None

    play = ProvenPlay(proven, deepening, table) if proven else None
    threats = threats_of(board, cells, bounds, best_only, large)
    proofs = proofs_of(proven, cells, bounds, best_only, table, threads, large) if proven else ()
    if large:
        heuristics = heuristics_of(board, cells, bounds, table, threads, LARGE_HEURISTIC_SLICE)
        first = [(deepening, LARGE_DEEPENING_SLICE)]
        return Engines(
            deepening, table, chain(threats, first, heuristics, proofs), play, large=True
        )
    few = position is not None and position.empty.size <= FEW_CELLS
    first = [(deepening, FIRST_SLICE * (FEW_CELLS_SHARE if few else 1))]
    heuristics = heuristics_of(board, cells, bounds, table, 1, HEURISTIC_SLICE)
    return Engines(deepening, table, chain(first, threats, proofs, heuristics), play, position)


def engines_for_any_rules(
    board: Board, cells: np.ndarray, table: TranspositionTable, *, best_only: bool, threads: int
) -> Engines:
    """Return engines for the options `cells` that rely on no fact of the plain game."""
    deepenings: Iterator[Deepening]
    left, columns = board.reachable.bit_count(), gravity_position(board, table)
    large, most_nodes = left > CELLS, UNLIMITED
    shares = FIRST_SLICE, HEURISTIC_SLICE
    if large:
        shares = LARGE_DEEPENING_SLICE, LARGE_HEURISTIC_SLICE
    if has_zugzwang(board.rules) and left <= WIDE_CELLS:
        most_nodes = MOST_ZUGZWANG_NODES
        if columns is None:
            shares = SLOW_SHARES if left <= SLOW_CELLS else LARGE_SLOW_SHARES
        else:
            shares = FALLING_SHARES if left <= FALLING_CELLS else LARGE_FALLING_SHARES
    if columns is not None:
        deepenings = (
            GravityDeepening(columns, cells, table, best_only=best_only) for _ in range(threads)
        )
    elif (position := rule_position(board, table)) is not None:
        deepenings = (
            MaskDeepening(position, cells, table, best_only=best_only, rotation=rotation)
            for rotation in range(threads)
        )
    else:
        deepenings = iter([TwoPlyDeepening(board, cells, best_only=best_only)])
    deepening = next(deepenings)
    bounds = deepening.lower, deepening.upper
    first, more = [(deepening, shares[0])], ((each, FIRST_SLICE) for each in deepenings)
    threats = threats_of(board, cells, bounds, best_only, large)
    count = threads if isinstance(deepening, TwoPlyDeepening) else 1
    heuristics = heuristics_of(board, cells, bounds, table, count, shares[1], most_nodes)
    begin = (more, threats, first) if large else (first, more, threats)
    return Engines(deepening, table, chain(*begin, heuristics), large=large)


def threats_of(
    board: Board,
    cells: np.ndarray,
    bounds: tuple[np.ndarray, np.ndarray],
    best_only: bool,
    large: bool,
) -> Iterator[Turn]:
    """Yield the search for wins by threats, unless patterns do not tell what threatens."""
    if has_patterns(board.rules):
        threats = Threats(board, cells, bounds, best_only=best_only)
        yield threats, LARGE_THREATS_SLICE if large else FIRST_SLICE


def heuristics_of(
    board: Board,
    cells: np.ndarray,
    bounds: tuple[np.ndarray, np.ndarray],
    table: TranspositionTable,
    count: int,
    first_slice: int,
    most_nodes: int = UNLIMITED,
) -> Iterator[Turn]:
    """Yield heuristic searches, every other one an iteration ahead; none where they are no use.

    Each ends after `most_nodes`.
    """
    kind = ZugzwangSearch if has_zugzwang(board.rules) else HeuristicSearch
    if kind is ZugzwangSearch or can_judge(board.rules):
        for number in range(count):
            search = kind(board, cells, bounds, table.scores, 1 + number % 2, most_nodes)
            yield search, first_slice


def proofs_of(
    position: BitboardPosition,
    cells: np.ndarray,
    bounds: tuple[np.ndarray, np.ndarray],
    best_only: bool,
    table: TranspositionTable,
    threads: int,
    large: bool,
) -> Iterator[Turn]:
    """Yield proofs of the weak game and as many of the strong one."""
    # If the weak game does not settle it, its threads go over to the strong one.
    weak, each = (True,) if threads == 1 else (True, False), max(1, threads // 2)
    slices = (LARGE_PROOF_SLICE, LARGE_PROOF_SLICE) if large else (WEAK_SLICE, FIRST_SLICE)
    for games, first_slice in zip((weak, (False,)), slices, strict=True):
        for _ in range(each):
            proofs = ProofNumberEngine(
                position,
                cells,
                bounds,
                table,
                best_only=best_only,
                games=games,
                parallel=threads > 1,
            )
            yield proofs, first_slice
