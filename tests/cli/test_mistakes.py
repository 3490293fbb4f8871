"""Games in files: `mistakes` judges their moves, and `solve` goes on from their positions."""

import re
from pathlib import Path

import pytest

from tests.cli.commands import invoke, output_of
from tests.cli.test_solve import answer_of

PISKVORK = "Piskvorky 4x3, 11:11, 0\n2,3,1500\n2,2,0\n3,3,12\n{}Z\u00fcrich\nB,2\n0,Freestyle15_1\n"
"""A game of Piskvork with its first moves, with room for another."""


TIC_TAC_TOE = (
    "4. O: a3 gave up the draw; a2 kept it.\n1 mistake proven.\n"
    "4. O: a3 does not keep X from winning at a2.\n1 row overlooked.\n"
    "X kept all it could with 2 of 2 moves.\nO kept all it could with 1 of 2 moves.\n"
)
GOMOKU = ["15", "15", "5", "--seconds", "0.001"]


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("b2 a1 c2 a3", ["3", "3", "3"], TIC_TAC_TOE),
        ("B2,a1\n c2, A3\n", ["3", "3", "3"], TIC_TAC_TOE),
        ("\ufeffpiskvorky 3x3, 0:0, 1\r\n2,2,7\r\n1,3,0\r\n\r\n3,2,-1\r\n1, 1\r\n-1\r\n", ["3"],
         TIC_TAC_TOE),
        ("\ufeffb2 a1 c2 a3", ["3", "3", "3", "--any-position"], TIC_TAC_TOE),
        # Where stones fall columns are moves.
        ("2 b a 4 c", ["4", "3", "3", "--gravity"],
         ("3. X: a1 gave up the win; c1 kept it.\n"
         "4. O: d1 gave up the win; c1 kept it.\n2 mistakes proven.\n"
         "4. O: d1 does not keep X from winning at c1.\n1 row overlooked.\n"
         "X kept all it could with 2 of 3 moves.\nO kept all it could with 1 of 2 moves.\n")),
        ("h8 a1 h7", GOMOKU, "No mistakes proven.\nNot judged in this time: 1, 2, 3.\n"),
        # X could complete five at l8 for three moves, and O could have kept X from it.
        ("h8 g8 i8 a1 j8 a2 k8 b1 c1 b2 l8", GOMOKU,
         ("No mistakes proven.\n8. O: b1 does not keep X from winning at l8.\n"
         "9. X: c1 overlooks that X can win at l8.\n10. O: b2 does not keep X from winning at l8.\n"
         "3 rows overlooked.\n(.*\n)*")),
    ],
)  # fmt: skip
def test_the_mistakes_of_a_game_are_named_with_what_was_better(
    text: str, arguments: list[str], said: str
) -> None:
    told = output_of("mistakes", "-", *arguments, stdin=text)
    assert re.fullmatch(said, told), told


def test_a_position_of_a_game_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    path.write_bytes(PISKVORK.format("1,3,9\n").encode("cp1250"))
    falling = ["3", "--gravity"]
    for count, rows in (([], "..../.O../OXX."), (["--moves", "3"], "..../.O../.XX.")):
        said = answer_of(*falling, "--game", str(path), *count)
        assert said["options"] == answer_of(*falling, "--board", rows)["options"]
    listed = answer_of(
        "3", "--board", "X../.../...", "--game", "-", "--to-move", "O", stdin="b2 c1"
    )
    assert (
        listed["options"] == answer_of("3", "--board", "X../.O./..X", "--to-move", "O")["options"]
    )


@pytest.mark.parametrize(
    ("command", "text", "arguments", "message"),
    [("mistakes", " ,\n", ["3", "3", "3"], "The file has no moves."),
     ("mistakes", "b2 b2", ["3", "3", "3"], "moves, number 2: There is a stone on b2 already."),
     ("mistakes", "b2 d", ["3", "3", "3"], "moves, number 2: No such cell; give its name, from "),
     ("mistakes", "b2", ["3"], "Give WIDTH HEIGHT ROW_LENGTH"),
     ("mistakes", PISKVORK.format("0,3,5\n"), ["3"], "0,3,5 is no cell of Piskvork's"),
     ("mistakes", PISKVORK.format("5,3,5\n"), ["3"], "moves, number 4: No such cell"),
     ("mistakes", PISKVORK.format("foo\n3;1\n1,1,5\n"), ["3"], "Line 5 of the file, between moves"),
     ("mistakes", PISKVORK.format(""), ["4", "3", "3"], "Give ROW_LENGTH alone: the file tells"),
     ("solve", PISKVORK.format(""), ["4", "3", "3"], "Give WIDTH HEIGHT ROW_LENGTH"),
     ("solve", "a3 b3", ["3", "3", "3", "--gravity"], "number 1: No stone comes to rest on a3")],
)  # fmt: skip
def test_what_is_no_game_is_refused(
    command: str, text: str, arguments: list[str], message: str
) -> None:
    file = ["--game", "-"] if command == "solve" else ["-"]
    done = invoke(command, *file, *arguments, stdin=text)
    assert done.exit_code != 0
    assert message in done.stderr
