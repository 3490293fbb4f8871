"""Grids that no game reaches are refused, with the path and the reason."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from service.game import Fault, PositionError, parse, render
from tests.support.reference import Reference, reachable

SWAPPED = str.maketrans("XO", "OX")


def faults_of(rows: Any, row_length: int = 3, to_move: Any = None) -> list[Fault]:
    """The faults a grid is refused for."""
    with pytest.raises(PositionError) as caught:
        parse(rows, row_length, to_move)
    assert str(caught.value) == "; ".join(fault.message for fault in caught.value.faults)
    return caught.value.faults


@pytest.mark.parametrize(
    ("rows", "path", "message"),
    [
        ([], ("board",), "no rows"),
        ([""], ("board", 0), "no cells"),
        (["", "X"], ("board", 0), "no cells"),
        ([[]], ("board", 0), "no cells"),
        (["...", "..", "..."], ("board", 1), "has 2 cells, the first row has 3"),
        (["...", "...", "...."], ("board", 2), "has 4 cells, the first row has 3"),
        (["..Z", "...", "..."], ("board", 0, 2), "'Z' is no cell"),
        ([["X", "O", "XO"]], ("board", 0, 2), "'XO' is no cell"),
        ([["X", "O", "XX" * 50]], ("board", 0, 2), "is no cell"),
        (["...", "0.."], ("board", 1, 0), "'0' is no cell"),
        (["...", ".\u0425."], ("board", 1, 1), "is no cell"),
        (["XX.", "...", "..."], ("board",), "2 X and 0 O cannot be when X moves first"),
        (["OO.", "...", "..."], ("board",), "the players move in turn"),
        (["O..", "...", "..."], ("board",), 'if O moved first, say "to_move": "X"'),
    ],
)
def test_each_fault_has_a_place_and_a_reason(
    rows: Any, path: tuple[str | int, ...], message: str
) -> None:
    (fault,) = faults_of(rows)
    assert fault.path == path
    assert message in fault.message
    assert len(fault.message) < 200


def test_several_faults_are_reported_together_in_order() -> None:
    faults = faults_of(["..?", "..", "!.."])
    assert [fault.path for fault in faults] == [
        ("board", 0, 2),
        ("board", 1),
        ("board", 2, 0),
    ]


def test_no_more_than_twenty_faults_are_reported() -> None:
    assert len(faults_of(["?" * 30] * 30)) == 20
    assert len(faults_of(["." * 3] + ["."] * 100)) == 20


@pytest.mark.parametrize(
    ("rows", "to_move", "path"),
    [
        (["X..", "...", "..."], "X", ("to_move",)),
        (["O..", "...", "..."], "O", ("to_move",)),
        (["XX.", "...", "..."], "O", ("board",)),
        (["OO.", "...", "..."], "X", ("board",)),
        (["XX.", "...", "..."], "X", ("board",)),
        (["OOO", "...", "..."], "O", ("board",)),
    ],
)
def test_counts_that_do_not_fit_the_side_to_move(
    rows: list[str], to_move: str, path: tuple[str | int, ...]
) -> None:
    (fault,) = faults_of(rows, 3, to_move)
    assert fault.path == path
    assert f"cannot be with {to_move} to move" in fault.message


@pytest.mark.parametrize(
    ("rows", "to_move", "message"),
    [
        (["XXX", "OOO", "..."], None, "Both players have a line"),
        (["XXX", "OOO", "..."], "X", "Both players have a line"),
        (["XXX", "OOO", "..."], "O", "Both players have a line"),
        (["XXX", "OO.", "O.."], None, "no stones are played after a win"),
        (["XXX", "OO.", "O.."], None, 'if O moved first, say "to_move": "O"'),
        (["XXX", "OO.", "O.."], "X", "no stones are played after a win"),
        (["OOO", "XX.", "XX."], None, "no stones are played after a win"),
    ],
)
def test_stones_after_a_win(rows: list[str], to_move: str | None, message: str) -> None:
    (fault,) = faults_of(rows, 3, to_move)
    assert fault.path == ("board",)
    assert message in fault.message


def test_the_hint_that_o_moved_first_is_true() -> None:
    assert parse(["XXX", "OO.", "O.."], 3, "O").winner == "X"
    assert parse(["O..", "...", "..."], 3, "X").to_move == "X"


def test_two_lines_without_a_common_cell() -> None:
    rows = ["XXX.", "XXX.", "OOOO", "O..."]
    (fault,) = faults_of(rows, 3, "O")
    assert "ends with the first one" in fault.message
    (fault,) = faults_of(["XXXO", "XXXO", "OO.O"], 3)
    assert fault.path == ("board",)
    (fault,) = faults_of(["XXX", "OO.", "XXX", "OO.", ".O."], 3)
    assert "no single last stone" in fault.message


@pytest.mark.parametrize("to_move", [None, "X", "O"])
@pytest.mark.parametrize(
    "shape",
    [
        (3, 3, 3),
        (3, 3, 2),
        (4, 2, 2),
        (8, 1, 2),
        (1, 8, 3),
        (2, 2, 1),
        (2, 2, 2),
        (3, 2, 4),
    ],
    ids=str,
)
def test_a_grid_is_accepted_if_and_only_if_a_game_reaches_it(
    shape: tuple[int, int, int], to_move: Any
) -> None:
    """All grids of a shape; with the side to move given, either player may have started."""
    game = Reference(*shape)
    allowed = {(cells, mover) for cells, mover, _ in reachable(game)}
    if to_move:
        swapped = {(cells.translate(SWAPPED), mover.translate(SWAPPED)) for cells, mover in allowed}
        allowed = {(cells, mover) for cells, mover in allowed | swapped if mover == to_move}
    accepted = set()
    for marks in product("XO.", repeat=shape[0] * shape[1]):
        rows = game.rows("".join(marks))
        try:
            board = parse(rows, shape[2], to_move)
        except PositionError:
            continue
        assert render(board) == rows
        accepted.add(("".join(marks), board.to_move))
    assert accepted == allowed


def test_the_number_of_reachable_positions(
    noughts_and_crosses: dict[tuple[str, str], bool],
) -> None:
    """The reference itself reproduces the published counts, finished games included."""
    assert len(noughts_and_crosses) == 5_478
    assert sum(noughts_and_crosses.values()) == 958
