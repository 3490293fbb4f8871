"""The progress of an analysis, for an observer that reports it or stops the analysis."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from service.solver.analysis import Bounds, Budget
from service.solver.lines.kernels.scores import WIN
from service.solver.root import sign
from service.solver.session.portfolio import Portfolio


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a running analysis. Its bounds are proven."""

    nodes: int
    """The nodes that have been searched."""
    table_hits: int
    """The positions that were found in a transposition table."""
    seconds: float
    """The time since the budget started."""
    depth: int
    """The plies within which every win and loss asked for is known."""
    bounds: Bounds
    """Bounds on the value of the position for the side to move."""
    best: int
    """The cell of the most promising option so far."""
    line: list[int]
    """The expected line of play, that cell first; nothing of it is proven."""
    settled: int
    """The number of options whose bounds meet; those that a symmetry joins count once."""
    options: int
    """The number of all options, counted in the same way."""
    proof_numbers: tuple[int, int] | None
    """Proof and disproof number at the root of the proof-number search; None if there is none."""


Look = Callable[[], Progress]
"""Takes a snapshot of the analysis, in some tens of microseconds."""

Observer = Callable[[Look], bool]
"""Called by the thread that searches between time slices, about every millisecond. Once it returns
True, the analysis ends as if its time had run out. It is never called if no search is needed. The
time that it takes is part of the budget."""


def look(portfolio: Portfolio, budget: Budget) -> Progress:
    """Return the progress of a search."""
    lower, upper = portfolio.proven.snapshot()
    best = int(portfolio.proven.cells[np.argmax(_promise(lower, upper, portfolio.estimates))])
    return Progress(
        nodes=portfolio.nodes,
        table_hits=portfolio.table_hits,
        seconds=budget.spent,
        depth=portfolio.engines.deepening.depth,
        bounds=Bounds(sign(int(lower.max())), sign(int(upper.max()))),
        best=best,
        line=portfolio.expected_line(best),
        settled=int(np.count_nonzero(lower == upper)),
        options=lower.size,
        proof_numbers=portfolio.proof_numbers,
    )


def _promise(lower: np.ndarray, upper: np.ndarray, estimates: np.ndarray | None) -> np.ndarray:
    """Return keys that sort options: wins, no losses, unknown ones, losses; shape (options,)."""
    promise: np.ndarray = np.where(upper < 0, upper - WIN, 0 if estimates is None else estimates)
    promise[lower == 0] += 2
    return np.where(lower > 0, lower + WIN, promise)
