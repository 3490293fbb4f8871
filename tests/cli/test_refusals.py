"""What cannot be is refused: a sentence names what is wrong, and nothing is done or printed."""

import shlex
import sys
from pathlib import Path

import pytest

from service.cli.play.session import PERSON
from service.players import LEVELS
from service.puzzles import GAMES
from tests.cli.commands import invoke

NO_PUZZLE = f"No such puzzle: give an id, such as five-hard-1, or one of {', '.join(GAMES)}, with"
OWN_BOARD = "A puzzle has a board, rules and sides of its own."
REFUSED = [
    ("solve 3 --board XXO/OO./X?.", "row 3 from the top, column 2: '?' is no cell; use"),
    ("solve 3 --board XX/OO./...", "board, row 2 from the top: The row has 3 cells,"),
    ("solve 3 --board O../.../...", "if O moved first, say --to-move X."),
    ("solve 3 --board X../.../... --to-move X", "--to-move: 1 X and 0 O cannot be"),
    ("solve 3 --board XXX/OOO/...", "Both players have a line"),
    ("solve 3 3", "Give WIDTH HEIGHT ROW_LENGTH for an empty board"),
    ("solve 3 3 --board ...", "or ROW_LENGTH alone with what tells"),
    ("solve 3 3 3 --board ...", "HEIGHT: The board has 1; give as many, or leave"),
    ("solve 3 --board XXOOO.X..", "give WIDTH 9 and HEIGHT 1 as well."),
    ("solve 2 --board 'X\n.\n.\nO'", "One column of 4 cells may be meant as 2x2: then give 2 "),
    ("solve 3 --board ... --board-file -", "not both"),
    ("solve 3 --board-file /nonexistent", "No such file"),
    (f"solve 3 --board-file {sys.executable}", "not text in UTF-8"),
    ("solve 0 3 3", "0 is not in the range x>=1"),
    ("solve 100 100 5", "10000 cells; at most 2500 are allowed."),
    (f"solve {'9' * 3000} {'9' * 3000} 5", "more than 2500 cells; at most 2500 are allowed"),
    ("solve 3 3 2501", "ROW_LENGTH: Give at most 2500."),
    ("solve 3 3 3 --seconds 0", "0.0 is not in the range 0<x<="),
    ("solve 3 3 3 --seconds nan", "'nan' is no duration"),
    ("solve 3 3 3 --seconds inf", "Invalid value for '--seconds': inf is not in the range"),
    ("solve 3 3 3 --nodes 0", "0 is not in the range 1<=x<="),
    ("solve 3 3 3 --checkpoint /nonexistent/file", "/nonexistent/file"),
    ("solve 8 8 5 --certificate /nonexistent/proof.txt", "/nonexistent/proof.txt"),
    ("solve 8 8 5 --certificate /tmp", "/tmp"),
    ("solve 13 5 5 --checkpoint any", "boards of up to 64 cells; this board has 65"),
    ("solve 3 3 3 --unknown", "No such option"),
    ("solve 3 3 3 --moves 1", "--moves counts"),
    (
        "solve 3 --gravity --board X../.../...",
        "board, row 1 from the top, column 1: The stone floats",
    ),
    (
        "solve 3 --any-position --board X../.../...",
        "--to-move: With --any-position the stones do not tell",
    ),
    ("solve 3 --wrap torus --board X../.../...", "'torus' is not one of"),
    ("play 3 3", "Give WIDTH HEIGHT ROW_LENGTH"),
    ("play 0 3 3", "not in the range x>=1"),
    ("play 100 100 5", "at most 2500 are allowed"),
    (
        "play 3 --board XX./.../... --any-position",
        "--first: With --any-position the stones do not tell",
    ),
    ("play --x genius", f"'genius' is not one of '{PERSON}', '{min(LEVELS)}'"),
    ("play --x-strength 3", "say --x master, or leave out --x-strength"),
    ("play --o-strength 11", "11 is not in the range 1<=x<=10"),
    ("play --seconds 0", "not in the range 0<x<="),
    ("play --seconds inf", "Invalid value for '--seconds': inf is not in the range"),
    (f"play --seed {'9' * 30}", "not in the range"),
    *(
        (f"play --puzzle '{name}'", NO_PUZZLE)
        for name in ("chess", "torus/harder", "torus-easy-0", "/easy", "/", "", "torus/easy/1")
    ),
    *(
        (f"play {options} --puzzle torus", OWN_BOARD)
        for options in ("--gravity", "--x master", "--board XO.", "4 4 4")
    ),
    ("mistakes - 3 3 3 --seconds inf", "Invalid value for '--seconds': inf is not in the range"),
    ("tournament 3 3", "Give WIDTH HEIGHT ROW_LENGTH"),
    ("tournament --games 1", "1 is not in the range x>=2"),
    ("tournament --nodes 0", "0 is not in the range 1<=x<="),
    ("tournament --chart chart.png", "name a file that ends in .svg"),
    ("tournament --games 2 --chart /nonexistent/chart.svg", "no folder /nonexistent"),
    ("tournament 100 100 5", "at most 2500 are allowed"),
    ("tournament 3 --board X../.../... --any-position", "a --board with walls alone"),
    ("tournament 3 --board '#../.../...' --wrap torus", "'torus' is not one of"),
]
"""Commands, each with what is said of it."""
FAILING = [
    ("solve 3 3 3 --game /nonexistent", "'/nonexistent': No such file"),
    ("play --x master --url http://127.0.0.1:9", "Error: http://127.0.0.1:9/move"),
    ("play --x master --url http://.:9", "does not answer: URL has"),
    ("tournament --games 2 --chart /proc/chart.svg", "/proc/chart.svg"),
]
"""Commands that are right and cannot be carried out."""


@pytest.mark.parametrize(
    ("command", "message", "status"),
    [*((*each, 2) for each in REFUSED), *((*each, 1) for each in FAILING)],
)
def test_what_cannot_be_is_refused(command: str, message: str, status: int) -> None:
    done = invoke(*shlex.split(command))
    assert done.stderr.count(message) == 1, done.stderr
    assert done.exit_code == status
    assert status == 1 or not done.stdout


@pytest.mark.parametrize("switch", ["--gravity", "--wrap=both", "--exact", "--misere", "walls"])
@pytest.mark.parametrize("option", ["--certificate", "--checkpoint"])
def test_what_is_not_for_a_rule_says_so(option: str, switch: str, tmp_path: Path) -> None:
    rule = ["--board", "#../.../..."] if switch == "walls" else ["3", "3", switch]
    path = tmp_path / "file"
    done = invoke("solve", *rule, "3", option, str(path))
    assert f"{option} is only for games without walls" in done.stderr
    assert (done.exit_code, path.exists()) == (2, False)
