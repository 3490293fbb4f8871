"""The door: everything provable about a position within a budget."""

from __future__ import annotations

import time

import numpy as np

from service.game import Board, Rules, flags_of, parse
from service.solver.analysis import Analysis, Budget, Method, Option, Search
from service.solver.assessments import assess, assess_best, assess_finished, rank
from service.solver.climbs import Climb, new_climb
from service.solver.kernels import ladder
from service.solver.kernels.estimate import estimate
from service.solver.kernels.frames import TABLE_HITS
from service.solver.meter import Meter
from service.solver.transposition import TranspositionTable
from service.solver.variation import principal_variation

SLICE_SECONDS = 0.001
"""How long the search may go without looking at the clock."""


class Solver:
    """Analyses positions. Any number of threads may use one solver at once."""

    def __init__(self, table_mebibytes: int = 128) -> None:
        """Reserve a transposition table of at most `table_mebibytes`."""
        self.table = TranspositionTable(table_mebibytes)
        self.ready = False

    def warm_up(self) -> None:
        """Compile every kernel, or load it from the cache, by using it."""
        for board in (
            Board(Rules(2, 2, 2)),
            parse(["X" * 5 + "O" * 4 + "." * 60], 9),
            Board(Rules(9, 9, 9)),
            Board(Rules(9, 9, 5)),
        ):
            self.analyse(board, Budget(nodes=1000))
        self.ready = True

    def analyse(self, board: Board, budget: Budget) -> Analysis:
        """Value every option of `board` as far as the budget goes; see `Analysis`."""
        if board.status != "in_progress":
            search = Search(True, None, 0, 0, 0, time.monotonic() - budget.started)
            return Analysis(board, assess_finished(board), [], [], "game_over", search)
        representatives = _representatives(board)
        cells = np.flatnonzero(representatives == np.arange(board.rules.cells))
        climb = new_climb(board, cells, self.table, budget.best_only)
        meter = Meter(budget, climb.control)
        for limit in meter.limits(SLICE_SECONDS):
            if climb.advance(limit):
                break
        complete = bool(ladder.settled(climb.lower, climb.upper, climb.state))
        stopped_by = None if complete else meter.stopped_by
        remaining = board.empty.bit_count()
        options = _options(board, representatives, cells, climb, remaining)
        best = options[0]
        scores = list(zip(climb.lower.tolist(), climb.upper.tolist(), strict=True))
        assessment = assess_best(scores, best.assessment, remaining)
        line = [best.cell]
        if best.assessment.value is not None:
            bounds = scores[int(np.searchsorted(cells, representatives[best.cell]))]
            line = principal_variation(board, best.cell, min(bounds, key=abs), climb, meter)
        search = Search(
            complete=complete,
            stopped_by=stopped_by,
            depth=min(int(climb.state[ladder.RUNG]) - (not complete), remaining),
            nodes=meter.nodes,
            table_hits=int(climb.control[TABLE_HITS]),
            seconds=time.monotonic() - budget.started,
        )
        return Analysis(board, assessment, options, line, _method(board, assessment.value), search)


def _representatives(board: Board) -> np.ndarray:
    """The lowest cell that a symmetry of the position maps each empty cell to, -1 elsewhere."""
    cells = board.rules.cells
    own, opponent = flags_of(board.own, cells), flags_of(board.opponent, cells)
    content = own + 2 * opponent
    images = board.geometry.symmetries
    keeps = (content[images] == content).all(axis=1)
    lowest: np.ndarray = np.where(content == 0, images[keeps].min(axis=0), -1)
    return lowest


def _options(
    board: Board, representatives: np.ndarray, cells: np.ndarray, climb: Climb, remaining: int
) -> list[Option]:
    """Every legal move, best first; equals in the order of their estimate, then of the cells."""
    size = board.rules.cells
    estimates = np.zeros(size)
    own, opponent = flags_of(board.own, size), flags_of(board.opponent, size)
    estimate(board.geometry.lines, own, opponent, estimates)
    known = {
        cell: (assess(lower, upper, estimates[cell], remaining), -estimates[cell])
        for cell, lower, upper in zip(
            cells.tolist(), climb.lower.tolist(), climb.upper.tolist(), strict=True
        )
    }
    representative = representatives.tolist()
    ranked = sorted(
        (cell for cell in range(size) if representative[cell] >= 0),
        key=lambda cell: (rank(known[representative[cell]][0]), known[representative[cell]][1]),
    )
    options, first_listed = [], {}
    for cell in ranked:
        name = representative[cell]
        options.append(Option(cell, known[name][0], first_listed.get(name)))
        first_listed.setdefault(name, cell)
    return options


def _method(board: Board, value: int | None) -> Method | None:
    """The argument that proves the value."""
    if value is None:
        return None
    lines = board.geometry.lines
    for stones in (board.own, board.opponent):
        if not flags_of(stones, board.rules.cells)[lines].any(axis=1).all():
            return "search"
    return "no_open_lines"
