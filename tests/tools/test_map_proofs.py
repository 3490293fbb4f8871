"""The proof of one game of the map, and the values of its first moves."""

from pathlib import Path

import numpy as np
import pytest

from service.game import Board, Rules, find_cell, name_cell
from service.research.long_search.search_observer import SearchObserver
from service.solver import Assessment, Bounds, Budget, Solver, Value
from service.solver.book import Entry, read_bounds, written_bounds
from service.solver.lines import WIN
from service.solver.session import Opening
from tests.support.reference import Reference
from tools.map.first_moves import bounds_before, value_first_moves
from tools.map.games import promising
from tools.map.proving import Proof
from tools.map.record import Record, RecordFile

SECONDS = 1.0
"""A time that is more than these games take."""
VALUES = {Rules(3, 3, 3): 0, Rules(4, 3, 3): 1, Rules(5, 5, 4): 0}
"""Of the drawn games the first player wins the weak game, so the strong one is searched."""


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        pytest.param(*each, marks=pytest.mark.thorough) if each[0].width == 5 else each
        for each in VALUES.items()
    ],
)
def test_what_is_proven_depends_on_no_guess(rules: Rules, value: int) -> None:
    """The first move that is tried first may win or not."""
    solver = Solver(16)
    for cell in (0, rules.width * (rules.height // 2) + rules.width // 2):
        proof = Proof(rules, solver, SECONDS, SearchObserver(), promising=cell)
        proof.quick()
        found = proof.record()
        assert found.bounds == (value, value), cell
        plain = Proof(rules, solver, SECONDS, SearchObserver()).record()
        said, known = (read_bounds(rules, each.options or "") for each in (found, plain))
        for option in said.keys() & known.keys():
            lower, upper = zip(said[option], known[option], strict=True)
            assert max(lower) <= min(upper)


def test_what_is_known_of_first_moves_is_kept_when_a_game_is_proven_again() -> None:
    rules, solver = Rules(4, 3, 3), Solver(16)
    first = Proof(rules, solver, SECONDS, SearchObserver()).record()
    valued = value_first_moves(first, solver, SECONDS, SearchObserver())
    assert valued.options != first.options
    again = Proof(rules, solver, SECONDS, SearchObserver(), known=valued).record()
    assert again.options is not None
    assert valued.options is not None
    assert sorted(again.options.split()) == sorted(valued.options.split())
    assert again.first_moves_seconds == valued.first_moves_seconds


def test_what_wins_on_a_narrower_board_is_promising(tmp_path: Path) -> None:
    records = RecordFile(tmp_path / "solved_games.csv")
    assert promising(Rules(7, 5, 4), records) is None
    records.keep(Record(6, 5, 4, lower=1, upper=1, plies=11, line="c3 b2"))
    assert promising(Rules(7, 5, 4), records) == find_cell(Rules(7, 5, 4), "c3") == 16
    assert promising(Rules(8, 5, 4), records) is None
    assert promising(Rules(7, 6, 4), records) is None
    records.keep(Record(5, 5, 4, lower=0, upper=0, plies=25, line="c3 b2"))
    assert promising(Rules(6, 5, 4), records) is None
    assert promising(Rules(1, 1, 1), records) is None


def score_of(known: Assessment) -> int:
    """Return the score of an option of which all is known."""
    assert known.shortest
    return (known.value or 0) * (WIN - (known.plies_to_end or 0))


FEW_CELLS = [
    *(Rules(3, 3, 3), Rules(4, 3, 3), Rules(5, 4, 4), Rules(4, 4, 3), Rules(5, 3, 3)),
    *(Rules(2, 1, 1), Rules(3, 2, 1), Rules(2, 1, 2), Rules(3, 1, 2), Rules(2, 2, 2)),
]


@pytest.mark.parametrize("rules", FEW_CELLS, ids=str)
def test_all_first_moves_are_worth_what_a_plain_search_says(rules: Rules) -> None:
    """It does not matter how much is known of them before."""
    solver, board = Solver(16), Board(rules)
    game = Reference(*rules.shape)
    truth = {option.cell: option.assessment for option in solver.analyse(board, Budget()).options}
    if rules.row_length > 1 and rules.cells <= 9:
        for cell in range(rules.cells):
            value, _ = game.solve("." * cell + "X" + "." * (rules.cells - cell - 1), "O")
            assert truth[cell].value == -value
    best, score = next((cell, score_of(each)) for cell, each in truth.items())
    for options in ("", written_bounds(rules, [best], [(score, score)])):
        solver.forget()
        record = Record(*rules.shape, lower=0, upper=1, options=options)
        found = value_first_moves(record, solver, SECONDS, SearchObserver())
        known = Opening(board, Entry(board, read_bounds(rules, found.options or ""), ()))
        for cell, lower, upper in zip(known.root.cells, *known.proven.snapshot(), strict=True):
            assert np.sign(lower) == np.sign(upper) == truth[cell].value
            assert lower <= score_of(truth[cell]) <= upper


def test_a_first_move_that_wins_sooner_is_the_best_line() -> None:
    rules = Rules(4, 3, 3)
    late = Record(
        *rules.shape, lower=1, upper=1, plies=11, exact=False, options="a1:11:?", line="a1 b1"
    )
    found = value_first_moves(late, Solver(16), SECONDS, SearchObserver())
    assert found.plies == 7
    best = Solver(16).analyse(Board(rules), Budget()).options
    won = {name_cell(Board(rules), each.cell) for each in best if each.assessment.plies_to_end == 7}
    assert found.line in won
    assert value_first_moves(found, Solver(16), SECONDS, SearchObserver()) == found


@pytest.mark.parametrize(
    ("bounds", "plies", "shortest", "expected"),
    [
        ((-1, 1), None, None, (-WIN, WIN)),
        ((0, 1), None, None, (-WIN, 0)),
        ((-1, 0), None, None, (0, WIN)),
        ((0, 0), 8, True, (0, 0)),
        ((-1, -1), 4, True, (WIN - 5, WIN - 5)),
        ((-1, -1), 4, False, (WIN - 5, WIN)),
        ((1, 1), 5, True, (6 - WIN, 6 - WIN)),
        ((1, 1), 5, False, (-WIN, 6 - WIN)),
    ],
)
def test_what_is_known_after_a_move_is_known_of_the_move(
    bounds: tuple[Value, Value], plies: int | None, shortest: bool | None, expected: tuple[int, int]
) -> None:
    found = Assessment(Bounds(*bounds), 0.0, plies, shortest)
    assert bounds_before(found) == expected
