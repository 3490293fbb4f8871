"""Facts that need no other facts: pairs with a potential, rows completed at once, and threats."""

from collections.abc import Iterable

import numpy as np

from service.game import Rules, bits, union
from service.research.certificates.facts import Fact
from service.solver.lines import ROOT, whole_board
from service.solver.proof_number.kernels import hypergraph, leaf_pairing, zones
from service.solver.proof_number.kernels.hypergraph import MOST_SETS, UNIT

STEPS = 1000
"""How many steps the search for pairs may take."""


class Leaves:
    """The facts about positions of one board of at most 64 cells and `MOST_SETS` lines.

    All sets of cells are bitboards.
    """

    def __init__(self, rules: Rules) -> None:
        self._words = whole_board(rules).lines[ROOT]
        self._lines: list[int] = self._words.tolist()
        self._sets = np.zeros(MOST_SETS, np.uint64)
        self._finder = leaf_pairing.new_finder()

    def completions(self, own: int, opponent: int) -> int:
        """Return the cells on which one stone completes a row."""
        missing = [line & ~own for line in self._lines if not line & opponent]
        return union(cells for cells in missing if not cells & (cells - 1))

    def without_pairs(self, own: int, opponent: int) -> tuple[list[int], list[int]]:
        """Return the private pairs of the open sets of the opponent, and the sets that have none.

        An open set holds the cells that the opponent lacks of a line without a stone of `own`. Sets
        that contain others are left out.
        """
        size = hypergraph.open_sets(self._words, np.uint64(opponent), np.uint64(own), self._sets)
        size = hypergraph.drop_supersets(self._sets[:size], size)
        return private_pairs(self._sets[:size].tolist())

    def pairing(self, own: int, opponent: int, *, own_turn: bool) -> tuple[Fact, list[int]] | None:
        """Return the fact that `own` holds by pairs and a potential of other sets, and the pairs.

        The result is None if none are found, which proves nothing.
        """
        sets, finder, limit = self._sets, self._finder, UNIT if own_turn else UNIT // 2
        pairs, others = self.without_pairs(own, opponent)
        unpaired = sets[: len(others)]
        unpaired[:] = others
        potential = hypergraph.potential(unpaired)
        if potential >= leaf_pairing.MOST_POTENTIAL:
            return None
        if potential >= limit:
            paired, rest, _ = leaf_pairing.find_pairs(unpaired, limit, STEPS, finder)
            if paired == zones.UNKNOWN:
                return None
            unpaired = finder.left[:rest]
            pairs += set(finder.partners[bits(int(paired))].tolist())
        free = int(hypergraph.union(unpaired)) | union(pairs)
        blocked = [line for line in self._lines if line & own and all(p & ~line for p in pairs)]
        return Fact(cover(blocked, own), free), pairs

    def completed(
        self, own: int, empty: int, cells: Iterable[int], after: Fact, lacking: int
    ) -> Fact:
        """Return the fact that `own` completes a row on one of these cells, or threatens to.

        The opponent lacks `lacking` cells of each row: one if `own` is to move, else two. `after`
        is the fact that applies once the opponent has taken the only cell; it is empty if there are
        several, or if `own` is to move.
        """
        held, free, plies = after
        for cell in cells:
            held |= self._threat(own, cell)
            free |= 1 << cell
        return self._delayed(Fact(held, free, plies + 1), own, empty, lacking)

    def _threat(self, own: int, cell: int) -> int:
        """Return the stones of a row that lacks only a cell."""
        move = 1 << cell
        rows = (line for line in self._lines if line & move and not line & ~(own | move))
        return next(rows) ^ move

    def _delayed(self, fact: Fact, own: int, empty: int, cells: int) -> Fact:
        """Add stones and free cells to a fact, so that the opponent lacks `cells` of each row."""
        held, free, plies = fact
        quick = [line for line in self._lines if (line & free).bit_count() < cells]
        held |= cover([line for line in quick if line & own and not line & held], own)
        for _ in range(cells):
            quick = [line for line in quick if (line & free).bit_count() < cells]
            free |= cover([line & empty & ~free for line in quick if not line & held], empty)
        return Fact(held, free, plies)


def private_pairs(sets: list[int]) -> tuple[list[int], list[int]]:
    """Return the private pairs of sets, and the sets that have none.

    A private pair is two cells of a set that are in no other set. Cells of a set that is left out
    may be private to others, so the search for pairs is repeated.
    """
    pairs: list[int] = []
    while True:
        once = twice = 0
        for cells in sets:
            twice |= once & cells
            once |= cells
        others = []
        for cells in sets:
            private = cells & ~twice
            rest = private & (private - 1)
            if rest:
                pairs.append(private ^ rest | rest & -rest)
            else:
                others.append(cells)
        if len(others) == len(sets):
            return pairs, others
        sets = others


def cover(sets: list[int], cells: int) -> int:
    """Return cells of `cells` of which each set has one.

    They are chosen greedily: first the cell that most sets have.
    """
    chosen = 0
    while sets:
        best = max(bits(cells), key=lambda cell: sum(members >> cell & 1 for members in sets))
        chosen |= 1 << best
        sets = [members for members in sets if not members >> best & 1]
    return chosen
