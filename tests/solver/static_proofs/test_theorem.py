"""Eight or more in a row on an empty board: where the theorem holds, and the proof of it."""

from itertools import product

import pytest

from service.game import Board, Player, Rules
from service.solver import Budget, Solver
from service.solver.static_proofs.static_proof import drawn_by_theorem
from tests.support.positional_games import maker_wins

SETS = [
    {(0, 0), (0, 1), (0, 2), (0, 3)}, {(1, 0), (1, 1), (1, 2), (1, 3)},
    {(2, 0), (2, 1), (2, 2), (2, 3)},
    {(0, 0), (1, 0), (2, 0)}, {(0, 1), (1, 1), (2, 1)}, {(0, 2), (1, 2), (2, 2)},
    {(0, 3), (1, 3), (2, 3)}, {(0, 0), (1, 1)}, {(0, 2), (1, 3)},
]  # fmt: skip
"""The sets of a tile, of which each row lies one cell to the left of that above."""
PERIOD = (6, 4)
"""After so many rows and columns the tiles of the plane repeat themselves."""

HOLDS = [
    Rules(14, 14, 8), Rules(19, 19, 8), Rules(50, 50, 8), Rules(40, 11, 8), Rules(20, 20, 10),
    Rules(15, 15, 8, exact=True), Rules(15, 15, 8, any_position=True),
    Rules(40, 1, 8, gravity=True), Rules(15, 15, 8, walls=1 << 112 | 1),
    Rules(15, 15, 9, exact=True, walls=1 << 30),
]  # fmt: skip
HOLDS_NOT = [
    Rules(15, 15, 7), Rules(15, 15, 8, misere=True), Rules(15, 15, 8, gravity=True),
    *(Rules(15, 15, 8, wrap=wrap) for wrap in ("horizontal", "vertical", "both")),
]  # fmt: skip
SEARCHED = [
    Rules(8, 2, 8), Rules(2, 9, 8), Rules(15, 1, 9), Rules(10, 2, 9, exact=True),
    Rules(9, 2, 8, walls=1 << 9 | 1), Rules(14, 1, 8, gravity=True), Rules(9, 2, 8, exact=True),
]  # fmt: skip
"""Boards on which a search proves every option."""


def tile_at(row: int, column: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the tile of a cell of the plane, and the cell's place there.

    The tiles of every other strip of three rows are mirrored.
    """
    strip, down = divmod(row, 3)
    number, right = divmod(1 + down - column if strip % 2 else column + down, 4)
    return (strip, number), (down, right)


@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)], ids=str)
def test_any_eight_in_a_row_contain_a_set_of_a_tile(step: tuple[int, int]) -> None:
    for row, column in product(*map(range, PERIOD)):
        line = [tile_at(row + n * step[0], column + n * step[1]) for n in range(8)]
        tiles = {tile for tile, _ in line}
        assert any(
            each <= {place for other, place in line if other == tile}
            for tile in tiles
            for each in SETS
        ), (row, column)


def test_who_moves_second_gets_a_cell_of_each_set_of_a_tile() -> None:
    """That takes all sets to be there: whoever moves first keeps a stone more from it."""
    sets = [frozenset(4 * row + column for row, column in each) for each in SETS]
    assert not maker_wins(frozenset(sets), "Maker")
    for place in range(12):
        assert maker_wins(frozenset(each - {place} for each in sets), "Maker")


@pytest.mark.parametrize("rules", HOLDS, ids=str)
def test_where_it_holds_all_options_draw(rules: Rules) -> None:
    """At once; what is played then is not known where there is no pairing either."""
    players: tuple[Player, ...] = ("X", "O") if rules.any_position else ("X",)
    for player in players:
        board = Board(rules, to_move=player)
        assert drawn_by_theorem(board)
        analysis = Solver(1).analyse(board, Budget(nodes=1))
        assert {option.assessment.value for option in analysis.options} == {0}
        assert analysis.assessment.value == 0
        assert analysis.search.complete
        assert analysis.proof is not None
        assert analysis.proof.method in ("tiling", "pairing")
        if analysis.proof.method == "tiling":
            assert (analysis.proof.pairs, analysis.proof.first_move) == ((), None)
            assert analysis.principal_variation == [analysis.options[0].cell]
            assert (analysis.search.nodes, analysis.search.stopped_by) == (0, "exhausted")


@pytest.mark.parametrize("rules", HOLDS_NOT, ids=str)
def test_where_it_does_not_hold_it_is_not_told(rules: Rules) -> None:
    assert not drawn_by_theorem(Board(rules))
    proof = Solver(1).analyse(Board(rules), Budget(nodes=1)).proof
    assert proof is None or proof.method != "tiling"


def test_it_is_about_empty_boards() -> None:
    assert not drawn_by_theorem(Board(Rules(15, 15, 8)).play(112))


@pytest.mark.parametrize("rules", SEARCHED, ids=str)
def test_a_search_proves_the_same(monkeypatch: pytest.MonkeyPatch, rules: Rules) -> None:
    """Where a search reaches, all options draw whether or not the theorem is told."""
    module = "service.solver.static_proofs.static_proof"
    assert drawn_by_theorem(Board(rules))
    monkeypatch.setattr(f"{module}.find_pairing", lambda *_: None)
    methods = []
    for told in (True, False):
        if not told:
            monkeypatch.setattr(f"{module}.drawn_by_theorem", lambda _: False)
        analysis = Solver(1).analyse(Board(rules), Budget())
        assert analysis.search.complete
        assert {option.assessment.value for option in analysis.options} == {0}
        assert analysis.proof is not None
        methods.append(analysis.proof.method)
    assert (methods[0], "tiling" in methods[1:]) == ("tiling", False)
