"""What a worker does: a search of one position for some nodes, with a memory that stays.

A job depends on nothing but itself, so that it can be done again wherever its worker has died. What
its worker remembers of other jobs makes it faster, not different in what is true.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from service.game import Board, Player, Rules, other, read_stones, render
from service.research.certificates import NoCertificateError, Strategy, Told
from service.solver.lines import OPPONENT, ROOT, whole_board
from service.solver.memory import TranspositionTable
from service.solver.proof_number import ProofSearch

SLICE = 1 << 13
"""Nodes between two looks at whether the job is wanted still."""

Wanted = Callable[[], bool]


class Question(NamedTuple):
    """Whether a player can complete a row from a position on."""

    rows: str
    """Of the board, separated by slashes."""
    row_length: int
    to_move: Player
    attacker: Player
    weak: bool
    """Whether of the weak game, where the attacker's rows alone count."""

    @staticmethod
    def of(board: Board, attacker: Player, weak: bool) -> Question:
        """The question about a board."""
        rows = "/".join(render(board))
        return Question(rows, board.rules.row_length, board.to_move, attacker, weak)

    @property
    def board(self) -> Board:
        """Its position; in the weak game play goes on when the defender has a row."""
        return Board(*read_stones(self.rows.split("/"), self.row_length), self.to_move)


class Outcome(NamedTuple):
    """What a job has found out: a verdict, which is proven, or numbers, which guide the search."""

    proof: int
    """0 if the attacker wins."""
    disproof: int
    """0 if the defender holds."""
    moves: list[tuple[int, int, int]]
    """Moves with the numbers after them, all that are not proven to be in vain. With a verdict, the
    one that the mover reaches it by, where he does and it is known."""
    nodes: int
    seconds: float
    """Of processor time."""


class Memory:
    """What a worker keeps between jobs."""

    def __init__(self, mebibytes: int) -> None:
        self.table = TranspositionTable(mebibytes)
        self._searches: dict[tuple[Rules, bool, int], ProofSearch] = {}

    def search(self, rules: Rules, weak: bool) -> ProofSearch:
        """This thread's own in the table, whose keys of positions name the game and question."""
        key = rules, weak, threading.get_ident()
        if key not in self._searches:
            self._searches[key] = ProofSearch(whole_board(rules), self.table, weak)
        return self._searches[key]

    def work(self, question: Question, node_limit: int, wanted: Wanted) -> Outcome:
        """Search a position for so many nodes, or until it is decided or not wanted any more."""
        board, attacker = question.board, question.attacker
        search = self.search(board.rules, question.weak)
        stones = [board.stones(each) for each in (attacker, other(attacker))]
        attacks = board.to_move == attacker
        before, started = search.nodes, time.thread_time()
        # The table is the same whoever of them attacks.
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

    def tell(self, question: Question, wins: bool, wanted: Wanted) -> list[Told]:
        """How the attacker wins, or else the defender holds; the last is that of the position."""

        def going_on(nodes: int) -> None:
            if not wanted():
                raise NoCertificateError("it is not wanted any more")

        board, attacker = question.board, question.attacker
        side = attacker if wins else other(attacker)
        strategy = Strategy(board.rules, wins, self.table, going_on)
        strategy.prove(
            board.stones(side), board.stones(other(side)), side == board.to_move, question.weak
        )
        return strategy.told


@lru_cache(maxsize=1)
def memory(mebibytes: int) -> Memory:
    """The memory of this process."""
    return Memory(mebibytes)


def search(question: Question, node_limit: int, mebibytes: int) -> Outcome:
    """A job, as workers are sent it: `Memory.work`."""
    return memory(mebibytes).work(question, node_limit, still_wanted())


def tell(question: Question, wins: bool, mebibytes: int) -> list[Told]:
    """Another kind of job: `Memory.tell`."""
    return memory(mebibytes).tell(question, wins, still_wanted())


def dask_setup(worker: object) -> None:
    """What Dask calls in each worker on this machine: Ctrl-C is meant for the one who waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def still_wanted() -> Wanted:
    """Whether the task that this thread of a worker does has not been cancelled meanwhile."""
    from distributed import get_worker  # The simulation needs no cluster.

    worker = get_worker()
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    return wanted
