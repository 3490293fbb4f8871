"""`python -m service play`: what is drawn, what may be typed, and where the answers come from."""

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import click
import pytest
from rich.console import Console

from service.cli.play.drawing import draw
from service.cli.play.running_service import RunningService
from service.cli.play.session import PERSON, Session
from service.cli.play.source import Source
from service.game import Board, Player, Rules, parse, render
from service.languages import catalogue
from service.players import LEVELS
from service.questions.in_process import InProcessService
from service.questions.refusals import RefusedError
from service.settings import Settings
from service.solver import Solver
from tests.cli.commands import invoke, run
from tests.support.http_server import served_by

CLASSIC = Board(Rules(3, 3, 3))
FOUR = [*[""] * 3, "...X", *[""] * 3, "OXXXX", *[""] * 6, "..........OOO"]
"""The rows of a position in which O has to take f8; then nothing is proven."""
FULL: Mapping[Player, int | None] = {"X": None, "O": None}
Play = Callable[..., tuple[Session, str]]


def here(milliseconds: int, **fields: int) -> Source:
    """Return the service in this process."""
    ask = InProcessService(Settings.model_construct(), Solver(4)).answer
    return Source(ask, {"time_limit_ms": milliseconds, **fields})


def there(url: str, **fields: int) -> Source:
    """Return the service at a URL."""
    return Source(RunningService(url).ask, fields)


@pytest.fixture(scope="module")
def source() -> Source:
    """Provide the service in this process."""
    return here(5000, seed=1)


@pytest.fixture
def play(source: Source, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Provide a function that plays a game in which people type the given lines."""

    def play(
        *typed: str,
        x: str = PERSON,
        o: str = PERSON,
        board: Board = CLASSIC,
        ask: Source = source,
        strengths: Mapping[Player, int | None] = FULL,
    ) -> tuple[Session, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        shown = io.StringIO()
        session = Session(board, {"X": x, "O": o}, ask, Console(file=shown, width=200), strengths)
        session.run()
        return session, shown.getvalue()

    return play


def test_two_people_play_and_the_winning_line_is_starred(play: Play) -> None:
    session, shown = play("a3", "a2", "b3", " b2 ", "c3")
    assert render(session.board) == ["XXX", "OO.", "..."]
    assert shown.endswith("3*X**X**X*\n2 O  O  . \n1 .  .  . \nX has won.\n")
    assert "3[X] .  . \n" in shown, "the first move"
    assert "  a  b  c \n3 X  .  . \n2[O] .  . \n" in shown, "the second is the last one then"


def test_a_draw_is_said(play: Play) -> None:
    board = parse(["XOX", "XOO", "OX."], 3)
    assert play("c1", board=board)[1].endswith("The game is drawn: the board is full.\n")


def test_stones_fall_where_a_column_is_typed(play: Play) -> None:
    board = parse(["...", "...", "#.."], 3, gravity=True)
    session, shown = play("b", "B1", "b3", "c", "d", "a", "a", "a", "quit", board=board)
    assert render(session.board) == ["O..", "X..", "#XO"]
    assert "There is a stone on b1 already.\n" in shown
    assert "No stone comes to rest on b3: in this column it falls to b2.\n" in shown
    assert "Type a column from a to c, or hint, why, undo or quit.\n" in shown
    assert "No stone falls into column a: it is full, or a wall closes it.\n" in shown
    assert "1 #  X [O]\n" in shown


def test_who_makes_a_row_in_a_misere_game_has_lost(play: Play) -> None:
    board = parse(["XX.", "OO.", "..."], 3, misere=True)
    _, shown = play("c3", board=board)
    assert shown.endswith("O has won: X has made a row.\n")


def test_a_game_can_begin_under_any_rules_and_anywhere() -> None:
    switches = ("--gravity", "--wrap", "horizontal", "--exact", "--misere", "--seconds", "0.1")
    done = invoke("play", "4", "4", "3", "--x", "rules", "--o", "blind", "--seed", "1", *switches)
    assert done.exit_code == 0, done.stderr
    assert "has made a row." in done.stdout or "drawn" in done.stdout
    begun = invoke(
        "play", "3", "--board", "XX./.../..#", "--any-position", "--first", "X", stdin="c3"
    )
    assert begun.exit_code == 0, begun.stderr
    assert begun.stdout.endswith("X has won.\n")
    unsaid = invoke("play", "3", "--board", "XX./.../...", "--any-position")
    assert unsaid.exit_code == 2
    assert "--first: With --any-position the stones do not tell" in unsaid.stderr


TYPED = ("", "help", "a4", "b 1", "[bold]")
"""What names no cell; `tests/game/test_notation.py` tries more."""


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        *((text, "Type a cell from a1 to d3, or hint, why, undo or quit.") for text in TYPED),
        ("B2", "There is a stone on b2"),
    ],
)
def test_bad_input_is_explained_and_asked_again(play: Play, typed: str, message: str) -> None:
    board = parse(["....", ".X..", "...."], 3)
    session, shown = play(typed, "a3", "quit", board=board)
    assert message in shown
    assert render(session.board) == ["O...", ".X..", "...."]


@pytest.mark.parametrize("typed", [["quit"], ["QUIT"], []])
def test_quitting_or_the_end_of_the_input_ends_the_game(play: Play, typed: list[str]) -> None:
    session, shown = play("a3", *typed)
    assert shown.endswith("Bye.\n")
    assert render(session.board) == ["X..", "...", "..."]


def test_undo_takes_back_to_the_last_move_of_a_person(play: Play) -> None:
    assert render(play("a3", "b2", "undo")[0].board) == ["X..", "...", "..."]
    assert play("a3", "b2", "undo", "undo")[0].board == CLASSIC
    assert play("a3", "undo", "quit", o="master")[0].board == CLASSIC
    again, _ = play("a3", "c1", "undo", "quit", o="lines")
    assert again.board.x == 1
    assert again.board.o.bit_count() == 1


def test_undo_with_nothing_to_take_back_says_so(play: Play) -> None:
    assert "no move of yours" in play("undo")[1]
    session, shown = play("undo", x="master")
    assert "no move of yours" in shown
    assert session.board.x.bit_count() == 1, "the level's move stays"


def test_a_hint_shows_the_best_move_its_reason_and_the_value(play: Play) -> None:
    session, shown = play("hint", board=parse(["XX.", "OO.", "..."], 3))
    assert "3(X)(X)(.)\n" in shown
    assert "At c3 X wins with 3 in a row.\n" in shown
    assert "X wins in 1 move.\n" in shown
    assert session.board.legal_moves == [2, 5, 6, 7, 8]
    _, shown = play("hint", board=parse(["XXO", "OO.", "X.."], 3))
    assert "A draw if both play well.\n" in shown


def test_why_tells_what_the_level_had_in_mind(play: Play) -> None:
    _, shown = play("c1", "why", o="rules", board=parse(["X..", ".O.", "..."], 3, "X"))
    assert re.search(r"O \(rules\) plays [abc][123]\.\n", shown)
    assert "3 X  . (.)\n" in shown
    assert "at c2, which leaves X no time to make two threats at once at c3 and a1." in shown


def test_why_judges_the_move_of_a_person(play: Play) -> None:
    assert "No move has been made yet." in play("why")[1]
    assert "No move is better than b2: X draws with best play." in play("b2", "why")[1]
    _, shown = play("b3", "why", board=parse(["X..", "...", "..."], 3))
    assert "2 . (.) . " in shown, "what was better"
    assert "b3 gave up the draw; b2 kept it. With b3 O loses in 3 moves, but b2 draws." in shown
    _, shown = play("c1", "why", board=parse(["XX.", "OO.", "..."], 3))
    assert "With c1 X loses in 1 move, but c3 wins in 1 move." in shown


SOFT = "(it looks best, but who wins|who wins is not proven)"


@pytest.mark.parametrize(
    ("rows", "typed", "said"),
    [
        ([], "a1", "a1: X can still make 3 lines through here; who wins is not proven"),
        *(pytest.param(*each, marks=pytest.mark.thorough) for each in (
            ([], "h8", f"h8 takes the center: .*; {SOFT}"),
            (["." * 10 + "X"], "g7", f"g7: O can still make 20 lines through here; {SOFT}"),
        )),
        (FOUR, "f8", "f8 blocks X, who would win at f8; every other move loses"),
        (FOUR, "a1", "a1: O can still make 3 lines through here; O loses in 1 move, but f8 looks"),
        (FOUR, "n1", "n1 threatens to win at j1 or o1; O loses in 1 move, but f8 looks"),
    ],
)  # fmt: skip
def test_of_what_is_not_proven_why_says_what_can_be_seen_and_how_it_looks(
    play: Play, rows: list[str], typed: str, said: str
) -> None:
    """The board is large, so that hardly anything is proven of the best moves."""
    board = parse([row.ljust(15, ".") for row in rows + [""] * (15 - len(rows))], 5)
    _, shown = play("hint", typed, "why", board=board, ask=here(1000))
    assert re.search(said, shown), shown
    assert re.search("proven; it looks (even|(slightly |much )?better for [XO])[.]\n", shown)


def test_large_boards_keep_their_columns_apart() -> None:
    rows = draw(Board(Rules(120, 12, 5)).play(0), last=0, shown=[121]).plain.splitlines()
    assert len({len(row) for row in rows}) == 1
    assert rows[0].split()[::30] == ["a", "ae", "bi", "cm"]
    assert rows[1].startswith("12[X]")
    assert rows[2].startswith("11 . (.)")


def test_a_service_answers_as_a_solver_does(play: Play, base_url: str, source: Source) -> None:
    remote = there(base_url + "/", time_limit_ms=5000, seed=1)
    typed = ("b2", "hint", "why", "undo", "a3", "why", "quit")
    assert play(*typed, o="rules", ask=remote)[1] == play(*typed, o="rules")[1]
    # What a master says of its move depends on what else is known of the position by then.
    plain = ("b2", "hint", "undo", "a3", "quit")
    assert play(*plain, o="master", ask=remote)[1] == play(*plain, o="master")[1]
    assert "drawn" in play(x="rules", o="master", ask=there(base_url))[1]


def test_a_service_is_told_the_rules(play: Play, base_url: str, source: Source) -> None:
    remote = there(base_url, time_limit_ms=5000, seed=1)
    rows = ["....", "X..X", "#.XO"]
    board = parse(rows, 3, "O", gravity=True, wrap="both", misere=True, any_position=True)
    typed = ("hint", "b", "c", "quit")
    assert play(*typed, ask=remote, board=board)[1] == play(*typed, board=board)[1]


def test_what_the_service_refuses_is_told(base_url: str) -> None:
    remote = there(base_url)
    with pytest.raises(RefusedError, match=r"at most 2500 are allowed.* \(request \w+"):
        remote.hint(Board(Rules(51, 50, 5)))
    with pytest.raises(RefusedError, match=f"/level: No such level; there is {min(LEVELS)}"):
        remote.move(CLASSIC, "genius")
    with pytest.raises(RefusedError, match="/time_limit_ms: Give at most 60000"):
        there(base_url, time_limit_ms=61_000).hint(CLASSIC)
    with pytest.raises(RefusedError, match="No such route"):
        there(base_url + "/elsewhere").hint(CLASSIC)


Reply = tuple[int, dict[str, str], bytes]


@contextmanager
def server_of(replies: list[Reply]) -> Iterator[str]:
    """Provide the address of a server that gives these replies to posts, one after the other."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            status, headers, body = replies.pop(0)
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    with served_by(Handler) as url:
        yield url


ANSWER = {
    "best_move": {"row": 0, "column": 1}, "reason": {"sentence": "So.", "cells": [], "code": "new"},
    "verdict": "So.", "a field of the future": 1,
}  # fmt: skip
GOOD: Reply = (200, {}, json.dumps(ANSWER).encode())
BUSY: Reply = (503, {"Retry-After": "0"}, b'{"detail": "Busy.", "errors": [], "request_id": "7"}')


def test_a_busy_service_is_asked_again() -> None:
    replies = [BUSY, (503, {}, b""), GOOD]
    with server_of(replies) as url:
        assert there(url).move(CLASSIC, "master").cell == 1
    assert replies == []


def test_a_service_that_stays_busy_is_left_alone() -> None:
    with server_of([BUSY] * 5) as url, pytest.raises(RefusedError, match="Busy"):
        there(url).move(CLASSIC, "master")


@pytest.mark.parametrize("variable", ["http_proxy", "ALL_PROXY"])
@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "k.localhost", "127.0.0.1", "127.8.9.10", "[::1]"]
)
def test_a_proxy_is_asked_for_all_but_this_machine(
    host: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing listens at port 9; the proxy would answer for it."""
    replies = [GOOD]
    with server_of(replies) as proxy:
        monkeypatch.setenv(variable, proxy)
        with pytest.raises(RefusedError, match="does not answer"):
            there(f"http://{host}:9").hint(CLASSIC)
        assert replies == [GOOD]
        assert there("http://k.example:9").hint(CLASSIC)


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ((200, {}, b"<html>"), "is no move"),
        ((200, {}, b"[]"), "is no move"),
        ((200, {}, GOOD[2].replace(b'"row": 0', b'"row": 7')), "is no move"),
        ((500, {}, b"<html>"), "answers 500 Internal Server Error"),
        ((404, {}, b"{}"), "answers 404 Not Found"),
    ],
)
def test_what_is_no_answer_is_told(reply: Reply, message: str) -> None:
    with server_of([reply]) as url, pytest.raises(RefusedError, match=message):
        there(url).hint(CLASSIC)


def test_a_game_goes_on_when_a_hint_fails_but_not_without_the_level(play: Play) -> None:
    nowhere = there("http://127.0.0.1:9")
    session, shown = play("hint", "a3", "quit", ask=nowhere)
    assert "does not answer: " in shown
    assert session.board.x == 1
    with pytest.raises(click.ClickException, match="does not answer"):
        play(x="master", ask=nowhere)


def test_a_strength_plays_alike_here_and_there(play: Play, base_url: str, source: Source) -> None:
    """With the same seed that holds even if there is no time to search."""
    board, strengths = Board(Rules(15, 15, 5)), {"X": None, "O": 3}
    games = [
        play("h8", "why", "i9", "quit", board=board, o="master", ask=each, strengths=strengths)
        for each in (source, there(base_url, time_limit_ms=1, seed=1))
    ]
    assert games[0][0].board == games[1][0].board
    assert games[0][1] == games[1][1]
    assert "O (master, strength 3) plays " in games[0][1]


def test_the_command_plays() -> None:
    weak = ("--o-strength", "10", "--seed", "1")
    done = invoke("play", "3", "3", "3", "--first", "o", *weak, stdin="quit\n")
    assert "O (master, strength 10) plays b2" in done.stdout
    process = run("play", "4", "3", "3", "--first", "o", "--o", "master", stdin="quit\n")
    assert (process.returncode, process.stderr) == (0, "")
    assert "O (master) plays b2." in process.stdout
    assert process.stdout.endswith("X to move: Bye.\n")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["3", "3"], 2, "Give WIDTH HEIGHT ROW_LENGTH"),
        (["0", "3", "3"], 2, "not in the range x>=1"),
        (["100", "100", "5"], 2, "at most 2500 are allowed"),
        (["--x", "genius"], 2, f"'genius' is not one of 'you', '{min(LEVELS)}'"),
        (["--x-strength", "3"], 2, "say --x master, or leave out --x-strength"),
        (["--o-strength", "11"], 2, "11 is not in the range 1<=x<=10"),
        (["--seconds", "0"], 2, "not in the range 0<x<="),
        (["--seed", "9" * 30], 2, "not in the range"),
        (["--x", "master", "--url", "http://127.0.0.1:9"], 1, "Error: http://127.0.0.1:9/move"),
        (["--x", "master", "--url", "http://.:9"], 1, "does not answer: URL has"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], status: int, message: str) -> None:
    done = invoke("play", *arguments)
    assert (done.exit_code, message in done.stderr) == (status, True), done.stderr


@pytest.mark.parametrize(
    ("environment", "arguments", "language"),
    [
        ({"LC_ALL": "de_AT.UTF-8"}, [], "de"),
        ({"LC_ALL": "", "LANG": "pt_BR"}, [], "pt"),
        ({"LC_ALL": "ja_JP.UTF-8"}, [], "en"),
        ({"LC_ALL": "C"}, [], "en"),
        ({"LC_ALL": "de_DE"}, ["--lang", "fr"], "fr"),
    ],
)
@pytest.mark.parametrize("is_remote", [False, True])
def test_the_game_is_in_the_language_of_the_terminal(
    environment: dict[str, str], arguments: list[str], language: str, is_remote: bool, base_url: str
) -> None:
    """What the game says, and what the service says of it, here or there."""
    where = ["--url", base_url] if is_remote else []
    typed = "z\nundo\nhint\na3\nwhy\nquit\n"
    done = invoke("play", "--o", "you", *arguments, *where, stdin=typed, **environment)
    assert done.exit_code == 0, done.stderr
    texts = catalogue(language)
    for text, values in (
        ("Type a cell from a1 to {last}, or hint, why, undo or quit.", {"last": "c3"}),
        ("{player} to move:", {"player": "X"}),
        ("A draw if both play well.", {}),
        ("There is no move of yours to take back.", {}),
        ("Bye.", {}),
    ):
        assert texts.gettext(text).format_map(values) in done.stdout
    outcome = texts.gettext("{player} draws").format(player="X")
    judged = texts.gettext("No move is better than {move}: {outcome} with best play.")
    assert judged.format(move="a3", outcome=outcome) in done.stdout
