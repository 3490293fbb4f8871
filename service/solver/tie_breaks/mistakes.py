"""Among equally good options: how likely the opponent's reply to each is a mistake.

Which replies are mistakes is proven by a search, see `kernels.mistakes`; how likely they are, see
`root.kernels.replies`.

What a share of the nodes does not prove is not counted. The search then has a table of its own,
empty at first, so that the result depends on the position and the nodes alone, not on what was
asked before. If the nodes are not limited and few cells are empty, the search goes to the end with
the table of all searches: the result is the same whatever is known.

On the empty board the number of lines through a move stands for that likelihood: first moves that
are equally good are in the order in which they are taught, not in that of the traps that they set.
"""

from typing import NamedTuple

import numpy as np

from service.solver.alpha_beta.kernels.masks import new_search
from service.solver.analysis import UNLIMITED, Budget
from service.solver.any_rules.kernels.state import free_game
from service.solver.lines import KEYS, WIN, BitboardPosition
from service.solver.memory import BUCKET_WORDS, TranspositionTable
from service.solver.root import RootMoves
from service.solver.root.kernels.ranking import best_of
from service.solver.root.kernels.replies import weigh
from service.solver.tie_breaks.kernels.mistakes import find_likely_mistakes, new_replies

MOST_NODES = 1 << 12
"""The nodes that one analysis may take, unless it searches to the end: some milliseconds."""
SLICE = 1 << 8
"""The nodes that are searched before the clock is looked at."""


class Mistakes(NamedTuple):
    """What is known of the opponent's mistakes."""

    likelihoods: np.ndarray
    """The likelihood of a mistake after each option, shape (options,), int64, in units of
    `root.kernels.replies`; 0 where nothing was counted, as after all but the best options."""
    nodes: int = 0
    """The nodes that were searched."""


_keys = np.arange(KEYS, dtype=np.uint64)


def weigh_mistakes(
    root: RootMoves,
    position: BitboardPosition | None,
    table: TranspositionTable,
    bounds: np.ndarray,
    budget: Budget,
    *,
    spent: int,
    to_the_end: bool,
) -> Mistakes:
    """Weigh the mistakes after the best options, if several are proven to be equally good.

    `bounds` are those of `root.cells`, shape (2, options), int64, which took `spent` nodes;
    `to_the_end` says that few cells are empty. Nothing is weighed if more cells are empty than fit
    the words of a `position`, or once the time has run out.
    """
    likelihoods = np.zeros(root.cells.size, np.int64)
    if root.empty.size == root.contents.size and not root.board.rules.misere:
        best = best_of(*bounds)
        if root.board.geometry.lists_lines:
            likelihoods[best] = np.diff(root.board.geometry.uses[1])[root.cells[best]]
        return Mistakes(likelihoods)
    if position is None or budget.ends_within():
        return Mistakes(likelihoods)
    best = best_of(*bounds)
    if best.size < 2:
        return Mistakes(likelihoods)
    score = min(bounds[:, best[0]].tolist(), key=abs)
    if score == WIN - 1:
        return Mistakes(likelihoods)
    game, entries, share = position.game, table.entries, UNLIMITED
    if budget.nodes is not None or not to_the_end:
        nodes_left = MOST_NODES if budget.nodes is None else (budget.nodes - spent) // 2
        share = min(MOST_NODES, nodes_left) // best.size
        # Two entries a bucket, and no node leaves more than one.
        entries = np.zeros((MOST_NODES, BUCKET_WORDS), np.uint64)
        if not position.whole:
            # The keys of a part of a larger board depend on what was asked before.
            game = game._replace(keys=_keys)
    moves = np.array(position.to_places(root.cells[best].tolist()), np.int64)
    search = new_search(free_game(game), entries, game.cells + 1, False, 0)
    replies = new_replies()
    mistakes, nodes = np.zeros((best.size, game.cells), np.bool_), 0
    while not find_likely_mistakes(
        search, replies, *position.stones, score, moves, share, mistakes, nodes + SLICE
    ):
        nodes = int(search.control["nodes"][0])
        if budget.ends_within():
            return Mistakes(likelihoods, nodes)
    cells = np.arange(root.contents.size) if position.whole else position.empty
    lines = root.board.geometry.lines
    likelihoods[best] = weigh(lines, root.contents, root.cells[best], cells, mistakes)
    return Mistakes(likelihoods, int(search.control["nodes"][0]))
