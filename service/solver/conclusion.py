"""From what is proven of a position's options to an analysis of the position."""

from __future__ import annotations

from service.solver.analysis import Analysis, Budget, Cost, Option, Proof
from service.solver.assessments import assess_root
from service.solver.certificates import Certificate
from service.solver.drawn_play import play_out, turned
from service.solver.kernels import ladder
from service.solver.meter import Meter
from service.solver.mistakes import Mistakes, count_mistakes
from service.solver.options import Outset
from service.solver.searches import Search
from service.solver.variation import principal_variation


def without_search(outset: Outset, proof: Proof, budget: Budget) -> Analysis:
    """The analysis of a position whose every option draws by this proof."""
    bounds = [(0, 0)] * outset.cells.size
    nothing_to_win = proof.method == "no_open_lines"
    mistakes = Mistakes() if nothing_to_win else count_mistakes(outset, bounds, 0, budget)
    options = outset.list_options(bounds, mistakes.counts, budget.seed)
    order = [option.cell for option in options]
    line = play_out(outset.board, outset.contents, order, proof)
    cost = Cost(True, None, _depth(options), mistakes.nodes, 0, budget.spent)
    return Analysis(outset.board, options[0].assessment, options, line, proof, cost)


def after_search(
    outset: Outset, certificate: Certificate, search: Search, meter: Meter, budget: Budget
) -> Analysis:
    """The analysis of a position that has been searched; the meter still has nodes for a line."""
    bounds = list(zip(search.lower.tolist(), search.upper.tolist(), strict=True))
    mistakes = count_mistakes(outset, bounds, search.nodes, budget)
    meter.charge(mistakes.nodes)
    options = outset.list_options(
        bounds, mistakes.counts, budget.seed, search.estimates, certificate.first_move
    )
    stopped_by = None if search.settled else meter.stopped_by
    best, proof, classes = options[0], certificate.proof, outset.classes
    line = [best.cell]
    if proof is not None and classes[best.cell] == classes[proof.first_move]:
        proof = turned(proof, outset.board, outset.contents, best.cell)
        order = [option.cell for option in options]
        line = play_out(outset.board, outset.contents, order, proof)
    elif best.assessment.value is not None:
        index = outset.cells.tolist().index(int(classes[best.cell]))
        line = principal_variation(best.cell, bounds[index], search, meter)
    assessment = assess_root(outset.board, bounds, best.assessment.score, outset.empty.size)
    if search.won_by_threats:
        proof = Proof("threat_sequence")
    elif proof is None and assessment.value is not None:
        proof = Proof("potential" if certificate.low_potential else "search")
    cost = Cost(
        complete=search.settled,
        stopped_by=stopped_by,
        depth=_depth(options) if search.settled else int(search.climb.state[ladder.RUNG]) - 1,
        nodes=search.nodes + mistakes.nodes,
        table_hits=search.table_hits,
        seconds=budget.spent,
    )
    return Analysis(outset.board, assessment, options, line, proof, cost)


def _depth(options: list[Option]) -> int:
    """The most plies that were looked ahead to prove the options that are proven."""
    return max(option.assessment.plies_to_end or 0 for option in options)
