"""Lines of play to the end of the game from positions that proof-number search has solved."""

from typing import NamedTuple

from service.game import bits, lazy
from service.solver.alpha_beta import Deepening
from service.solver.analysis import UNLIMITED
from service.solver.lines import OPPONENT, ROOT, BitboardPosition, numbers
from service.solver.lines.kernels.scores import WIN
from service.solver.memory import TranspositionTable
from service.solver.proof_number.proof_search import ProofSearch


class Answer(NamedTuple):
    """The answer to the question whether the opponent of a side wins."""

    holds: bool
    """Whether it does not."""
    move: int
    """A move of that side that holds, if it is to move and one is known; else -1."""


class ProvenPlay:
    """Extends lines of play where iterative deepening alone would have to look too far ahead."""

    def __init__(
        self, position: BitboardPosition, deepening: Deepening, table: TranspositionTable
    ) -> None:
        """`deepening` finds the last moves of a win that is seen without a search."""
        self._position = position
        self._deepening = deepening
        self._table = table
        self._asked: tuple[int, ...] = ()
        self._answers: dict[tuple[int, ...], Answer] = {}

    @lazy
    def _questions(self) -> list[ProofSearch]:
        """Return a search of the weak game and one of the strong game, made when first needed."""
        return [ProofSearch(self._position.game, self._table, weak=weak) for weak in (True, False)]

    @lazy
    def _lines(self) -> list[list[int]]:
        """Return the lines of both players, as bitboards."""
        return [list(filter(None, numbers(lines))) for lines in self._position.game.lines]

    @property
    def nodes(self) -> int:
        if "_questions" not in self.__dict__:
            return 0
        return sum(question.nodes for question in self._questions)

    def draw(self, line: list[int], nodes: int) -> bool:
        """Extend a line of play from a drawn root by moves after which the opponent cannot win.

        It ends with the board full, or where no such move is known; see `Extension`.
        """
        position, limit = self._position, self.nodes + nodes
        stones, mover = self._after(line)
        while len(line) < position.empty.size:
            place = self._holding_move(mover, stones, limit)
            if place is None:
                return False
            line += position.to_cells([place])
            stones, mover = _played(stones, mover, place), 1 - mover
        return True

    def win(self, winner: int, line: list[int], nodes: int) -> bool:
        """Extend a line of play from a root that `winner` (ROOT or OPPONENT) wins, to the end."""
        position, question = self._position, self._questions[1]
        limit = question.nodes + nodes
        while True:
            stones, mover = self._after(line)
            threats = self._completions(winner, stones)
            if mover != winner:
                # Every move of the loser loses; one that blocks is shown where there is one.
                blocks = self._promising(stones)
                place = next((each for each in blocks if each in threats), blocks[0])
            elif threats:
                place = max(threats)
            else:
                self._ask([question], winner, stones, winner)
                if not question.search(limit):
                    return False
                place = question.winning_move
                if place < 0:
                    # A static proof names no move: two completions at once, in three plies.
                    score = WIN - len(line) - 3
                    signed = score if winner == ROOT else -score
                    return self._deepening.extend_line(signed, (), line, UNLIMITED)
            line += position.to_cells([place])
            if mover == winner and threats:
                return True

    def _holding_move(self, mover: int, stones: list[int], limit: int) -> int | None:
        """Return a move after which the opponent cannot win; None where none is found.

        Where a static proof shows that there is one, but not which, each move is asked about.
        """
        holding = self._answer(1 - mover, stones, mover, limit)
        if holding is None:
            return None
        if holding.move >= 0:
            return holding.move
        for place in self._promising(stones):
            safe = self._answer(1 - mover, _played(stones, mover, place), 1 - mover, limit)
            if safe is None:
                return None
            if safe.holds:
                return place
        return None

    def _answer(self, attacker: int, stones: list[int], mover: int, limit: int) -> Answer | None:
        """Return the answer whether the attacker wins; None if so many nodes in all do not suffice.

        The proof may be one of the weak game or of the strong one: each gets half of the nodes.
        """
        weak, strong = self._questions
        asked = self._ask(self._questions, attacker, stones, mover)
        if asked not in self._answers:
            weak_answered = weak.search(weak.nodes + (limit - self.nodes) // 2)
            if weak_answered and weak.holds:
                self._answers[asked] = Answer(True, weak.holding_move)
            elif strong.search(strong.nodes + limit - self.nodes):
                self._answers[asked] = Answer(strong.holds, strong.holding_move)
        return self._answers.get(asked)

    def _ask(
        self, questions: list[ProofSearch], attacker: int, stones: list[int], mover: int
    ) -> tuple[int, ...]:
        """Ask whether the attacker wins, unless that was asked last; return the question."""
        asked = attacker, *stones, mover
        if asked != self._asked and asked not in self._answers:
            self._asked = asked
            for question in questions:
                question.ask(attacker, stones, mover)
        return asked

    def _after(self, line: list[int]) -> tuple[list[int], int]:
        """Return the stones of both players after a line of play from the root, and who moves."""
        stones, mover = numbers(self._position.stones), ROOT
        for place in self._position.to_places(line):
            stones, mover = _played(stones, mover, place), 1 - mover
        return stones, mover

    def _open_sets(self, player: int, stones: list[int]) -> list[int]:
        """Return what a player lacks of each line without a stone of the other."""
        own, other = stones[player], stones[1 - player]
        return [line & ~own for line in self._lines[player] if not line & other]

    def _completions(self, player: int, stones: list[int]) -> set[int]:
        """Return the cells that complete a line of the player."""
        found = self._open_sets(player, stones)
        return {each.bit_length() - 1 for each in found if each.bit_count() == 1}

    def _promising(self, stones: list[int]) -> list[int]:
        """Return the empty cells, those on the most urgent open lines first."""
        weights = [0.0] * self._position.game.cells
        for player in (ROOT, OPPONENT):
            for each in self._open_sets(player, stones):
                for cell in bits(each):
                    weights[cell] += 4.0 ** -each.bit_count()
        taken = stones[ROOT] | stones[OPPONENT]
        cells = [cell for cell in range(len(weights)) if not taken >> cell & 1]
        return sorted(cells, key=lambda cell: -weights[cell])


def _played(stones: list[int], mover: int, place: int) -> list[int]:
    """Return the stones after a move."""
    after = list(stones)
    after[mover] |= 1 << place
    return after
