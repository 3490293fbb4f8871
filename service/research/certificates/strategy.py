"""The strategy of one side: walked from a position on, as facts that anyone can check.

The searches keep what is proven, but not how. So they are asked again, a position at a time: what
their table still knows they answer at once, and what it has lost they prove once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_
from typing import NamedTuple

from service.game import Rules, bits, union
from service.research.certificates import document
from service.research.certificates.document import Node
from service.research.certificates.facts import Fact, Facts, Step
from service.research.certificates.leaves import Leaves
from service.solver.lines import OPPONENT, ROOT, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofSearch

SLICE = 1 << 12
"""Nodes of a search between two looks at whether to go on."""
WEAK_SHARE = 4
"""So many times as much is spent to find out whether the weak game is a proof, too."""
TRIES = 8
"""Moves of which it is tried whether they hold by pairs."""


class Told(NamedTuple):
    """A node, and the fact that it shows."""

    node: Node
    fact: Fact
    own_turn: bool
    """Whether the side is to move."""


class Strategy:
    """Facts by which a side wins, or holds, positions of one board."""

    def __init__(
        self, rules: Rules, wins: bool, table: TranspositionTable, going_on: Callable[[int], None]
    ) -> None:
        """Of a board of at most 64 cells, and few enough lines for `ProofSearch`.

        `going_on` is called again and again with the number of nodes so far; to stop, it raises.
        """
        self.nodes: list[Node] = []
        self._wins, self._going_on = wins, going_on
        self._cells = (1 << rules.cells) - 1
        self._leaves, self._facts = Leaves(rules), Facts(rules)
        self._weak, self._strong = (
            ProofSearch(whole_board(rules), table, weak) for weak in (True, False)
        )
        self._search = self._strong

    def prove(self, own: int, opponent: int, own_turn: bool, weak: bool | None = None) -> Fact:
        """What the side reaches its goal by, in a position where it does; the last of `nodes`.

        `own` and `opponent` are the stones; `weak` says whether the weak game shows that the side
        holds, if that is known.
        """
        if weak is not None:
            self._search = self._weak if weak else self._strong
        elif not self._wins:
            self._search = self._choose(own, opponent, own_turn)
        return self._step(own, opponent, own_turn).fact

    @property
    def told(self) -> list[Told]:
        """All that has been proven, for another strategy to take over."""
        kept = zip(self.nodes, self._facts.kept, strict=True)
        return [Told(node, fact, own_turn) for node, (fact, own_turn) in kept]

    def take_over(self, told: Sequence[Told]) -> None:
        """Know what another strategy has proven."""
        before = len(self.nodes)
        for node, fact, own_turn in told:
            children = tuple(each._replace(number=each.number + before) for each in node.children)
            self._keep(fact, own_turn, node._replace(children=children))

    def _choose(self, own: int, opponent: int, own_turn: bool) -> ProofSearch:
        """The search of the weak game if it shows that the side holds: its proofs are smaller."""
        for search in (self._weak, self._strong):
            self._ask(search, own, opponent, own_turn)
        while not self._weak.search(self._weak.nodes + WEAK_SHARE * SLICE):
            self._going_on(0)
            if self._strong.search(self._strong.nodes + SLICE):
                return self._strong
        return self._weak if self._weak.holds else self._strong

    def _step(self, own: int, opponent: int, own_turn: bool) -> Step:
        known = self._facts.find(own, self._cells & ~(own | opponent), own_turn)
        if known is not None:
            return known
        self._going_on(len(self.nodes))
        return self._own_turn(own, opponent) if own_turn else self._other_turn(own, opponent)

    def _own_turn(self, own: int, opponent: int) -> Step:
        empty = self._cells & ~(own | opponent)
        rows = bits(self._leaves.completions(own, opponent))
        if rows and self._search is self._strong:
            fact = self._leaves.row(own, empty, rows[0])
            return self._keep(fact, True, document.row(fact, rows[0]))
        held = self._hold(own, opponent, True)
        if held is not None:
            return held
        cell = self._move(own, opponent)
        after = self._step(own | 1 << cell, opponent, False)
        stones, free, plies = after.fact
        fact = Fact(stones & ~(1 << cell), free | 1 << cell, plies + 1)
        return self._keep(fact, True, document.move(cell, after))

    def _other_turn(self, own: int, opponent: int) -> Step:
        held = self._hold(own, opponent, False)
        if held is not None:
            return held
        threats = bits(self._leaves.completions(own, opponent))[:2]
        if threats and self._search is self._strong:
            return self._threaten(own, opponent, threats)
        empty = self._cells & ~(own | opponent)
        left, answers = empty, []
        for cell in self._urgent(own, opponent, empty):
            if left >> cell & 1:
                answers.append(self._step(own, opponent | 1 << cell, True))
                left &= answers[-1].fact.free
        answers = spared(answers)
        fact = Fact(
            stones=union(each.fact.stones for each in answers),
            free=union(each.fact.free for each in answers),
            plies=1 + max(each.fact.plies for each in answers),
        )
        return self._keep(fact, False, document.replies(answers))

    def _threaten(self, own: int, opponent: int, cells: list[int]) -> Step:
        """The opponent must take all of these cells."""
        empty = self._cells & ~(own | opponent)
        after = [self._step(own, opponent | 1 << cell, True) for cell in cells if len(cells) == 1]
        base = after[0].fact if after else Fact(0, 0, 1)
        fact = self._leaves.threats(own, empty, cells, base)
        return self._keep(fact, False, document.threats(fact, cells, after))

    def _hold(self, own: int, opponent: int, own_turn: bool) -> Step | None:
        """By pairs alone, where that is the goal and they are found."""
        found = None if self._wins else self._leaves.pairing(own, opponent, own_turn)
        if found is None:
            return None
        fact, pairs = found
        return self._keep(fact, own_turn, document.pairs(fact, own_turn, pairs))

    def _keep(self, fact: Fact, own_turn: bool, node: Node) -> Step:
        self.nodes.append(node)
        return self._facts.add(fact, own_turn)

    def _move(self, own: int, opponent: int) -> int:
        """A move of the side that reaches its goal."""
        empty = self._cells & ~(own | opponent)
        blocks = bits(self._leaves.completions(opponent, own))
        if blocks:
            return blocks[0]
        if self._wins:
            for cell in bits(empty):
                if self._leaves.completions(own | 1 << cell, opponent).bit_count() > 1:
                    return cell
        else:
            for cell in self._urgent(own, opponent, empty)[1 : TRIES + 1]:
                if self._leaves.pairing(own | 1 << cell, opponent, False):
                    return cell
        search = self._search
        self._ask(search, own, opponent, True)
        while not search.search(search.nodes + SLICE):
            self._going_on(len(self.nodes))
        if self._wins:
            return search.winning_move
        cell = search.holding_move
        return cell if cell >= 0 else self._keeper(own, opponent, empty)

    def _keeper(self, own: int, opponent: int, empty: int) -> int:
        """A move by which the side holds, where that is seen without a search, but not which."""
        search, nodes = self._search, 1
        while True:
            for cell in self._urgent(own, opponent, empty):
                self._going_on(len(self.nodes))
                self._ask(search, own | 1 << cell, opponent, False)
                if search.search(search.nodes + nodes) and search.holds:
                    return cell
            nodes *= 2

    def _ask(self, search: ProofSearch, own: int, opponent: int, own_turn: bool) -> None:
        """Begin a question; the side is ROOT, and attacks where it wants to win."""
        search.ask(
            ROOT if self._wins else OPPONENT, (own, opponent), ROOT if own_turn else OPPONENT
        )

    def _urgent(self, own: int, opponent: int, empty: int) -> list[int]:
        """The empty cells: first that which matters least to the opponent, then the others.

        What answers that move answers most of them.
        """
        weights = [0.0] * empty.bit_length()
        for each in self._leaves.without_pairs(own, opponent)[1]:
            for cell in bits(each):
                weights[cell] += 0.5 ** each.bit_count()
        least, *others = sorted(bits(empty), key=weights.__getitem__)
        return [least, *others[::-1]]


def spared(answers: Sequence[Step]) -> list[Step]:
    """The answers without those that are superfluous: no cell is needed by all of the others."""
    kept = list(answers)
    for each in answers[::-1]:
        others = [answer for answer in kept if answer is not each]
        if others and not reduce(and_, (answer.fact.free for answer in others)):
            kept = others
    return kept
