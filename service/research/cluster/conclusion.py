"""The analysis of a position that follows from the trees of a search by jobs."""

from dataclasses import replace

from service.game import Board, other
from service.research.cluster.search import JobSearch
from service.research.cluster.tree import Node, Tree, played
from service.solver import Analysis, Assessment, Bounds, Budget, Proof, Solver, Stop
from service.solver.lines import WIN
from service.solver.lines.kernels.scores import sharpen_lower, sharpen_upper
from service.solver.proven_options import ProvenOptions
from service.solver.root import assess, look_at_root
from service.solver.told_line import told_line

NODES = 10_000
"""The node limit of the analysis before the jobs, and of the one that uses what they proved."""


def quick_analysis(board: Board, solver: Solver) -> Analysis:
    """Analyse a position within a few nodes; complete if that proves its value."""
    analysis = solver.analyse(board, Budget(nodes=NODES, best_only=True))
    if analysis.assessment.value is None:
        return analysis
    return _completed(analysis, analysis.assessment)


def _completed(analysis: Analysis, assessment: Assessment) -> Analysis:
    """Return an analysis as one that is complete, with this assessment of the position.

    A line of play that was only expected is not told, if more is proven than the analysis knows.
    """
    line = analysis.principal_variation
    if assessment.value != analysis.assessment.value:
        line = line[:1]
    line, ended = told_line(analysis.board, line, assessment)
    stopped_by = None if ended else analysis.search.stopped_by or "exhausted"
    search = replace(analysis.search, complete=True, stopped_by=stopped_by)
    proof = analysis.proof or Proof("search")
    return replace(
        analysis, assessment=assessment, principal_variation=line, proof=proof, search=search
    )


def conclude(
    search: JobSearch, solver: Solver, budget: Budget, stopped_by: Stop | None
) -> Analysis:
    """Return the analysis of the position, which is complete if its value is proven."""
    proven = proven_options(search)
    analysis = solver.analyse(search.board, Budget(nodes=NODES, best_only=True), proven=proven)
    assessment = tightened(analysis.assessment, search)
    if assessment.value is not None:
        analysis = _completed(analysis, assessment)
    else:
        limited = replace(analysis.search, complete=False, stopped_by=stopped_by)
        analysis = replace(analysis, assessment=assessment, search=limited)
    nodes = search.nodes + analysis.search.nodes
    return replace(analysis, search=replace(analysis.search, nodes=nodes, seconds=budget.spent))


def tightened(assessment: Assessment, search: JobSearch) -> Assessment:
    """Return an assessment, tightened by what the roots of the trees prove."""
    lower = max(assessment.bounds.lower, search.bounds.lower)
    upper = min(assessment.bounds.upper, search.bounds.upper)
    if assessment.value is not None or lower < upper:
        return assessment._replace(bounds=Bounds(lower, upper))
    remaining = search.board.empty.bit_count()
    win, loss = outcomes(remaining)
    least, most = {1: (win, WIN), 0: (0, 0), -1: (-WIN, loss)}[lower]
    return assess(least, most, assessment.score, remaining)


def outcomes(remaining: int) -> tuple[int, int]:
    """Return the lowest score of a win and the highest of a loss with `remaining` empty cells."""
    win = int(sharpen_lower(WIN - remaining, remaining))
    return win, int(sharpen_upper(remaining - WIN, remaining))


def proven_options(search: JobSearch) -> ProvenOptions:
    board = search.board
    proven = ProvenOptions(board, look_at_root(board).cells)
    win, loss = outcomes(board.empty.bit_count())
    if not board.x | board.o and search.trees[0].weak and search.trees[0].root.holds:
        # The second player holds in the weak game although the first one moves first. So the first
        # player holds after any option, because an additional stone does no harm.
        proven.lower[:] = 0
    for tree in search.trees:
        mover_attacks = tree.attacker == board.to_move
        for place, cell in enumerate(proven.cells.tolist()):
            holds = verdict(tree, search, cell)
            if holds is None:
                continue
            if holds and mover_attacks:
                proven.upper[place] = min(proven.upper[place], 0)
            elif holds:
                proven.lower[place] = max(proven.lower[place], 0)
            elif mover_attacks:
                proven.lower[place] = win
            else:
                proven.upper[place] = loss
    return proven


def verdict(tree: Tree, search: JobSearch, cell: int) -> bool | None:
    """Return whether the defender holds the strong game after an option; None if not known."""
    node: Node | None = tree.root
    # The verdict on the root may hold after every option.
    if not (tree.root.decided and tree.root.holds == tree.root.attacks):
        board = search.board
        stones = board.stones(tree.attacker), board.stones(other(tree.attacker))
        node = tree.find(played(stones, cell, attacks=tree.root.attacks))
    if node is None or not node.decided:
        return None
    return None if tree.weak and not node.holds else node.holds
