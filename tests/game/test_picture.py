"""A position as people see it in a program: as text, and as a picture in a notebook."""

from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from service.game import Board, Rules, name_column, parse
from service.game.picture import BLUE, EDGE, INK, ORANGE, WON
from service.solver import Budget, Solver
from tests.support.positions import random_positions
from tests.support.project import ROOT


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


def pieces(board: Board, kind: str, **shown: Any) -> list[Xml.Element]:
    """Return the elements of a kind in the picture of a board."""
    return list(
        Xml.fromstring(board.picture(**shown)).iter(f"{{http://www.w3.org/2000/svg}}{kind}")
    )


def squares(board: Board, paint: tuple[str, str], **shown: Any) -> int:
    """Return how many cells are painted so."""
    name, colour = paint
    return sum(each.get("d", "").count("z") for each in pieces(board, "path", **shown)
               if each.get(name) == colour)  # fmt: skip


def test_the_picture_shows_all_stones_the_row_and_what_is_marked() -> None:
    for position in random_positions((5, 4, 3), (0, 12), 20, seed=3):
        board = position.board
        stones = [each.get("d", "").count("h1") for each in pieces(board, "path") if each.get("id")]
        assert stones == [board.x.bit_count(), board.o.bit_count()]
        assert squares(board, ("fill", WON)) == len(board.winning_line or [])
        assert squares(board, ("stroke", BLUE), marked=[0, 7]) == 2
        (dot,) = pieces(board, "circle", last=7)
        assert (float(dot.get("cx", 0)) // 1, float(dot.get("cy", 0)) // 1) == (2, 1)
        assert [each.text for each in pieces(board, "text")] == [*"1234", *"abcde"]
        assert board._repr_html_() == board._repr_svg_() == board.picture()


def test_discs_are_told_apart_without_colour() -> None:
    board = parse(["....", ".XO."], 3, gravity=True)
    shapes = [each.get("stroke-linecap") for each in pieces(board, "use")]
    assert shapes == ["round", "butt", "butt", *["round"] * 4]


def test_no_picture_takes_more_than_20_kb() -> None:
    """Nor one of stripes, in which no stone is written shorter than another."""
    striped = parse(["XO" * 25] * 50, 51, "X", any_position=True)
    for board in (striped, Board(Rules(2500, 1, 5)), Board(Rules(1, 2500, 5))):
        picture = board.picture(7, range(0, 100, 2) if board is striped else ())
        assert len(picture.encode()) <= 20_000


def test_the_colours_are_those_of_the_page() -> None:
    style = (ROOT / "service" / "web" / "style.css").read_text()
    for name, colour in (("x", BLUE), ("o", ORANGE), ("ink", INK), ("rack", EDGE), ("win", WON)):
        assert f"--{name}: light-dark({colour}," in style


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
