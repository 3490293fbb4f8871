"""What is worked out in the turn of a question, which nobody observes, has a bound in nodes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver import Analysis, Budget, Look, Solver
from service.solver.lines import CELLS
from service.solver.session import Session
from service.solver.session.session import TURN_NODES
from service.solver.session.slice_timer import FIRST_SLICE

Found = TypeVar("Found")

KNOWN = [
    Board(Rules(5, 5, 4)),
    Board(Rules(5, 4, 4, exact=True)),
    Board(Rules(5, 5, 4, gravity=True)),
    Board(Rules(4, 4, 4, misere=True)),
]
"""Boards whose values take a while to prove, and then a line of play does."""


def most_nodes(board: Board) -> int:
    """Return the nodes that a conclusion takes within a turn at most; see `Conclusion.within`."""
    return 2 * (TURN_NODES * CELLS // max(CELLS, board.rules.cells)) + FIRST_SLICE


@dataclass
class Counting:
    """An admission that notes the nodes of sessions before and after each part."""

    sessions: list[Session] = field(default_factory=list)
    within_turns: list[int] = field(default_factory=list)
    searches: int = 0
    opens: bool = True

    def briefly(self, work: Callable[[], Found]) -> Found:
        """Run it, and note the nodes that its session has spent."""
        found = work()
        if isinstance(found, tuple):
            self.sessions.append(found[0])
        self.within_turns.append(self.sessions[-1]._portfolio.nodes)
        return found

    def search(self, search: Callable[[], Analysis], deadline: float) -> Analysis | None:
        """Run the search if this is open."""
        self.searches += 1
        return search() if self.opens else None


def solver_that_knows(board: Board) -> Solver:
    """Return a solver that knows the values of the options, and has no table to find a line."""
    solver = Solver(1)
    assert solver.analyse(board, Budget(seed=1)).search.complete
    forget_table(solver)
    return solver


def forget_table(solver: Solver) -> None:
    solver.table.entries = np.zeros((1, solver.table.entries.shape[1]), np.uint64)
    solver.table.wide_entries = solver.table.wide_entries[:1]


@pytest.mark.parametrize("size", [13, 15, 20, 30])
@pytest.mark.parametrize("row_length", [8, 9])
@pytest.mark.parametrize("seed", [None, 1])
def test_a_glance_at_a_draw_that_is_known(size: int, row_length: int, seed: int | None) -> None:
    """The line of play of such a draw is no search of this world."""
    solver, board = Solver(1), Board(Rules(size, size, row_length))
    known = solver.analyse(board, Budget(best_only=True, seed=seed))
    assert known.assessment.value == 0
    assert known.whole
    glance = solver.glance(board, Budget())
    assert glance.search.nodes <= most_nodes(board)
    assert glance.assessment.value == 0
    assert glance.search.complete
    assert (glance.search.stopped_by is None) == glance.whole
    assert glance.whole or seed is not None


@pytest.mark.parametrize("board", KNOWN, ids=str)
def test_a_line_of_play_that_takes_long_is_worked_out_in_a_slot(board: Board) -> None:
    solver, admission = solver_that_knows(board), Counting()
    analysis = solver.analyse(board, Budget(), admission=admission)
    assert admission.within_turns[0] <= most_nodes(board)
    assert admission.searches == (analysis.search.nodes > admission.within_turns[0])
    assert analysis.whole


def test_some_line_of_play_takes_long() -> None:
    admissions = [Counting() for _ in KNOWN]
    for board, admission in zip(KNOWN, admissions, strict=True):
        solver_that_knows(board).analyse(board, Budget(), admission=admission)
    assert any(each.searches for each in admissions)


@pytest.mark.parametrize("board", KNOWN, ids=str)
def test_what_a_glance_or_one_without_a_slot_says_of_it(board: Board) -> None:
    admission = Counting(opens=False)
    solver = solver_that_knows(board)
    glance = solver.glance(board, Budget())
    refused = solver_that_knows(board).analyse(board, Budget(seconds=60), admission=admission)
    assert glance.search.nodes <= most_nodes(board)
    assert max(admission.within_turns) <= 2 * most_nodes(board)
    for analysis in (glance, refused):
        assert analysis.assessment.value is not None
        assert analysis.principal_variation[0] == analysis.options[0].cell
        assert (analysis.search.stopped_by is None) == analysis.whole


def test_who_leaves_while_a_line_of_play_is_worked_out_is_noticed() -> None:
    looks: list[Look] = []

    def leaves(look: Look) -> bool:
        looks.append(look)
        return True

    board = KNOWN[1]
    analysis = solver_that_knows(board).analyse(board, Budget(), leaves, Counting())
    assert len(looks) == 1
    assert analysis.search.complete
    assert analysis.search.stopped_by == "interrupt"
    assert not analysis.whole


def test_a_conclusion_in_two_parts_says_what_one_in_one_says() -> None:
    for board in KNOWN:
        whole = solver_that_knows(board).analyse(board, Budget(nodes=1 << 30))
        halves = solver_that_knows(board).analyse(
            board, Budget(nodes=1 << 30), admission=Counting()
        )
        assert halves.principal_variation == whole.principal_variation
        assert halves.search.nodes == whole.search.nodes


def test_small_boards_keep_their_lines() -> None:
    """What a table knows is told to the end, at once."""
    for shape in ((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 5)):
        solver, admission, board = Solver(4), Counting(opens=False), Board(Rules(*shape))
        solver.analyse(board, Budget(seed=1))
        analysis = solver.analyse(board, Budget(nodes=1 << 30), admission=admission)
        assert admission.searches == 0
        assert analysis.whole
