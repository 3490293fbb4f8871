"""The strategy of one side from a position on, as facts that anyone can check.

The transposition table holds what is proven, but not why. So the searches are asked again for one
position after the other: they answer at once if the table still has the result, else they prove it
again.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_

from service.game import Rules, bits, union
from service.research.certificates import document
from service.research.certificates.document import Node
from service.research.certificates.facts import Fact, Facts, Step
from service.research.certificates.leaves import Leaves
from service.solver.lines import OPPONENT, ROOT, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofSearch

SLICE = 1 << 12
"""How many nodes are searched before checking whether to go on."""
WEAK_SHARE = 4
"""The weak game gets so many nodes for each node of the strong one; its proofs are smaller."""
TRIES = 8
"""The number of moves that are tried for one by which the side holds by pairs."""


class Strategy:
    """The facts by which a side wins (`wins`) or holds positions of one board."""

    def __init__(
        self,
        rules: Rules,
        table: TranspositionTable,
        going_on: Callable[[int], None],
        *,
        wins: bool,
    ) -> None:
        """The board has at most 64 cells, and few enough lines for `ProofSearch`.

        `going_on` is called at intervals with the number of nodes so far; to stop, it raises.
        """
        self.nodes: list[Node] = []
        self._wins, self._going_on = wins, going_on
        self._cells = (1 << rules.cells) - 1
        self._leaves = Leaves(rules)
        self._facts = {own_turn: Facts(rules) for own_turn in (True, False)}
        self._weak, self._strong = (
            ProofSearch(whole_board(rules), table, weak=weak) for weak in (True, False)
        )
        self._search = self._strong

    def prove(self, own: int, opponent: int, *, own_turn: bool) -> Fact:
        """Return the fact, and the last of `nodes`, that the side reaches its goal in a position.

        This has to be true. `own` and `opponent` are the stones.
        """
        if not self._wins:
            self._search = self._choose(own, opponent, own_turn=own_turn)
        return self._step(own, opponent, own_turn=own_turn).fact

    def _choose(self, own: int, opponent: int, *, own_turn: bool) -> ProofSearch:
        """Return the search of the weak game if the side holds there, else of the strong game."""
        for search in (self._weak, self._strong):
            self._ask(search, own, opponent, own_turn=own_turn)
        while not self._weak.search(self._weak.nodes + WEAK_SHARE * SLICE):
            self._going_on(0)
            if self._strong.search(self._strong.nodes + SLICE):
                return self._strong
        return self._weak if self._weak.holds else self._strong

    def _step(self, own: int, opponent: int, *, own_turn: bool) -> Step:
        """Find a fact that applies to a position, or prove one."""
        step = self._facts[own_turn].find(own, self._cells & ~(own | opponent))
        if step is not None:
            return step
        self._going_on(len(self.nodes))
        return self._own_turn(own, opponent) if own_turn else self._other_turn(own, opponent)

    def _own_turn(self, own: int, opponent: int) -> Step:
        """Prove a fact about a position in which the side is to move."""
        empty = self._cells & ~(own | opponent)
        rows = bits(self._leaves.completions(own, opponent))
        if rows and self._search is self._strong:
            fact = self._leaves.completed(own, empty, rows[:1], Fact(0, 0), lacking=1)
            return self._keep(fact, document.row(fact, rows[0]), own_turn=True)
        if step := self._hold(own, opponent, own_turn=True):
            return step
        cell = self._move(own, opponent)
        after = self._step(own | 1 << cell, opponent, own_turn=False)
        stones, free, plies = after.fact
        fact = Fact(stones & ~(1 << cell), free | 1 << cell, plies + 1)
        return self._keep(fact, document.move(cell, after), own_turn=True)

    def _other_turn(self, own: int, opponent: int) -> Step:
        """Prove a fact about a position in which the opponent is to move."""
        if step := self._hold(own, opponent, own_turn=False):
            return step
        threats = bits(self._leaves.completions(own, opponent))[:2]
        if threats and self._search is self._strong:
            return self._threaten(own, opponent, threats)
        empty = self._cells & ~(own | opponent)
        unanswered, answers = empty, []
        for cell in self._by_urgency(own, opponent, empty):
            if unanswered >> cell & 1:
                answers.append(self._step(own, opponent | 1 << cell, own_turn=True))
                unanswered &= answers[-1].fact.free
        answers = without_superfluous(answers)
        fact = Fact(
            stones=union(answer.fact.stones for answer in answers),
            free=union(answer.fact.free for answer in answers),
            plies=1 + max(answer.fact.plies for answer in answers),
        )
        return self._keep(fact, document.replies(answers), own_turn=False)

    def _threaten(self, own: int, opponent: int, cells: list[int]) -> Step:
        """Prove a fact by threats: the opponent would have to take all of these cells."""
        empty = self._cells & ~(own | opponent)
        after = []
        if len(cells) == 1:
            after = [self._step(own, opponent | 1 << cells[0], own_turn=True)]
        base = after[0].fact if after else Fact(0, 0, 1)
        fact = self._leaves.completed(own, empty, cells, base, lacking=2)
        return self._keep(fact, document.threats(fact, cells, after), own_turn=False)

    def _hold(self, own: int, opponent: int, *, own_turn: bool) -> Step | None:
        """Prove by pairs that the side holds; None if that is not the goal, or none are found."""
        pairing = None if self._wins else self._leaves.pairing(own, opponent, own_turn=own_turn)
        if pairing is None:
            return None
        fact, pairs = pairing
        return self._keep(fact, document.pairs(fact, pairs, own_turn=own_turn), own_turn=own_turn)

    def _keep(self, fact: Fact, node: Node, *, own_turn: bool) -> Step:
        """Add a fact and the node that proves it."""
        step = Step(fact, len(self.nodes))
        self.nodes.append(node)
        self._facts[own_turn].add(step)
        return step

    def _move(self, own: int, opponent: int) -> int:
        """Find a move by which the side reaches its goal."""
        empty = self._cells & ~(own | opponent)
        blocks = bits(self._leaves.completions(opponent, own))
        if blocks:
            return blocks[0]
        if self._wins:
            for cell in bits(empty):
                if self._leaves.completions(own | 1 << cell, opponent).bit_count() > 1:
                    return cell
        else:
            for cell in self._by_urgency(own, opponent, empty)[1 : TRIES + 1]:
                if self._leaves.pairing(own | 1 << cell, opponent, own_turn=False):
                    return cell
        search = self._search
        self._ask(search, own, opponent, own_turn=True)
        while not search.search(search.nodes + SLICE):
            self._going_on(len(self.nodes))
        if self._wins:
            return search.winning_move
        cell = search.holding_move
        return cell if cell >= 0 else self._holding_move(own, opponent, empty)

    def _holding_move(self, own: int, opponent: int, empty: int) -> int:
        """Find a move by which the side holds, if the search has proven that without naming one."""
        search, nodes = self._search, 1
        while True:
            for cell in self._by_urgency(own, opponent, empty):
                self._going_on(len(self.nodes))
                self._ask(search, own | 1 << cell, opponent, own_turn=False)
                if search.search(search.nodes + nodes) and search.holds:
                    return cell
            nodes *= 2

    def _ask(self, search: ProofSearch, own: int, opponent: int, *, own_turn: bool) -> None:
        """Begin a search. The side is called ROOT, and it attacks if its goal is to win."""
        search.ask(
            ROOT if self._wins else OPPONENT, (own, opponent), ROOT if own_turn else OPPONENT
        )

    def _by_urgency(self, own: int, opponent: int, empty: int) -> list[int]:
        """Return the empty cells: the least valuable to the opponent, then the others by value.

        The answer to the least valuable move often answers most other moves as well.
        """
        weights = [0.0] * empty.bit_length()
        for cells in self._leaves.without_pairs(own, opponent)[1]:
            for cell in bits(cells):
                weights[cell] += 0.5 ** cells.bit_count()
        least, *others = sorted(bits(empty), key=weights.__getitem__)
        return [least, *others[::-1]]


def without_superfluous(answers: Sequence[Step]) -> list[Step]:
    """Return the answers without superfluous ones: no cell is free in all of the rest.

    So for every move of the opponent some answer needs no free cell on which it was played.
    """
    needed = list(answers)
    for candidate in answers[::-1]:
        others = [answer for answer in needed if answer is not candidate]
        if others and not reduce(and_, (answer.fact.free for answer in others)):
            needed = others
    return needed
