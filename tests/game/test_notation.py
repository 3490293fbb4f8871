"""Reading every notation of a board, and writing boards back."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from service.game import Board, Row, Rules, parse, render
from tests.support.reference import Reference


def test_every_notation_of_a_cell_is_read() -> None:
    """Empty cells are written in six ways; rows are strings or arrays, in either case."""
    expected = parse(["XO.", ".X.", "O.."], 3)
    for empty in (".", " ", "_", "-"):
        assert parse([f"XO{empty}", f"{empty}x{empty}", f"o{empty}{empty}"], 3) == expected
    for blank in (".", " ", "_", "-", "", None):
        rows: list[Row] = ["xo.", [blank, "x", blank], ("o", blank, "-")]
        assert parse(rows, 3) == expected


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
