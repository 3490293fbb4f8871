"""The grids that games of this kind are classically tested with."""

from __future__ import annotations

import pytest

from service.game import PositionError, parse

THREE = [
    (["XXX", "OO.", "..."], [0, 1, 2]),
    (["OO.", "XXX", "..."], [3, 4, 5]),
    (["OO.", "...", "XXX"], [6, 7, 8]),
    (["XO.", "XO.", "X.."], [0, 3, 6]),
    (["OX.", "OX.", ".X."], [1, 4, 7]),
    (["O.X", "O.X", "..X"], [2, 5, 8]),
    (["XO.", "OX.", "..X"], [0, 4, 8]),
    (["O.X", "OX.", "X.."], [2, 4, 6]),
]

TWO_ON_FOUR_BY_THREE = [
    (["XX..", "....", "O..."], [0, 1]),
    (["..XX", "....", "O..."], [2, 3]),
    (["....", ".XX.", "O..."], [5, 6]),
    (["X...", "X...", "..O."], [0, 4]),
    (["O...", "...X", "...X"], [7, 11]),
    (["X...", ".X..", "..O."], [0, 5]),
    (["O...", "..X.", "...X"], [6, 11]),
    (["...X", "..X.", "O..."], [3, 6]),
    (["..O.", ".X..", "X..."], [5, 8]),
]


@pytest.mark.parametrize(("rows", "line"), THREE)
def test_every_line_of_three_by_three(rows: list[str], line: list[int]) -> None:
    board = parse(rows, 3)
    assert (board.winner, board.status, board.winning_line) == ("X", "won", line)


@pytest.mark.parametrize(("rows", "line"), THREE)
def test_every_line_of_three_by_three_for_o(rows: list[str], line: list[int]) -> None:
    swapped = [row.translate({88: "O", 79: "X"}) for row in rows]
    board = parse(swapped, 3, "X")
    assert (board.winner, board.status, board.winning_line) == ("O", "won", line)


@pytest.mark.parametrize(("rows", "line"), TWO_ON_FOUR_BY_THREE)
def test_two_in_a_row_in_all_four_directions(rows: list[str], line: list[int]) -> None:
    board = parse(rows, 2)
    assert (board.winner, board.winning_line) == ("X", line)


@pytest.mark.parametrize(
    "rows",
    [["X...", "O...", "X..."], ["X.X.", "O...", "...."], ["X...", "..X.", "O..."],
     ["...X", "X...", "O..."], ["X..X", "....", ".O.."]],
)  # fmt: skip
def test_two_stones_that_do_not_touch_or_wrap_around(rows: list[str]) -> None:
    assert parse(rows, 2).winner is None


def test_a_run_too_short_followed_by_one_long_enough() -> None:
    board = parse(["XXOXXX", "OO.O.."], 3)
    assert (board.winner, board.winning_line) == ("X", [3, 4, 5])


@pytest.mark.parametrize("column", range(3))
def test_a_short_run_before_a_long_one_down_a_column(column: int) -> None:
    rows = ["".join(mark if each == column else "." for each in range(3)) for mark in "XXOXXX"]
    side = (column + 1) % 3
    for row in (0, 1, 3):
        rows[row] = rows[row][:side] + "O" + rows[row][side + 1 :]
    board = parse(rows, 3)
    assert board.winner == "X"
    assert board.winning_line == [9 + column, 12 + column, 15 + column]


@pytest.mark.parametrize(
    ("rows", "row_length"),
    [(["XOX", "XOO", "OXX"], 3), (["XOX", "OXX", "OXO"], 3), (["XOXO", "XOXO", "OXOX"], 3),
     (["XXOO", "OOXX", "XXOO", "OOXX"], 3), (["XO", "OX"], 3), (["XOXOX"], 2), (["X"], 2)],
)  # fmt: skip
def test_full_boards_without_a_line_are_drawn(rows: list[str], row_length: int) -> None:
    board = parse(rows, row_length)
    assert (board.status, board.winner, board.winning_line) == ("drawn", None, None)
    assert board.legal_moves == []


def test_a_full_board_with_a_line_is_won() -> None:
    assert parse(["XXX", "OOX", "XOO"], 3).status == "won"


@pytest.mark.parametrize(
    ("rows", "line"),
    [(["XXXX", "OOO."], [0, 1, 2, 3]), (["XXXXX", "OO.OO"], [0, 1, 2, 3, 4])],
)
def test_a_row_longer_than_needed_is_shown_whole(rows: list[str], line: list[int]) -> None:
    board = parse(rows, 3 if len(line) == 5 else 4)
    assert (board.winner, board.winning_line) == ("X", line)


def test_two_lines_at_once_with_the_last_stone() -> None:
    board = parse(["XXX", "XOO", "XOO"], 3)
    assert board.winner == "X"
    assert board.winning_line in ([0, 1, 2], [0, 3, 6])


def test_three_lines_at_once_with_the_last_stone() -> None:
    board = parse(["X.XOO", ".XXOO", "OOXXX"], 3)
    assert (board.winner, board.status) == ("X", "won")
    assert board.winning_line in ([12, 13, 14], [2, 7, 12], [0, 6, 12])


def test_a_row_of_two_k_minus_one_is_legal_and_of_two_k_is_not() -> None:
    assert parse(["XXXXX", "OO.OO"], 3).winning_line == [0, 1, 2, 3, 4]
    with pytest.raises(PositionError, match="no single last stone"):
        parse(["XXXXXX", "OO.OO.", "..O..."], 3)


@pytest.mark.parametrize("row_length", [4, 5, 100])
def test_a_row_length_over_the_board_leaves_no_line(row_length: int) -> None:
    assert parse(["XXX", "OOO", "XXO"], row_length).status == "drawn"


def test_one_stone_wins_with_row_length_one() -> None:
    board = parse(["...", ".X."], 1)
    assert (board.winner, board.winning_line) == ("X", [4])
