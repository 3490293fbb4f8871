"""Grids that no game reaches are refused, with the path and the reason.

`tests/rules/test_game.py` asks which grids are.
"""

from typing import Any

import pytest

from service.game import Fault, PositionError, parse


def faults_of(rows: Any, row_length: int = 3, to_move: Any = None) -> list[Fault]:
    """Return the faults a grid is refused for."""
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
        (
            ["XXX", "OOO", "..."],
            ("board",),
            "Both players have a line, X from a3 to c3 and O from a2 to c2;",
        ),
        (
            ["..O", ".OX", "OXX", "X.X", ".OO"],
            ("board",),
            "Both players have a line, X from c4 to c2 and O from c5 to a3;",
        ),
        (["XXX", "OO.", "O.."], ("board",), "no stones are played after a win"),
        (["XXX", "OO.", "O.."], ("board",), 'if O moved first, say "to_move": "O"'),
        (["XXX", "OO.", "O.."], ("board",), "X has a line from a3 to c3 and O has moved since;"),
        (["OOO", "XX.", "XX."], ("board",), "no stones are played after a win"),
        (["XXXO", "XXXO", "OO.O"], ("board",), "ends with the first one"),
        (
            ["XXX", "OO.", "XXX", "OO.", ".O."],
            ("board",),
            "X has lines from a5 to c5 and from a3 to c3 that no single last stone completes;",
        ),
        (["XXXXXX", "OO.O.O", "O....."], ("board",), "lines from a3 to c3 and from d3 to f3 that"),
        *(
            ([row], ("board", 0), f"mixes spaces with {mark!r}; use one of . _ - for every empty")
            for row, mark in (("X O .", "."), ("X.. ", "."), (" _", "_"), ("- X", "-"))
        ),
    ],
)
def test_each_fault_has_a_place_and_a_reason(
    rows: Any, path: tuple[str | int, ...], message: str
) -> None:
    (fault,) = faults_of(rows)
    assert fault.path == path
    assert message in fault.message
    assert len(fault.message) < 200


@pytest.mark.parametrize(
    ("rows", "to_move", "path"),
    [
        (["X..", "..."], "X", ("to_move",)), (["O..", "..."], "O", ("to_move",)),
        (["XX.", "..."], "X", ("board",)), (["OOO", "..."], "O", ("board",)),
    ],
)  # fmt: skip
def test_counts_that_do_not_fit_the_side_to_move(
    rows: list[str], to_move: str, path: tuple[str | int, ...]
) -> None:
    (fault,) = faults_of(rows, 3, to_move)
    assert fault.path == path
    assert f"cannot be with {to_move} to move" in fault.message


def test_no_more_than_twenty_faults_are_reported() -> None:
    assert len(faults_of(["?" * 30] * 30)) == 20
    assert len(faults_of(["." * 3] + ["."] * 100)) == 20
