"""Warming up: kernels are compiled or loaded, part by part, by using them."""

from collections.abc import Callable

import numpy as np

from service.cores import available_cores
from service.game import Board, Rules, parse
from service.solver import endgame
from service.solver.alpha_beta import Deepening
from service.solver.analysis import Budget
from service.solver.any_rules import MaskDeepening, rule_position
from service.solver.compiling import (
    INTERPRETED,
    MissingKernelError,
    compile_in_processes,
    forget_compiled,
    has_compiled,
    leave_to_others,
    note_compiled,
    only_loading,
    provide_folder,
)
from service.solver.counters import CounterDeepening
from service.solver.gravity import GravityDeepening, gravity_position
from service.solver.heuristic import HeuristicSearch, network
from service.solver.lines import MOST_ROW_LENGTH, WIDE_WORDS, pattern_classes, whole_position
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofNumberEngine
from service.solver.proven_options import ProvenOptions
from service.solver.root import look_at_root
from service.solver.session import Session, ThreadPool
from service.solver.static_proofs import find_static_proof
from service.solver.threats import Threats
from service.solver.zugzwang import ZugzwangSearch

PROCESS = "service.solver.compiler"
"""The module that runs as a process which compiles."""
NODES = 1_000
THREATS = parse(
    ["X........", ".........", "...OO....", *["........."] * 5, "........X"], row_length=4
)


def kernels_compiled() -> bool:
    """Return whether all kernels are compiled but those for wide words, or none need be."""
    return INTERPRETED or all(has_compiled(part) for part in PARTS if part != WIDE_WORDS)


def compile_kernels(*, wide_words: bool) -> None:
    """Have other processes compile what is not compiled yet, as many as there are cores.

    The kernels for wide words are among it only if they are wanted. Where nothing can be written,
    even for the time being, nothing is compiled.
    """
    parts = [part for part in PARTS if wide_words or part != WIDE_WORDS]
    if not INTERPRETED and not all(map(has_compiled, parts)) and provide_folder():
        compile_in_processes(PROCESS, parts, available_cores())


def load_kernels(*, wide_words: bool) -> None:
    """Load the kernels by using them, so that later none is looked for on a disk.

    Other processes compile again what is missing or damaged, and this one what no other can. The
    kernels for wide words, if they are not wanted and not compiled yet, are left to others.
    """
    if INTERPRETED:
        return
    left = [part for part in PARTS if not _loads(part)]
    if left:
        compile_kernels(wide_words=wide_words)
    for part in left:
        if part == WIDE_WORDS and not wide_words:
            leave_to_others(part, _load_wide_words)
        else:
            PARTS[part]()
            note_compiled(part)


def _loads(part: str) -> bool:
    """Load the kernels of a part; return False if any is missing or damaged."""
    try:
        with only_loading():
            PARTS[part]()
    except MissingKernelError:
        forget_compiled(part)
        return False
    note_compiled(part)
    return True


def _load_wide_words() -> bool:
    """Load the kernels for wide words, compiled again by another process if need be."""
    if _loads(WIDE_WORDS):
        return True
    compile_in_processes(PROCESS, [WIDE_WORDS], 1)
    return _loads(WIDE_WORDS)


def _open_board(board: Board) -> tuple[Board, np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Return a board, its empty cells and bounds that prove nothing, as engines take them."""
    cells = np.flatnonzero(board.contents == 0)
    engine = CounterDeepening(board, cells, best_only=False)
    return board, cells, (engine.lower, engine.upper)


def _use_proofs(rules: Rules) -> None:
    board, cells, bounds = _open_board(Board(rules))
    position, table = whole_position(board, cells), TranspositionTable(1)
    engine = ProofNumberEngine(position, cells, bounds, table, best_only=False, games=[True])
    engine.advance(NODES // 10)


def _use_deepening() -> None:
    """Analyse a small board, which also uses what comes before and after every search.

    After a first move on a side several replies draw, so that the tie between them is broken.
    """
    root, budget = look_at_root(Board(Rules(3, 3, 3)).play(1)), Budget(nodes=NODES)
    proven = ProvenOptions(root.board, root.cells)
    Session(root, budget, None, TranspositionTable(1), ThreadPool(0), proven).full_search()


def _use_lines(engine: Deepening, cells: np.ndarray) -> None:
    engine.extend_line(int(engine.lower[0]), (), [int(cells[0])], NODES)


def _use_counters() -> None:
    board, cells, _ = _open_board(THREATS)
    engine = CounterDeepening(board, cells, best_only=False)
    engine.advance(NODES)
    _use_lines(engine, cells)


def _use_any_rules(rules: Rules) -> None:
    board, cells, _ = _open_board(Board(rules))
    table = TranspositionTable(1)
    position = rule_position(board, table)
    assert position is not None
    engine = MaskDeepening(position, cells, table, best_only=False)
    engine.advance(NODES)
    _use_lines(engine, cells)


def _use_gravity(rules: Rules) -> None:
    board, table = Board(rules), TranspositionTable(1)
    cells = np.array(board.legal_moves, np.int64)
    position = gravity_position(board, table)
    assert position is not None
    engine = GravityDeepening(position, cells, table, best_only=False)
    search = ZugzwangSearch(board, cells, (engine.lower, engine.upper), table.scores)
    search.advance(NODES)
    engine.advance(NODES)
    _use_lines(engine, cells)


def _use_heuristic() -> None:
    for row_length in range(1, MOST_ROW_LENGTH + 1):
        for exact in (False, True):
            pattern_classes(row_length, exact)
        network(row_length)
    board, cells, bounds = _open_board(THREATS)
    heuristic = HeuristicSearch(board, cells, bounds, TranspositionTable(1).scores)
    heuristic.advance(NODES)
    heuristic.line(int(cells[0]))


def _use_static_proofs() -> None:
    for board in (Board(Rules(5, 5, 5)), Board(Rules(14, 14, 8))):
        find_static_proof(board, board.contents, seconds=None)


def _use_wide_words() -> None:
    _use_proofs(Rules(9, 9, 5))
    _use_any_rules(Rules(9, 9, 5, exact=True))
    _use_gravity(Rules(9, 8, 4, gravity=True))


PARTS: dict[str, Callable[[], object]] = {
    "endgame": lambda: endgame.analyse(
        Board(Rules(4, 3, 3)), Budget(), TranspositionTable(1), None
    ),
    "proof_number": lambda: _use_proofs(Rules(4, 4, 4)),
    "threats": lambda: Threats(*_open_board(THREATS), best_only=False).advance(NODES),
    "deepening": _use_deepening,
    "heuristic": _use_heuristic,
    "static_proofs": _use_static_proofs,
    "counters": _use_counters,
    "any_rules": lambda: _use_any_rules(Rules(3, 3, 3, misere=True)),
    "gravity": lambda: _use_gravity(Rules(4, 4, 4, gravity=True)),
    WIDE_WORDS: _use_wide_words,
}
"""The parts in which the kernels are compiled.

They are in an order in which two processes take equally long, for a process compiles what it has
compiled before only once: after `endgame`, `deepening` and `static_proofs` take little. What only
long searches on boards of more than 64 cells need comes last.
"""
