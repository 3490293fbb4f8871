"""A position as people see it in a program: as text, and as a picture in a notebook."""

import re
from xml.etree import ElementTree as Xml

import pytest

from service.game import Board, Rules, name_column, parse
from service.solver import Budget, Solver
from tests.support.positions import random_positions


def test_text_names_rows_and_columns() -> None:
    assert str(parse(["X.O", "...", ".X."], 3)).splitlines() == [
        "3 X . O", "2 . . .", "1 . X .", "  a b c",
    ]  # fmt: skip


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 12, 4), (30, 2, 5), (1, 1, 1)], ids=str)
def test_text_has_every_cell_under_its_column(shape: tuple[int, int, int]) -> None:
    board = Board(Rules(*shape)).play(0)
    *rows, names = (line.split() for line in str(board).splitlines())
    assert ["".join(cells) for _, *cells in rows] == board.rows
    assert [int(name) for name, *_ in rows] == list(range(shape[1], 0, -1))
    assert names == [name_column(column) for column in range(shape[0])]
    assert len({len(line) for line in str(board).splitlines()}) == 1


def test_the_name_of_a_board_is_short() -> None:
    board = Board(Rules(50, 50, 5)).play(7)
    assert repr(board) == "<Board 50x50, 5 in a row, X: 1, O: 0, O to move>"


def test_the_picture_shows_all_stones_and_the_row() -> None:
    for position in random_positions((5, 4, 3), (0, 12), 20, seed=3):
        board = position.board
        picture = Xml.fromstring(board._repr_svg_())
        tags = [re.sub("{.*}", "", each.tag) for each in picture.iter()]
        assert tags.count("rect") == board.rules.cells
        assert (tags.count("path"), tags.count("circle")) == (
            board.x.bit_count(),
            board.o.bit_count(),
        )
        marked = [each for each in picture.iter() if each.get("fill") == "gold"]
        assert len(marked) == len(board.winning_line or [])
        assert board._repr_html_() == board._repr_svg_()


def test_discs_are_told_apart_without_colour() -> None:
    picture = Xml.fromstring(parse(["....", ".XO."], 3, gravity=True)._repr_svg_())
    tags = [(re.sub("{.*}", "", each.tag), each.get("fill")) for each in picture.iter()]
    stones = [each for each in tags if each[0] in ("circle", "path")]
    assert stones == [("circle", "crimson"), ("path", None), ("circle", None)]


def test_the_table_of_an_analysis_tells_what_is_proven() -> None:
    board = parse(["XXO", "OO.", "X.."], 3)
    lines = str(Solver(1).analyse(board, Budget())).splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["move", "value", "plies", "score"],
        ["c2", "0", "3", "0.00"], ["c1", "-1", "2", "-1.00"], ["b1", "-1", "2", "-1.00"],
    ]  # fmt: skip


def test_the_table_says_what_is_unknown() -> None:
    analysis = Solver(1).analyse(Board(Rules(15, 15, 5)).play(112), Budget(nodes=300))
    _, _, *rows = str(analysis).splitlines()
    assert len(rows) == 20
    assert all(row.split()[1] == "?" and len(row.split()) == 3 for row in rows)
    assert "&lt;Board 15x15" in analysis._repr_html_()
