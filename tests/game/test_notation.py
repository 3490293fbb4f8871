"""Boards as people write them, and cells as they call them, there and back."""

import pytest

from service.game import Board, Row, Rules, find_cell, name_cell, parse


def test_every_notation_of_a_cell_is_read() -> None:
    """Empty cells are written in six ways; rows are strings or arrays, in either case.

    Each row of characters may have its own way, and one may have several, but not beside spaces.
    """
    expected = parse(["XO.", ".X.", "O.."], 3)
    for empty in (".", " ", "_", "-"):
        assert parse([f"XO{empty}", f"{empty}x{empty}", f"o{empty}{empty}"], 3) == expected
    assert parse(["xo ", ".x_", "o-."], 3) == expected
    for blank in (".", " ", "_", "-", "", None):
        rows: list[Row] = ["xo.", [blank, "x", blank], ("o", blank, "-")]
        assert parse(rows, 3) == expected


def test_letters_count_columns_and_numbers_count_rows_from_the_bottom() -> None:
    board = Board(Rules(4, 3, 3))
    assert [name_cell(board, cell) for cell in range(12)] == [
        "a3", "b3", "c3", "d3", "a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("column", "name"),
    [(25, "z1"), (26, "aa1"), (51, "az1"), (52, "ba1"), (701, "zz1"), (702, "aaa1"),
     (4095, "fan1")],
)  # fmt: skip
def test_after_z_comes_aa(column: int, name: str) -> None:
    assert name_cell(Board(Rules(4096, 1, 5)), column) == name


@pytest.mark.parametrize("shape", [(1, 1), (1, 4096), (4096, 1), (64, 64), (7, 3)])
def test_every_cell_has_a_name_of_its_own_and_is_found_by_it(shape: tuple[int, int]) -> None:
    board = Board(Rules(*shape, 3))
    names = [name_cell(board, cell) for cell in range(board.rules.cells)]
    assert len(set(names)) == len(names)
    for written in (names, [name.upper() for name in names]):
        assert [find_cell(board.rules, name) for name in written] == list(range(len(names)))


@pytest.mark.parametrize(
    "name",
    ["", "a", "1", "a0", "a01", "a4", "e1", "aa1", "1a", "a1 ", " a1", "a1\n", "a-1", "a+1", "a1.0",
     "\u00e41", "\uff411", "a\u0661", "a\u00b9", "a" * 99 + "1", "a" + "1" * 99, "A\u030a1"],
)  # fmt: skip
def test_what_is_no_cell_is_not_found(name: str) -> None:
    assert find_cell(Rules(4, 3, 3), name) is None
