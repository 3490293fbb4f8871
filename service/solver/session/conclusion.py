"""The conclusion: from bounds on the options of a position to an analysis of the position."""

from collections.abc import Iterable

from service.solver import tie_breaks
from service.solver.analysis import Analysis, Budget, Cost, Option, Proof, depth_of
from service.solver.endgame import FEW_CELLS
from service.solver.root import RootMoves, assess_root
from service.solver.session.opening import Opening
from service.solver.session.portfolio import Portfolio
from service.solver.session.time_manager import TimeManager
from service.solver.session.variation import Variation
from service.solver.static_proofs import StaticProof, play_out, won_line
from service.solver.told_line import told_line

PORTION = 64
"""The moves of a line of play that are made before the clock is looked at."""


class Conclusion:
    """The conclusion, with a line of play that can be extended where there is more time."""

    def __init__(
        self,
        root: RootMoves,
        static_proof: StaticProof,
        opening: Opening | None,
        portfolio: Portfolio,
        time_manager: TimeManager,
        budget: Budget,
    ) -> None:
        """Conclude from what is proven now, whatever another search proves meanwhile."""
        self._root, self._opening, self._static_proof = root, opening, static_proof
        self._portfolio, self._time_manager, self._budget = portfolio, time_manager, budget
        self._bounds = bounds = portfolio.proven.snapshot()
        engines = portfolio.engines
        mistakes = tie_breaks.weigh_mistakes(
            root,
            engines.position if static_proof.has_open_lines else None,
            engines.table,
            bounds,
            budget,
            spent=portfolio.nodes,
            to_the_end=root.empty.size <= FEW_CELLS,
        )
        time_manager.charge(mistakes.nodes)
        self._nodes_beside = mistakes.nodes
        first_move = static_proof.first_move
        if opening is not None and budget.seed is None:
            first_move = opening.first_move
        self._options = root.list_options(
            bounds, mistakes.likelihoods, budget.seed, portfolio.estimates, first_move
        )
        self._proof = static_proof.proof_after(self._options[0].cell, root)
        self._variation = self._line_of_play(self._options[0], self._proof)

    def extend_line(self, most_nodes: int) -> bool:
        """Extend the line of play; see `Variation.extend`."""
        return self._variation.extend(most_nodes)

    def analysis(self) -> Analysis:
        """Return the analysis, with the line of play as far as it is known."""
        root, bounds, options, portfolio = self._root, self._bounds, self._options, self._portfolio
        assessment = assess_root(root.board, bounds, options[0].assessment.score, root.empty.size)
        line, ended = told_line(root.board, self._variation.line, assessment)
        proof = Proof("threat_sequence") if portfolio.won_by_threats(bounds[0]) else self._proof
        proof = (
            proof or self._static_proof.proof or (self._opening.proof if self._opening else None)
        )
        if proof is None and assessment.value is not None:
            proof = Proof("potential" if self._static_proof.low_potential else "search")
        settled, stopped_by = portfolio.settles(bounds), self._time_manager.stopped_by
        if settled:
            stopped_by = None if ended else stopped_by or "exhausted"
        elif portfolio.exhausted:
            stopped_by = "exhausted"
        cost = Cost(
            complete=settled,
            stopped_by=stopped_by,
            depth=depth_of(options) if settled else portfolio.engines.deepening.depth,
            nodes=portfolio.nodes + self._nodes_beside,
            table_hits=portfolio.table_hits,
            seconds=self._budget.spent,
        )
        return Analysis(root.board, assessment, options, line, proof, cost)

    def _line_of_play(self, best: Option, proof: Proof | None) -> Variation:
        """Return the line of play from the best option on, by its static `proof` if it has one."""
        root, portfolio, time_manager = self._root, self._portfolio, self._time_manager
        if proof is not None and proof.method in ("pairing", "no_open_lines"):
            drawn = play_out(root.board, [option.cell for option in self._options], proof)
            return Variation(drawn, portfolio, time_manager)
        if proof is not None and proof.method == "tiling":
            # The theorem shows no move, and a search would find none that it can prove.
            return Variation([best.cell], portfolio, time_manager)
        if best.assessment.value is None:
            return Variation(portfolio.expected_line(best.cell), portfolio, time_manager)
        bounds = root.bounds_of(best.cell, self._bounds)
        if proof is not None and not best.assessment.shortest:
            # A search may have found a sooner end than that to which the strategy leads.
            moves, most = won_line(root.board, best.cell), best.assessment.plies_to_end or 0
            if won := whole_line(moves, most, self._budget):
                return Variation(won, portfolio, time_manager)
        line = self._opening.line(best.cell, bounds[0]) if self._opening else []
        _, ended = told_line(root.board, line, best.assessment)
        return Variation(line or [best.cell], portfolio, time_manager, None if ended else bounds)


def whole_line(moves: Iterable[int], most: int, budget: Budget) -> list[int]:
    """Return so many moves at most; none if there are more, or if the time ends before."""
    line: list[int] = []
    for move in moves:
        line.append(move)
        if len(line) > most:
            return []
        if len(line) % PORTION == 0 and budget.ends_within():
            return []
    return line
