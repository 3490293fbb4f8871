"""The values of all first moves of a solved game."""

import time
from dataclasses import replace

import numpy as np

from service.game import Board, name_cell
from service.research.long_search.search_observer import SearchObserver
from service.solver import Assessment, Budget, Look, Solver
from service.solver.book import UNKNOWN, Bounds, Entry, read_bounds, written_bounds
from service.solver.lines import WIN
from service.solver.session import Opening
from tools.map.record import Record


def value_first_moves(
    record: Record, solver: Solver, seconds: float, observer: SearchObserver
) -> Record:
    """Prove values of the first moves of a record within `seconds` of processor time.

    With a switch the plies are proven, too.

    Each first move of unknown value gets an equal share of the time that is left. The solver has no
    book. The record is returned unchanged if the observer has seen a signal.
    """
    board = Board(record.rules)
    bounds = read_bounds(record.rules, record.options or "")
    opening = Opening(board, Entry(board, bounds, (), record.weak_draw))
    cells, lower, upper = opening.root.cells.tolist(), *opening.proven.snapshot()
    is_open = lower != upper if record.switch else np.sign(lower) != np.sign(upper)
    unknown = np.flatnonzero(is_open).tolist()
    if not unknown:
        return record
    begun = time.process_time()
    for done, index in enumerate(unknown):
        now = time.process_time()
        turn_ends = now + (begun + seconds - now) / (len(unknown) - done)

        def over(look: Look, turn_ends: float = turn_ends) -> bool:
            return observer(look) or time.process_time() >= turn_ends

        after = solver.analyse(board.play(cells[index]), Budget(best_only=True), over).assessment
        if observer.stopped:
            return record
        least, greatest = bounds_before(after)
        lower[index], upper[index] = max(lower[index], least), min(upper[index], greatest)
    if (lower > upper).any():
        raise ArithmeticError(f"what is proven of first moves of {record.name} is contradictory")
    spent = round(record.first_moves_seconds + time.process_time() - begun, 3)
    words = written_bounds(record.rules, cells, zip(lower.tolist(), upper.tolist(), strict=True))
    record = replace(record, options=words, first_moves_seconds=spent)
    best = int(lower.argmax())
    if record.plies is not None and lower[best] > max(0, WIN - record.plies):
        # Another first move wins sooner, or is proven to.
        sooner = WIN - int(lower[best])
        record = replace(record, plies=sooner, line=name_cell(board, cells[best]))
    return record


def bounds_before(after: Assessment) -> Bounds:
    """Return the bounds on the score of the move that leads to a position with this assessment."""
    least, greatest = UNKNOWN
    if after.plies_to_end is None or after.value is None:
        return 0 if after.bounds.upper == 0 else least, 0 if after.bounds.lower == 0 else greatest
    if after.value == 0:
        return 0, 0
    score = -after.value * (WIN - after.plies_to_end - 1)
    if after.shortest:
        return score, score
    return (score, greatest) if score > 0 else (least, score)
