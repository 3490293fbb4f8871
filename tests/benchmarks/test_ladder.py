"""The ladder's data are true and its judgement is sharp: a wrong answer cannot pass."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from service.game import Board, Player, Rules, parse, render
from service.solver import Bounds, Budget, Solver
from tests.benchmarks.ladder import Rung, fault, published, rungs
from tests.packaging.project import ROOT
from tests.reference import Reference

RUNGS = rungs()


def test_the_ladder_agrees_with_the_solved_games() -> None:
    with (ROOT / "tests" / "data" / "solved_games.csv").open(encoding="utf-8", newline="") as file:
        solved = {
            (int(row["width"]), int(row["height"]), int(row["row_length"])): (
                int(row["value"]),
                row["plies_to_end"],
            )
            for row in csv.DictReader(file)
        }
    empty = {rung.shape: rung for rung in RUNGS if not rung.board.x}
    common = empty.keys() & solved.keys()
    assert len(common) >= 8
    for shape in common:
        assert (empty[shape].value, str(empty[shape].plies)) == solved[shape]
    assert published().keys() <= empty.keys()


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.name)
def test_every_rung_is_a_position_that_can_be(rung: Rung) -> None:
    board = parse(render(rung.board), rung.board.rules.row_length)
    assert board == rung.board
    assert board.status == "in_progress"
    if rung.value == 0:
        assert rung.plies == board.empty.bit_count()


@pytest.mark.parametrize(
    "rung",
    [rung for rung in RUNGS if rung.board.x],
    ids=lambda rung: rung.name,
)
def test_the_forced_wins_are_wins(rung: Rung) -> None:
    """A four that leaves O one reply, then two fours at once; O never has a four of its own."""
    board, width = rung.board, rung.board.rules.width
    topmost = (board.x & -board.x).bit_length() - 1

    def cell(down: int, right: int) -> int:
        return topmost + down * width + right

    def completing(player: Player) -> set[int]:
        return Reference(*rung.shape).completing("".join(render(board)), player)

    board = board.play(cell(3, 3))
    assert completing("X") == {cell(-1, -1)}
    board = board.play(cell(-1, -1))
    assert completing("O") == set()
    board = board.play(cell(4, 3))
    assert completing("X") == {cell(4, -1), cell(5, 3)}
    assert completing("O") == set()


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
