"""`python -m service play --puzzle`: the goal, wrong moves and their refutations, and hints."""

import io

import pytest
from rich.console import Console

from service.cli.play.puzzle import PuzzleSession
from service.game import parse, render
from service.puzzles import GAMES, Puzzle, find, goal, hint
from tests.cli.commands import output_of
from tests.cli.test_play import here

FORK = Puzzle("tic-tac-toe", "easy", 1, parse(["X..", ".O.", "O.X"], 3), 2, "fork", 3, 1, 45)
"""Only c3 threatens twice and stops O."""
MISERE = Puzzle(
    "misere", "easy", 1, parse(["XX.", "OO.", "..."], 3, misere=True), None, "avoids_row", 3, 1, 45
)


@pytest.mark.parametrize(
    ("puzzle", "typed", "said", "end"),
    [
        (
            FORK, "a2;quit",
            [
                "tic-tac-toe-easy-1: 3 in a row wins. X to move and win in 2 moves.\n",
                "3 X  . *O*\n2 X *O* . \n1*O* .  X \nAt c3 O wins with 3 in a row.\nTry again.\n",
            ], "X../.O./O.X",
        ),
        (FORK, "c3;b3;c2", ["X has won.\n"], "XOX/.OX/O.X"),
        (
            MISERE, "c3;quit",
            ["Who makes 3 in a row loses.", "O has won: X has made a row.\nTry again.\n"],
            "XX./OO./...",
        ),
        (
            FORK, "hint;hint;quit",
            [
                "X to move: Look for a fork: two threats at once.\nX to move: ",
                "\nc3 ",
            ], "X../.O./O.X",
        ),
    ],
    ids=[
        "a wrong move is refuted by a reply and taken back", "a right move goes on to the end",
        "a move that loses at once is taken back", "a hint is the theme and then the move",
    ],
)  # fmt: skip
def test_a_puzzle_is_shown(
    puzzle: Puzzle, typed: str, said: list[str], end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed.replace(";", "\n")))
    shown = io.StringIO()
    session = PuzzleSession(puzzle, here(5000, seed=1), Console(file=shown, width=200))
    session.run()
    for each in said:
        assert each in shown.getvalue()
    assert ("Try again." in shown.getvalue()) == ("Try again." in said[-1])
    assert "/".join(render(session.board)) == end


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        (["four-by-four-easy-1"], "four-by-four-easy-1"),
        (["connect-four/hard"], "connect-four-hard-"), (["torus"], "torus-"),
        ([], f"{next(iter(GAMES))}-easy-"),
    ],
)  # fmt: skip
def test_a_puzzle_is_found_by_its_id_or_its_game(name: list[str], begins: str) -> None:
    """Without either it is one of the first game."""
    shown = output_of("play", "--puzzle", *name, "--seconds", "0.1", stdin="quit\n").partition(":")[
        0
    ]
    assert find(shown)
    assert shown.startswith(begins)


def test_a_puzzle_is_in_a_language() -> None:
    shown = output_of("play", "--puzzle", "misere", "--lang", "de", stdin="hint\nquit\n")
    puzzle = find(shown.partition(":")[0])
    assert puzzle
    for message in (goal(puzzle), hint(puzzle)):
        assert message.render("de") in shown
