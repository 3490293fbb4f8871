"""`python -m service play --puzzle`: the goal, wrong moves and their refutations, and hints."""

import io

import pytest
from rich.console import Console

from service.cli.play.puzzle import PuzzleSession
from service.cli.play.source import Source
from service.game import parse, render
from service.puzzles import GAMES, Puzzle, find, goal, hint
from tests.cli.commands import invoke
from tests.cli.test_play import here

FORK = Puzzle("tic-tac-toe", "easy", 1, parse(["X..", ".O.", "O.X"], 3), 2, "fork", 3, 1)
"""Only c3 threatens twice and stops O."""
MISERE = Puzzle(
    "misere", "easy", 1, parse(["XX.", "OO.", "..."], 3, misere=True), None, "avoids_row", 3, 1
)


@pytest.fixture(scope="module")
def source() -> Source:
    """Provide the service in this process."""
    return here(5000, seed=1)


def play(
    puzzle: Puzzle, source: Source, monkeypatch: pytest.MonkeyPatch, *typed: str
) -> tuple[PuzzleSession, str]:
    """Return the session in which a person types these lines, and what was shown."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    shown = io.StringIO()
    session = PuzzleSession(puzzle, source, Console(file=shown, width=200))
    session.run()
    return session, shown.getvalue()


def test_a_wrong_move_is_refuted_by_a_reply_and_taken_back(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, shown = play(FORK, source, monkeypatch, "a2", "quit")
    assert shown.startswith("tic-tac-toe-easy-1: 3 in a row wins. X to move and win in 2 moves.\n")
    assert (
        "3 X  . *O*\n2 X *O* . \n1*O* .  X \nAt c3 O wins with 3 in a row.\nTry again.\n" in shown
    )
    assert session.board == FORK.board


def test_a_right_move_goes_on_to_the_end(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    session, shown = play(FORK, source, monkeypatch, "c3", "b3", "c2")
    assert shown.endswith("X has won.\n")
    assert "Try again." not in shown
    assert session.board.winner == "X"


def test_a_move_that_loses_at_once_is_taken_back(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, shown = play(MISERE, source, monkeypatch, "c3", "quit")
    assert "Who makes 3 in a row loses." in shown
    assert "O has won: X has made a row.\nTry again.\n" in shown
    assert render(session.board) == ["XX.", "OO.", "..."]


def test_a_hint_is_the_theme_and_then_the_move(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, shown = play(FORK, source, monkeypatch, "hint", "hint", "quit")
    first, second = shown.split("X to move: ")[1:3]
    assert first == "Look for a fork: two threats at once.\n"
    assert "\nc3 " in second


@pytest.mark.parametrize("name", ["four-by-four-easy-1", "connect-four/hard", "torus"])
def test_a_puzzle_is_found_by_its_id_or_its_game(name: str) -> None:
    done = invoke("play", "--puzzle", name, "--seconds", "0.1", stdin="quit\n")
    assert done.exit_code == 0, done.stderr
    shown = done.stdout.partition(":")[0]
    assert find(shown)
    assert shown.startswith(name.replace("/", "-"))


def test_a_puzzle_is_in_a_language() -> None:
    done = invoke("play", "--puzzle", "misere", "--lang", "de", stdin="hint\nquit\n")
    shown = done.stdout.partition(":")[0]
    puzzle = find(shown)
    assert puzzle
    for message in (goal(puzzle), hint(puzzle)):
        assert message.render("de") in done.stdout


def test_without_a_name_it_is_one_of_the_first_game() -> None:
    done = invoke("play", "--puzzle", "--seconds", "0.1", stdin="quit\n")
    assert done.stdout.startswith(f"{next(iter(GAMES))}-easy-"), done.stderr


@pytest.mark.parametrize(
    "name", ["chess", "torus/harder", "torus-easy-0", "/easy", "/", "", "torus/easy/1"]
)
def test_a_puzzle_that_there_is_not_is_refused(name: str) -> None:
    done = invoke("play", "--puzzle", name)
    assert (done.exit_code, done.stdout) == (2, ""), name
    assert "No such puzzle" in done.stderr
    assert all(game in done.stderr for game in GAMES)


@pytest.mark.parametrize(
    "options", [["--gravity"], ["--x", "master"], ["--board", "XO."], ["4", "4", "4"]], ids=str
)
def test_a_puzzle_has_its_own_board_and_sides(options: list[str]) -> None:
    done = invoke("play", *options, "--puzzle", "torus")
    assert done.exit_code == 2
    assert "A puzzle has a board, rules and sides of its own." in done.stderr
