"""Jobs, the work of a worker: a search of one position within some nodes.

A job depends on nothing but its arguments, so that another worker can do it again if one dies. The
transposition table that a worker keeps between jobs makes them faster, and does not change what is
true.
"""

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from service.game import Board, Player, Rules, other, read_stones, render
from service.research.certificates import NoCertificateError, ProvenFact, Strategy
from service.solver.lines import OPPONENT, ROOT, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofSearch

SLICE = 1 << 13
"""How many nodes are searched before checking whether the job is still wanted."""

Wanted = Callable[[], bool]


class Question(NamedTuple):
    """The question whether a player can force a row from a position on."""

    rows: str
    """The rows of the board, separated by slashes."""
    row_length: int
    to_move: Player
    attacker: Player
    weak: bool
    """Whether it is about the weak game, in which only the rows of the attacker count."""

    @staticmethod
    def of(board: Board, attacker: Player, *, weak: bool) -> "Question":
        rows = "/".join(render(board))
        return Question(rows, board.rules.row_length, board.to_move, attacker, weak)

    @property
    def board(self) -> Board:
        """Return the position, in which the defender may have a row: the weak game goes on."""
        return Board(*read_stones(self.rows.split("/"), self.row_length), self.to_move)


class Outcome(NamedTuple):
    """The outcome of a job: a proven verdict, or proof and disproof numbers to guide the search."""

    proof: int
    """The proof number: 0 if the attacker wins."""
    disproof: int
    """The disproof number: 0 if the defender holds."""
    moves: list[tuple[int, int, int]]
    """Moves with the proof and disproof numbers after them. Without a verdict these are all moves
    that are not refuted; with one, the move by which the mover achieves it, if it is known."""
    nodes: int
    seconds: float
    """The processor time of the job."""


class Memory:
    """The memory of a worker between jobs: a transposition table and its searches."""

    def __init__(self, mebibytes: int) -> None:
        self.table = TranspositionTable(mebibytes)
        self._searches: dict[tuple[Rules, bool, int], ProofSearch] = {}

    def search(self, rules: Rules, *, weak: bool) -> ProofSearch:
        """Return the search of this thread. All share the table, whose keys tell games apart."""
        key = rules, weak, threading.get_ident()
        if key not in self._searches:
            self._searches[key] = ProofSearch(whole_board(rules), self.table, weak=weak)
        return self._searches[key]

    def work(self, question: Question, node_limit: int, wanted: Wanted) -> Outcome:
        """Search a position until it is decided, the nodes are spent, or the job is not wanted."""
        board, attacker = question.board, question.attacker
        search = self.search(board.rules, weak=question.weak)
        stones = [board.stones(side) for side in (attacker, other(attacker))]
        attacks = board.to_move == attacker
        before, started = search.nodes, time.thread_time()
        # The side called ROOT attacks, whichever player it is.
        search.ask(ROOT, stones, ROOT if attacks else OPPONENT)
        end = before + node_limit
        answered = False
        while not answered and search.nodes < end and wanted():
            answered = search.search(min(search.nodes + SLICE, end))
        spent = search.nodes - before, time.thread_time() - started
        if not answered:
            return Outcome(*search.numbers, search.moves, *spent)
        proof, disproof = (1, 0) if search.holds else (0, 1)
        move = search.winning_move if attacks else search.holding_move
        moves = [(move, proof, disproof)] if move >= 0 else []
        return Outcome(proof, disproof, moves, *spent)

    def prove(self, question: Question, wanted: Wanted, *, wins: bool) -> list[ProvenFact]:
        """Return the facts by which the attacker wins (`wins`) or the defender holds.

        The last fact is about the position of the question.
        """

        def going_on(nodes: int) -> None:
            if not wanted():
                raise NoCertificateError("it is not wanted any more")

        board, attacker = question.board, question.attacker
        side = attacker if wins else other(attacker)
        strategy = Strategy(board.rules, self.table, going_on, wins=wins)
        own, opponent = board.stones(side), board.stones(other(side))
        strategy.prove(own, opponent, own_turn=side == board.to_move, weak=question.weak)
        return strategy.proven


@lru_cache(maxsize=1)
def memory(mebibytes: int) -> Memory:
    """Return what this process keeps between jobs."""
    return Memory(mebibytes)


def search(question: Question, node_limit: int, mebibytes: int) -> Outcome:
    """Do the job `Memory.work`; this is what is sent to workers."""
    return memory(mebibytes).work(question, node_limit, still_wanted())


def warm_up(mebibytes: int) -> None:
    """Do a tiny job, so that this process has loaded all that jobs need: that takes a second."""
    memory(mebibytes).work(Question.of(Board(Rules(3, 3, 3)), "X", weak=True), 1, lambda: True)


def prove(question: Question, mebibytes: int, *, wins: bool) -> list[ProvenFact]:
    """Do the job `Memory.prove`; this is what is sent to workers."""
    return memory(mebibytes).prove(question, still_wanted(), wins=wins)


def still_wanted() -> Wanted:
    """Return a function that tells whether the task of this thread has not been cancelled."""
    from distributed import get_worker  # The simulation needs no cluster.

    worker = get_worker()
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    return wanted
