"""From the trees of a search by jobs to an analysis of its position."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from service.game import Board, other
from service.research.cluster.search import JobSearch
from service.research.cluster.tree import Tree, played
from service.solver import Analysis, Assessment, Bounds, Budget, Cost, Proof, Solver, Stop
from service.solver.lines import WIN
from service.solver.lines.kernels.scores import sharpen_lower, sharpen_upper
from service.solver.memory import ProvenOptions
from service.solver.root import assess, look_at_root

NODES = 10_000
"""Of a look before the jobs, and of one at what they have proven."""


def quick_look(board: Board, solver: Solver) -> Analysis:
    """What is known of a position at once; complete if its value is."""
    seen = solver.analyse(board, Budget(nodes=NODES, best_only=True))
    if seen.assessment.value is None:
        return seen
    return replace(seen, search=replace(seen.search, complete=True, stopped_by=None))


def conclude(
    search: JobSearch, solver: Solver, budget: Budget, stopped_by: Stop | None
) -> Analysis:
    """The analysis of the position; complete if its value is proven."""
    proven = proven_options(search)
    seen = solver.analyse(search.board, Budget(nodes=NODES, best_only=True), proven=proven)
    assessment = tightened(seen.assessment, search)
    proof = seen.proof
    if proof is None and assessment.value is not None:
        proof = Proof("search")
    complete = assessment.value is not None
    cost = Cost(
        complete=complete,
        stopped_by=None if complete else stopped_by,
        depth=seen.search.depth,
        nodes=search.nodes + seen.search.nodes,
        table_hits=seen.search.table_hits,
        seconds=budget.spent,
    )
    return replace(seen, assessment=assessment, proof=proof, search=cost)


def tightened(known: Assessment, search: JobSearch) -> Assessment:
    """What is known of the position: by its options, or by the root of a tree as a whole."""
    lower = max(known.bounds.lower, search.bounds.lower)
    upper = min(known.bounds.upper, search.bounds.upper)
    if known.value is not None or lower < upper:
        return known._replace(bounds=Bounds(lower, upper))
    remaining = search.board.empty.bit_count()
    win, loss = outcomes(remaining)
    least, most = {1: (win, WIN), 0: (0, 0), -1: (-WIN, loss)}[lower]
    return assess(least, most, known.score, remaining)


def outcomes(remaining: int) -> tuple[int, int]:
    """The least score of a win, and the most of a loss, with so many empty cells."""
    win = int(sharpen_lower(WIN - remaining, remaining))
    return win, int(sharpen_upper(remaining - WIN, remaining))


def proven_options(search: JobSearch) -> ProvenOptions:
    """What the trees say of the options."""
    board = search.board
    proven = ProvenOptions(board)
    proven.cells = cells = look_at_root(board).cells
    proven.lower, proven.upper = np.full(cells.size, -WIN), np.full(cells.size, WIN)
    win, loss = outcomes(board.empty.bit_count())
    if not board.x | board.o and search.trees[0].weak and search.trees[0].root.holds:
        # The second player holds in the weak game, though a move behind: so does the first after
        # any option, for whom one stone more does no harm.
        proven.lower[:] = 0
    for tree in search.trees:
        mine = tree.attacker == board.to_move
        for place, cell in enumerate(cells.tolist()):
            holds = verdict(tree, search, cell)
            if holds is None:
                continue
            if holds and mine:
                proven.upper[place] = min(proven.upper[place], 0)
            elif holds:
                proven.lower[place] = max(proven.lower[place], 0)
            elif mine:
                proven.lower[place] = win
            else:
                proven.upper[place] = loss
    return proven


def verdict(tree: Tree, search: JobSearch, cell: int) -> bool | None:
    """Whether the defender holds after an option, in the real game; None where it is not known."""
    root, board = tree.root, search.board
    if root.decided and root.holds == root.attacks:
        # Whatever the option.
        node = root
    else:
        stones = board.stones(tree.attacker), board.stones(other(tree.attacker))
        found = tree.find(played(stones, cell, root.attacks))
        if found is None or not found.decided:
            return None
        node = found
    return None if tree.weak and not node.holds else node.holds
