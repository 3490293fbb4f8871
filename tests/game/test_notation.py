"""Reading every notation of a board, and writing boards back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game import Board, Row, Rules, parse, render
from tests.support.reference import Reference

ROWS = ["XO.", ".X.", "O.."]


@pytest.mark.parametrize("empty", [".", " ", "_", "-"])
def test_every_mark_of_an_empty_cell_in_strings(empty: str) -> None:
    assert parse([row.replace(".", empty) for row in ROWS], 3) == parse(ROWS, 3)


@pytest.mark.parametrize("empty", [".", " ", "_", "-", "", None])
def test_every_mark_of_an_empty_cell_in_arrays(empty: str | None) -> None:
    rows = [[empty if cell == "." else cell for cell in row] for row in ROWS]
    assert parse(rows, 3) == parse(ROWS, 3)


def test_lower_case_and_mixed_rows() -> None:
    rows: list[Row] = ["xo.", [None, "x", ""], ("o", "_", "-")]
    assert parse(rows, 3) == parse(ROWS, 3)


def test_cells_are_counted_row_after_row_from_the_top_left() -> None:
    board = parse(["X...", "..O.", "...."], 3)
    assert board.rules == Rules(4, 3, 3)
    assert (board.x, board.o) == (1 << 0, 1 << 6)


def test_rendering() -> None:
    assert render(parse(["xo ", "_x-", "o  "], 3)) == ROWS


@pytest.mark.parametrize(
    ("rows", "to_move"),
    [
        (["...", "...", "..."], "X"),
        (["X..", "...", "..."], "O"),
        (["XO.", "...", "..."], "X"),
    ],
)
def test_the_side_to_move_is_inferred_with_x_first(rows: list[str], to_move: str) -> None:
    assert parse(rows, 3).to_move == to_move


@pytest.mark.parametrize(
    ("rows", "to_move"),
    [(["..."], "X"), (["..."], "O"), (["XO."], "X"), (["XO."], "O"), (["X.."], "O"),
     (["O.."], "X")],
)  # fmt: skip
def test_either_player_may_have_started_when_the_side_to_move_is_given(
    rows: list[str], to_move: str
) -> None:
    board = parse(rows, 3, "X" if to_move == "X" else "O")
    assert board.to_move == to_move
    assert render(board) == rows


@given(
    width=st.integers(1, 12),
    height=st.integers(1, 12),
    row_length=st.integers(1, 13),
    stones=st.integers(0, 144),
    seed=st.integers(0, 2**32),
)
def test_parse_and_render_are_inverse(
    width: int, height: int, row_length: int, stones: int, seed: int
) -> None:
    """Random games from the empty board, up to their end, go through text unharmed."""
    board, chance = Board(Rules(width, height, row_length)), random.Random(seed)
    while stones and board.legal_moves:
        board = board.play(chance.choice(board.legal_moves))
        stones -= 1
    assert parse(render(board), row_length) == board
    assert parse(render(board), row_length, board.to_move) == board
    assert render(parse(render(board), row_length)) == render(board)


@given(text=st.text(alphabet="XO.", min_size=9, max_size=9), to_move=st.sampled_from("XO"))
def test_what_is_accepted_is_what_was_written(text: str, to_move: str) -> None:
    """A row length no line reaches: acceptance depends on the counts alone."""
    rows = Reference(3, 3, 4).rows(text)
    lead = text.count("X") - text.count("O")
    if lead in ((0, -1) if to_move == "X" else (0, 1)):
        assert render(parse(rows, 4, "X" if to_move == "X" else "O")) == rows
