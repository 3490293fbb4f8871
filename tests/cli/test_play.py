"""`python -m service play`: what is drawn, what may be typed, and where the answers come from."""

import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import click
import pytest
from rich.console import Console

from service.cli.play.drawing import draw
from service.cli.play.running_service import RETRIES, RunningService
from service.cli.play.session import PERSON, Session
from service.cli.play.source import Source
from service.game import Board, Player, Rules, parse, render
from service.languages import catalogue
from service.players import LEVELS
from service.questions.in_process import InProcessService
from service.questions.refusals import RefusedError
from service.settings import Settings
from tests.cli.commands import output_of
from tests.cli.replies import Reply, server_of

CLASSIC = Board(Rules(3, 3, 3))
FOUR = [*[""] * 3, "...X", *[""] * 3, "OXXXX", *[""] * 6, "..........OOO"]
"""The rows of a position in which O has to take f8; then nothing is proven."""
FULL: Mapping[Player, int | None] = {"X": None, "O": None}
Play = Callable[..., tuple[Session, str]]


def here(milliseconds: int, **fields: int) -> Source:
    """Return the service in this process."""
    ask = InProcessService(
        Settings.model_construct(table_mebibytes=4, search_threads=1, book=False)
    ).answer
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


class Shown(NamedTuple):
    """A game, what is to be shown of it, and the rows of the board at its end."""

    board: Board
    typed: str
    said: Sequence[str]
    end: str = ""
    players: Mapping[str, str] = {}


TWO_EACH = parse(["XX.", "OO.", "..."], 3)
FALLING = parse(["...", "...", "#.."], 3, gravity=True)
OCCUPIED = parse(["....", ".X..", "...."], 3)
NO_CELL = "Type a cell from a1 to d3, or hint, why, undo or quit."
SHOWN = {
    "the last move is in brackets, and the winning line is starred": Shown(
        CLASSIC, "a3;a2;b3; b2 ;c3",
        [
            "3[X] .  . \n", "  a  b  c \n3 X  .  . \n2[O] .  . \n",
            "3*X**X**X*\n2 O  O  . \n1 .  .  . \nX has won.\n",
        ], "XXX/OO./...",
    ),
    "a draw": Shown(
        parse(["XOX", "XOO", "OX."], 3), "c1", ["The game is drawn: the board is full.\n"]
    ),
    "stones fall where a column is typed": Shown(
        FALLING, "b;B1;b3;c;d;a;a;a;quit",
        [
            "There is a stone on b1 already.\n", "1 #  X [O]\n",
            "No stone comes to rest on b3: in this column it falls to b2.\n",
            "Type a column from a to c, or hint, why, undo or quit.\n",
            "No stone falls into column a: it is full, or a wall closes it.\n",
        ], "O../X../#XO",
    ),
    "who makes a row in a misère game has lost": Shown(
        parse(["XX.", "OO.", "..."], 3, misere=True), "c3", ["O has won: X has made a row.\n"]
    ),
    # `tests/game/test_notation.py` tries more of what names no cell.
    **{
        f"{typed!r} is no cell": Shown(OCCUPIED, f"{typed};a3;quit", [NO_CELL], "O.../.X../....")
        for typed in ("", "help", "a4", "b 1", "[bold]")
    },
    "a cell that is occupied": Shown(
        OCCUPIED, "B2;a3;quit", ["There is a stone on b2"], "O.../.X../...."
    ),
    **{
        f"{typed!r} ends the game": Shown(CLASSIC, typed, ["Bye.\n"], "X../.../...")
        for typed in ("a3;quit", "a3;QUIT", "a3")
    },
    "a move is taken back": Shown(CLASSIC, "a3;b2;undo", [], "X../.../..."),
    "two moves are taken back": Shown(CLASSIC, "a3;b2;undo;undo", [], ".../.../..."),
    "the reply of a level is taken back as well": Shown(
        CLASSIC, "a3;undo;quit", [], ".../.../...", {"o": "master"}
    ),
    "there is nothing to take back": Shown(CLASSIC, "undo", ["no move of yours"]),
    "the first move of a level stays": Shown(
        CLASSIC, "undo", ["no move of yours"], ".../.X./...", {"x": "master"}
    ),
    "a hint shows the best move, its reason and the value": Shown(
        TWO_EACH, "hint",
        ["3(X)(X)(.)\n", "At c3 X wins with 3 in a row.\n", "X wins in 1 move.\n"],
        "XX./OO./...",
    ),
    "a hint says that it is a draw": Shown(
        parse(["XXO", "OO.", "X.."], 3), "hint", ["A draw if both play well.\n"]
    ),
    "why tells what the level had in mind": Shown(
        parse(["X..", ".O.", "..."], 3, "X"), "c1;why",
        [
            "O (rules) plays ", "3 X  . (.)\n",
            "at c2, which leaves X no time to make two threats at once at c3 and a1.",
        ], players={"o": "rules"},
    ),
    "why before any move": Shown(CLASSIC, "why", ["No move has been made yet."]),
    "why of a good move": Shown(
        CLASSIC, "b2;why", ["No move is better than b2: X draws with best play."]
    ),
    "why of a mistake shows what was better": Shown(
        parse(["X..", "...", "..."], 3), "b3;why",
        [
            "2 . (.) . ",
            "b3 gave up the draw; b2 kept it. With b3 O loses in 3 moves, but b2 draws.",
        ],
    ),
    "why of a win that was missed": Shown(
        TWO_EACH, "c1;why", ["With c1 X loses in 1 move, but c3 wins in 1 move."]
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", SHOWN.values(), ids=SHOWN)
def test_a_game_is_shown(play: Play, game: Shown) -> None:
    session, shown = play(*game.typed.split(";"), board=game.board, **game.players)
    for said in game.said:
        assert said in shown
    assert shown.endswith((*game.said, "Bye.\n")), shown
    assert game.end in ("", "/".join(render(session.board)))


def test_to_undo_takes_back_the_moves_since_that_of_the_person(play: Play) -> None:
    board = play("a3", "c1", "undo", "quit", o="lines")[0].board
    assert (board.x, board.o.bit_count()) == (1, 1)


def test_a_game_can_begin_under_any_rules_and_anywhere() -> None:
    switches = ("--gravity", "--wrap", "horizontal", "--exact", "--misere", "--seconds", "0.1")
    ended = output_of(
        "play", "4", "4", "3", "--x", "rules", "--o", "blind", "--seed", "1", *switches
    )
    assert "has made a row." in ended or "drawn" in ended
    begun = "play", "3", "--board", "XX./.../..#", "--any-position", "--first", "X"
    assert output_of(*begun, stdin="c3").endswith("X has won.\n")


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


@pytest.mark.parametrize(
    ("path", "limit", "board", "level", "message"),
    [
        ("", None, Board(Rules(51, 50, 5)), "master", r"at most 2500 are allowed.* \(request \w+"),
        ("", None, CLASSIC, "genius", f"/level: No such level; there is {min(LEVELS)}"),
        ("", 61_000, CLASSIC, "master", "/time_limit_ms: Give at most 60000"),
        ("/elsewhere", None, CLASSIC, "master", "No such route"),
    ],
)
def test_what_the_service_refuses_is_told(
    base_url: str, path: str, limit: int | None, board: Board, level: str, message: str
) -> None:
    limits = {} if limit is None else {"time_limit_ms": limit}
    with pytest.raises(RefusedError, match=message):
        there(base_url + path, **limits).move(board, level)


ANSWER = {
    "best_move": {"row": 0, "column": 1}, "reason": {"sentence": "So.", "cells": [], "code": "new"},
    "verdict": "So.", "a field of the future": 1,
}  # fmt: skip
GOOD: Reply = (200, {}, json.dumps(ANSWER).encode())
BUSY: Reply = (503, {"Retry-After": "0"}, b'{"detail": "Busy.", "errors": [], "request_id": "7"}')


@pytest.mark.parametrize(
    ("replies", "ends"),
    [
        ([BUSY, (503, {}, b""), GOOD], nullcontext()),
        ([BUSY] * 5, pytest.raises(RefusedError, match="Busy")),
    ],
    ids=["it answers at last", "it stays busy"],
)
def test_a_busy_service_is_asked_up_to_five_times(
    replies: list[Reply], ends: AbstractContextManager[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    retries = RETRIES.new(backoff_factor=0)
    monkeypatch.setattr("service.cli.play.running_service.RETRIES", retries)
    left = [*replies]
    with server_of(left) as url, ends:
        assert there(url).move(CLASSIC, "master").cell == 1
    assert left == []


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
    played = output_of("play", "3", "3", "3", "--first", "o", *weak, stdin="quit\n")
    assert "O (master, strength 10) plays b2" in played
    played = output_of("play", "4", "3", "3", "--first", "o", "--o", "master", stdin="quit\n")
    assert "O (master) plays b2." in played
    assert played.endswith("X to move: Bye.\n")


@pytest.mark.parametrize(
    ("environment", "arguments", "language"),
    [
        ({"LC_ALL": "de_AT.UTF-8"}, [], "de"),
        ({"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "pt_BR"}, [], "pt"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR@euro", "LANG": "pt_BR"}, [], "fr"),
        ({"LANGUAGE": "ja:es", "LC_ALL": "de_DE"}, [], "es"),
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
    shown = output_of("play", "--o", "you", *arguments, *where, stdin=typed, **environment)
    texts = catalogue(language)
    for text, values in (
        ("Type a cell from a1 to {last}, or hint, why, undo or quit.", {"last": "c3"}),
        ("{player} to move:", {"player": "X"}),
        ("A draw if both play well.", {}),
        ("There is no move of yours to take back.", {}),
        ("Bye.", {}),
    ):
        assert texts.gettext(text).format_map(values) in shown
    outcome = texts.gettext("{player} draws").format(player="X")
    judged = texts.gettext("No move is better than {move}: {outcome} with best play.")
    assert judged.format(move="a3", outcome=outcome) in shown
