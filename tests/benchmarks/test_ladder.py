"""The ladder's data are true and its judgement is sharp: a wrong answer cannot pass."""

from dataclasses import replace

import pytest

from benchmarks.ladder import Rung, fault, published, rungs
from service.game import Board, Rules, other, parse, render
from service.solver import Bounds, Budget, Solver
from service.solver.lines import CELLS
from tests.support.facts import solved_games
from tests.support.reference import Reference, put

RUNGS = rungs()
PLIES = 40
"""More than any win here takes of which no more is known than that it is one."""


def test_the_ladder_agrees_with_the_solved_games() -> None:
    empty = {rung.shape: rung for rung in RUNGS if not rung.board.x}
    solved = solved_games()
    common = empty.keys() & solved.keys()
    assert len(common) >= 8
    for shape in common:
        assert (empty[shape].value, empty[shape].plies) == solved[shape]
    assert published().keys() <= empty.keys()


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.name)
def test_every_rung_is_a_position_that_can_be(rung: Rung) -> None:
    board = parse(render(rung.board), rung.board.rules.row_length)
    assert board == rung.board
    assert board.status == "in_progress"
    if rung.value == 0:
        assert rung.plies == board.empty.bit_count()


def _within(rung: Rung) -> int:
    """Return within how many plies a win is to be shown: all that are known, or many."""
    return (rung.board.x and rung.plies) or PLIES


@pytest.mark.parametrize(
    "rung",
    [
        pytest.param(rung, id=rung.name, marks=[pytest.mark.thorough] * (_within(rung) == PLIES))
        for rung in RUNGS
        if rung.value == 1 and (rung.board.x or rung.board.rules.cells > CELLS)
    ],
)
def test_wins_that_have_no_certificate_are_wins(rung: Rung) -> None:
    """Every reply is tried; the solver says how the win goes on, the reference that it is one."""
    won = Won(rung, Solver(64))
    won.check("".join(render(rung.board)), _within(rung))
    assert won.known


class Won:
    """A claimed win, with the positions that are known to be won, and within how many plies."""

    def __init__(self, rung: Rung, solver: Solver) -> None:
        self.game, self.mover = Reference(*rung.shape), rung.board.to_move
        self.known: dict[str, int] = {}
        self._solver = solver

    def check(self, cells: str, plies: int) -> None:
        """Check that the winner, to move, completes a row first, within so many plies."""
        game, mover = self.game, self.mover
        if game.completing(cells, mover):
            assert plies >= 1
            return
        if self.known.get(cells, plies + 1) <= plies:
            return
        assert plies >= 3
        board = parse(game.rows(cells), game.row_length, mover)
        analysis = self._solver.analyse(board, Budget(seconds=60, best_only=True))
        after = put(cells, analysis.options[0].cell, mover)
        assert not game.completing(after, other(mover))
        threats = game.completing(after, mover)
        if len(threats) < 2:
            for reply in threats or [cell for cell, mark in enumerate(after) if mark == "."]:
                self.check(put(after, reply, other(mover)), plies - 2)
        self.known[cells] = plies


def test_a_wrong_answer_is_found() -> None:
    board = Board(Rules(4, 3, 3))
    rung = Rung(board, False, 1, 7, None, 1.0)
    analysis = Solver(1).analyse(board, Budget())
    assert fault(rung, analysis) is None
    said = analysis.assessment
    for wrong in (
        said._replace(bounds=Bounds(0, 0)),
        said._replace(bounds=Bounds(-1, 0)),
        said._replace(plies_to_end=5),
        said._replace(plies_to_end=9),
        said._replace(plies_to_end=5, shortest=False),
    ):
        assert fault(rung, replace(analysis, assessment=wrong))
    for true in (
        said._replace(bounds=Bounds(-1, 1), plies_to_end=None, shortest=None),
        said._replace(plies_to_end=9, shortest=False),
    ):
        assert fault(rung, replace(analysis, assessment=true)) is None
