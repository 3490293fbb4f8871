"""Lines of play that proofs of who can win at all lead along, to the end of the game."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from service.solver.climbs import NarrowClimb
from service.solver.kernels import proof_frames
from service.solver.kernels.line_game import LineGame, all_completions
from service.solver.kernels.scores import WIN
from service.solver.proofs import OPPONENT, ROOT, Question
from service.solver.transposition import TranspositionTable


class ProvenPlay:
    """Extends lines of play where a climb alone would have to look too far ahead."""

    def __init__(self, climb: NarrowClimb, table: TranspositionTable) -> None:
        self._climb = climb
        self._table = table

    @cached_property
    def _questions(self) -> list[Question]:
        """Of the weak game and of the strong one; made when first needed."""
        return [Question(self._climb.game, self._table, weak) for weak in (True, False)]

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        if "_questions" not in self.__dict__:
            return 0
        return sum(int(question.control[proof_frames.NODES]) for question in self._questions)

    def draw(self, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from a drawn root by moves after which the opponent cannot win.

        Returns whether the board is full; if not, `node_limit` nodes in all are spent, or no such
        move is known.
        """
        climb = self._climb
        stones, mover = self._after(line)
        while len(line) < climb.empty.size:
            for place in _promising(climb.game, stones):
                after = _played(stones, mover, place)
                safe = self._holds(1 - mover, after, node_limit)
                if safe is None:
                    return False
                if safe:
                    break
            else:
                return False
            line += climb.to_cells([place])
            stones, mover = after, 1 - mover
        return True

    def win(self, winner: int, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from a root that `winner` (ROOT or OPPONENT) wins.

        Returns whether the line is completed; if not, `node_limit` nodes in all are spent.
        """
        climb = self._climb
        while True:
            stones, mover = self._after(line)
            threats = all_completions(climb.game, winner, stones[winner], stones[1 - winner])
            if mover != winner:
                # Whatever she plays loses; she blocks what she can.
                blocks = _promising(climb.game, stones)
                place = next((each for each in blocks if int(threats) >> each & 1), blocks[0])
            elif threats:
                place = int(threats).bit_length() - 1
            else:
                question = self._questions[1]
                question.ask(winner, stones, winner)
                if not question.search(self._limit(question, node_limit)):
                    return False
                place = question.winner
                if place < 0:
                    # Seen without a search: two completions at once, and the line in three plies.
                    score = WIN - len(line) - 3
                    signed = score if winner == ROOT else -score
                    left = node_limit - self.nodes
                    return climb.follow(signed, line, climb.nodes + left)
            line += climb.to_cells([place])
            if mover == winner and threats:
                return True

    def _holds(self, attacker: int, stones: list[np.uint64], node_limit: int) -> bool | None:
        """Whether the side to move, as attacker, cannot win; None where the nodes end first.

        The weak game may have been the proof, or the strong one: each gets half of the nodes.
        """
        weak, strong = self._questions
        weak.ask(attacker, stones, attacker)
        if weak.search(self._limit(weak, (self.nodes + node_limit) // 2)) and weak.holds:
            return True
        strong.ask(attacker, stones, attacker)
        if not strong.search(self._limit(strong, node_limit)):
            return None
        return strong.holds

    def _limit(self, question: Question, node_limit: int) -> int:
        """The limit of one question's nodes at which all questions have spent `node_limit`."""
        return int(question.control[proof_frames.NODES]) + node_limit - self.nodes

    def _after(self, line: list[int]) -> tuple[list[np.uint64], int]:
        """The stones of both players after a line of play from the root, and who moves."""
        stones, mover = [self._climb.own, self._climb.opponent], ROOT
        for place in self._climb.to_places(line):
            stones, mover = _played(stones, mover, place), 1 - mover
        return stones, mover


def _played(stones: list[np.uint64], mover: int, place: int) -> list[np.uint64]:
    after = list(stones)
    after[mover] |= np.uint64(1 << place)
    return after


def _promising(game: LineGame, stones: list[np.uint64]) -> list[int]:
    """The empty cells, those on the most urgent open lines first."""
    weight = np.zeros(game.cells)
    cells = np.arange(game.cells, dtype=np.uint64)
    taken = stones[ROOT] | stones[OPPONENT]
    for player in (ROOT, OPPONENT):
        lines = game.lines[player]
        lines = lines[(lines & stones[1 - player] == 0) & (lines != 0)] & ~stones[player]
        urgency = 4.0 ** -np.bitwise_count(lines).astype(float)
        weight += urgency @ (lines[:, None] >> cells & np.uint64(1))
    order = np.argsort(-weight, kind="stable").tolist()
    return [cell for cell in order if not int(taken) >> cell & 1]
