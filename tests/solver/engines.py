"""Each of the engines behind the door, used for any board whatever its size."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver import Budget, Solver
from service.solver.analysis import Extension
from service.solver.any_rules import MaskDeepening
from service.solver.heuristic import HeuristicSearch
from service.solver.lines.encodings import BitboardPosition, remainder_position, whole_position
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number import ProofNumberEngine
from service.solver.proven_options import ProvenOptions
from service.solver.root import look_at_root
from service.solver.session import Session, ThreadPool
from service.solver.session.engines import Engines, new_engines
from tests.support.positional_games import stones_of
from tests.support.positions import Position
from tests.support.reference import Reference

Cells = NDArray[np.int64]
BY_ENGINES = 1 << 40
"""A limit of nodes that is never reached: with one, engines search even few empty cells."""
ENGINES_FOR = "service.solver.session.session.engines_for"
"""What to put another choice of engines in place of."""


def extended(extension: Extension, line: list[int], portions: Iterable[int]) -> bool:
    """Have a line of play extended by portions of nodes; return whether the game has ended."""
    return any(extension(line, nodes) for nodes in portions)


def counter_engines(
    board: Board, _empty: Cells, cells: Cells, table: TranspositionTable, **how: Any
) -> Engines:
    """Return the engines of boards with more than 128 empty cells, without estimates."""
    return without_estimates(new_engines(board, None, cells, table, large=True, **how))


def remainder_engines(
    board: Board, empty: Cells, cells: Cells, table: TranspositionTable, **how: Any
) -> Engines:
    """Return the engines of boards above 64 cells of which few are empty, without estimates."""
    position = remainder_position(board, empty, table.private_keys())
    return without_estimates(new_engines(board, position, cells, table, large=False, **how))


def without_estimates(engines: Engines) -> Engines:
    """Return the engines without the heuristic ones."""
    engines.turns = (turn for turn in engines.turns if not isinstance(turn[0], HeuristicSearch))
    return engines


def nothing_proven(board: Board) -> ProvenOptions:
    """Return a record of the options of a position, of which nothing is proven."""
    return ProvenOptions(board, look_at_root(board).cells)


def new_session(board: Board, budget: Budget, table: TranspositionTable) -> Session:
    """Return a session in one thread that begins with nothing."""
    root = look_at_root(board)
    return Session(root, budget, None, table, ThreadPool(0), nothing_proven(board))


def unchecked(game: Reference, cells: str, mover: str) -> Board:
    """Return the position, without the check that a game can reach it."""
    rules = Rules(game.width, game.height, game.row_length)
    x, o = stones_of(cells)
    return Board(rules, x, o, "X" if mover == "X" else "O")


def crowded(solver: Solver, buckets: int = 1) -> Solver:
    """Return the solver with a table of so few buckets that positions drive each other out."""
    solver.table.entries = np.zeros((buckets, solver.table.entries.shape[1]), np.uint64)
    return solver


class BitboardDeepening(MaskDeepening):
    """The search of a position that proofs may search as well."""

    def __init__(
        self,
        position: BitboardPosition,
        cells: np.ndarray,
        table: TranspositionTable,
        *,
        best_only: bool,
    ) -> None:
        super().__init__(position, cells, table, best_only=best_only)
        self.position = position


def deepening_of(
    position: Position,
    table: TranspositionTable,
    remainder: bool,
    best_only: bool = False,
    options: list[int] | None = None,
) -> BitboardDeepening:
    """Return a deepening that has not begun; a `remainder` is of the empty cells alone."""
    board = unchecked(position.game, position.cells, position.to_move)
    empty = np.array([cell for cell, mark in enumerate(position.cells) if mark == "."], np.int64)
    cells = empty if options is None else np.array(options, np.int64)
    if remainder:
        searched = remainder_position(board, empty, table.private_keys())
    else:
        searched = whole_position(board, empty)
    return BitboardDeepening(searched, cells, table, best_only=best_only)


def proofs_beside(
    deepening: BitboardDeepening,
    table: TranspositionTable,
    weak: bool,
    options: list[int] | None = None,
) -> ProofNumberEngine:
    """Return proofs of the options of a deepening: all empty cells, unless it takes others."""
    position, bounds = deepening.position, (deepening.lower, deepening.upper)
    cells = position.empty if options is None else np.array(options, np.int64)
    best_only = deepening.best_only
    return ProofNumberEngine(position, cells, bounds, table, best_only=best_only, games=(weak,))
