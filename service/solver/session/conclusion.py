"""The conclusion: from bounds on the options of a position to an analysis of the position.

It is worked out in steps, so that it can be begun where there is little time and gone on with where
there is more. The steps yield the nodes that they have spent, and are sent whether to come to an
end with what is known.
"""

import time
from collections.abc import Generator, Iterable

import numpy as np

from service.solver import tie_breaks
from service.solver.analysis import UNLIMITED, Analysis, Budget, Cost, Option, Proof, depth_of
from service.solver.endgame import FEW_CELLS
from service.solver.root import RootMoves, assess_root
from service.solver.session.opening import Opening
from service.solver.session.portfolio import Portfolio
from service.solver.session.time_manager import TimeManager
from service.solver.session.variation import principal_variation
from service.solver.static_proofs import StaticProof, play_out, won_line

Steps = Generator[int, bool, Analysis]
"""The steps of a conclusion; see above."""
PORTION = 64
"""The moves of a line of play that are made before the clock is looked at."""


class Conclusion:
    """A conclusion that can be left between two of its steps and gone on with later."""

    def __init__(self, steps: Steps) -> None:
        """Begin with the first of the `steps` when one of the methods is called."""
        self._steps = steps

    def within(self, most_nodes: int) -> Analysis | None:
        """Return the analysis if it takes so many nodes at most, else None.

        The last step may exceed them, by no more nodes than all before it and those of a first
        slice.
        """
        try:
            while most_nodes > 0:
                most_nodes -= next(self._steps)
        except StopIteration as end:
            return _analysis_of(end)
        return None

    def whole(self) -> Analysis:
        """Return the analysis, however long it takes."""
        while (analysis := self.within(UNLIMITED)) is None:
            pass
        return analysis

    def cut_short(self) -> Analysis:
        """Return the analysis with what is known, after `within` has ended without one."""
        try:
            while True:
                self._steps.send(True)
        except StopIteration as end:
            return _analysis_of(end)


def _analysis_of(end: StopIteration) -> Analysis:
    """Return the analysis with which the steps have ended."""
    analysis: Analysis = end.value
    return analysis


def conclude(
    root: RootMoves,
    static_proof: StaticProof,
    opening: Opening | None,
    portfolio: Portfolio,
    time_manager: TimeManager,
    budget: Budget,
) -> Steps:
    """Return the analysis of a position, with time left for a line of play if it was searched."""
    # All that is said follows from these bounds, whatever another search proves meanwhile.
    bounds = portfolio.proven.snapshot()
    settled, engines = portfolio.settles(bounds), portfolio.engines
    mistakes = yield from tie_breaks.weigh_mistakes(
        root,
        engines.position if static_proof.has_open_lines else None,
        engines.table,
        bounds,
        budget,
        spent=portfolio.nodes,
        to_the_end=root.empty.size <= FEW_CELLS,
    )
    time_manager.charge(mistakes.nodes)
    estimates, searched_again = portfolio.estimates, 0
    if tie_breaks.breaks_near_ties(root, budget):
        estimates, searched_again = yield from tie_breaks.break_near_ties(
            bounds, portfolio.heuristic, budget, spent=portfolio.nodes
        )
    first_move = static_proof.first_move
    if opening is not None and budget.seed is None:
        first_move = opening.first_move
    options = root.list_options(bounds, mistakes.likelihoods, budget.seed, estimates, first_move)
    proof = static_proof.proof_after(options[0].cell, root)
    line = yield from _line_of_play(
        root, options, bounds, proof, opening, portfolio, time_manager, budget
    )
    assessment = assess_root(root.board, bounds, options[0].assessment.score, root.empty.size)
    if portfolio.won_by_threats(bounds[0]):
        proof = Proof("threat_sequence")
    proof = proof or static_proof.proof or (opening.proof if opening else None)
    if proof is None and assessment.value is not None:
        proof = Proof("potential" if static_proof.low_potential else "search")
    stopped_by = time_manager.stopped_by
    if settled and len(line) == assessment.plies_to_end:
        stopped_by = None
    elif portfolio.exhausted and not settled:
        stopped_by = "exhausted"
    cost = Cost(
        complete=settled,
        stopped_by=stopped_by,
        depth=depth_of(options) if settled else engines.deepening.depth,
        nodes=portfolio.nodes + mistakes.nodes + searched_again,
        table_hits=portfolio.table_hits,
        seconds=budget.spent,
    )
    return Analysis(root.board, assessment, options, line, proof, cost)


def _line_of_play(
    root: RootMoves,
    options: list[Option],
    bounds: np.ndarray,
    proof: Proof | None,
    opening: Opening | None,
    portfolio: Portfolio,
    time_manager: TimeManager,
    budget: Budget,
) -> Generator[int, bool, list[int]]:
    """Return the line of play from the first option on, by its static `proof` if it has one."""
    best = options[0]
    if proof is not None and proof.method != "follow_up":
        return play_out(root.board, [option.cell for option in options], proof)
    if best.assessment.value is None:
        return portfolio.expected_line(best.cell)
    lower, upper = root.bounds_of(best.cell, bounds)
    line = opening.line(best.cell, lower) if opening else []
    if proof is not None and not best.assessment.shortest:
        # A search may have found a sooner end than that to which the strategy leads.
        moves, most = won_line(root.board, best.cell), best.assessment.plies_to_end or 0
        line = (yield from _whole_line(moves, most, budget)) or line
    return line or (
        yield from principal_variation(best.cell, (lower, upper), portfolio, time_manager)
    )


def _whole_line(moves: Iterable[int], most: int, budget: Budget) -> Generator[int, bool, list[int]]:
    """Return so many moves at most; none if there are more, or if the time ends before.

    It yields the moves of each portion as nodes, and gives up once it is sent True.
    """
    line: list[int] = []
    for move in moves:
        line.append(move)
        if len(line) > most:
            return []
        if len(line) % PORTION == 0:
            given_up = yield PORTION
            if given_up or time.monotonic() >= budget.deadline:
                return []
    return line
