"""`python -m service gomocup`: what a manager says and what it hears, through pipes."""

import re
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from benchmarks.engine_matches import play
from benchmarks.gomocup_engine import GomocupEngine
from service import __version__
from service.game import Board, Rules
from service.research.gomocup.engine import Engine
from service.research.gomocup.limits import (
    LEAST_SECONDS,
    MARGIN_SECONDS,
    MOVES_TO_GO,
    UNLIMITED,
    Limits,
)
from service.settings import Settings
from service.solver import Analysis, Solver
from tests.cli.commands import COMMAND, ENVIRONMENT, SECONDS, output_of, run

GOMOCUP = [*COMMAND, "gomocup"]
LONGEST_MS = 3_600_000
"""The time after which a run of tests ends."""
FOUR = "BOARD; 1,0,1; 6,0,2; 1,1,1; 6,2,2; 1,2,1; 6,4,2; 1,3,1; 4,5,2; DONE"
"""Own stones in the second column from the left, from the edge on: one cell makes them five."""
FOUR_TO_MEET = "BOARD; 0,0,2; 8,8,1; 1,0,2; 8,7,1; 2,0,2; 7,8,1; 3,0,2; DONE"


class Manager:
    """Talks with one engine."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            GOMOCUP, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip

    def say(self, talk: str) -> None:
        """Send lines, which semicolons separate here."""
        assert self.process.stdin is not None
        self.process.stdin.write(talk.replace("; ", "\r\n") + "\r\n")

    def hear(self) -> str:
        """Return the next line that is not a MESSAGE for people."""
        assert self.process.stdout is not None
        while (line := self.process.stdout.readline()).startswith("MESSAGE"):
            pass
        return line.rstrip("\n")

    def ask(self, talk: str) -> list[str]:
        """Return the answers to all lines but INFO and BOARD, which have none."""
        self.say(talk)
        answered = re.sub("BOARD; (.*?; )?(?=DONE)", "", talk).split("; ")
        return [self.hear() for line in answered if not line.startswith("INFO")]


@pytest.fixture(scope="module")
def manager() -> Iterator[Manager]:
    """Provide an engine that every test starts anew, and check that it ends quietly."""
    talking = Manager()
    yield talking
    assert talking.ask("INFO timeout_turn 600000; START 15") == ["OK"]
    assert talking.process.communicate("BEGIN\nend\nABOUT\n", timeout=SECONDS) == ("", "")
    assert talking.process.returncode == 0


@pytest.mark.thorough
def test_two_engines_play_a_whole_game() -> None:
    rules = Rules(5, 5, 4)
    command = [*GOMOCUP, "--row-length", "4"]
    engine = partial(GomocupEngine, "engine", command, rules, 60.0, 60.0, **ENVIRONMENT)
    judged = play(Board(rules).play(12), engine, engine)
    assert (judged.fault, judged.game.winner, judged.game.plies) == (None, None, 24)


@pytest.mark.parametrize(
    ("talk", "answers"),
    [
        ("START 3; BEGIN", "OK; [0-2],[0-2]"),
        ("START 1; BEGIN", "OK; 0,0"),
        ("start 2; turn 1,0", "OK; [01],[01]"),
        ("RECTSTART 1,2; TURN 0,1", "OK; 0,0"),
        (f"RECTSTART 8,6; {FOUR}", "OK; 1,4"),
        (f"START 9; {FOUR_TO_MEET}", "OK; 4,0"),
        ("RECTSTART 8,6; BOARD; DONE; RESTART; TURN 3,3", r"OK; \d,\d; OK; \d,\d"),
        ("START 50; INFO timeout_turn 0; BEGIN", r"OK; \d+,\d+"),
        ("START 15; INFO time_left -5; TURN 7,7", r"OK; \d+,\d+"),
        ("START 2; PLAY 0,0; TURN 0,1; RESTART; PLAY 1,1", "OK; 0,0; [01],[01]; OK; 1,1"),
        ("START 2; BOARD; 0,0,2; DONE; TURN 9,9", "OK; [01],[01]; ERROR .*"),
        ("START 2; PLAY 0,0; TAKEBACK 0,0; BEGIN", "OK; 0,0; OK; [01],[01]"),
        ("INFO evaluate 3,3; INFO folder /tmp; INFO game_type 1; INFO; ABOUT", "name=.*"),
        # It plays on with another table.
        (
            "START 3; PLAY 1,1; INFO max_memory 350000000; TURN 0,0; INFO max_memory 0",
            "OK; 1,1; [0-2],[0-2]",
        ),
        *(
            (line, f"UNKNOWN {line.split()[0].upper()}")
            for line in ("SWAP2BOARD", "YXSHOWINFO", "hello, world", "5,5", "DONEE")
        ),
    ],
)
def test_a_command_is_obeyed(manager: Manager, talk: str, answers: str) -> None:
    said = manager.ask(f"INFO time_left {UNLIMITED}; INFO timeout_turn 30; {talk}")
    assert re.fullmatch(answers, "; ".join(said)), said


class FailingSolver(Solver):
    """A solver that fails."""

    def analyse(self, *_: Any, **__: Any) -> Analysis:
        """Fail."""
        raise ArithmeticError("out of order")


def test_a_search_that_fails_is_told_and_a_move_is_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("service.research.gomocup.engine.Solver", FailingSolver)
    engine = Engine(Settings(), 5, lambda width, height: Board(Rules(width, height, 5)))
    for command in ("START 15", "TURN 7,7", "TURN 0,0"):
        engine.execute(command)
    engine.wait()
    told = capsys.readouterr().out
    failed = r"DEBUG Traceback.*ArithmeticError: out of order\n"
    found = re.fullmatch(rf"OK\n{failed}(\d+,\d+)\n{failed}(\d+,\d+)\n", told)
    assert found, told
    assert len({*found.groups(), "7,7", "0,0"}) == 4


@pytest.mark.parametrize(
    ("start", "width", "height"), [("RECTSTART 20,12", 20, 12), ("START 19", 19, 19)]
)
def test_a_game_keeps_to_its_time_until_none_is_left(
    manager: Manager, start: str, width: int, height: int
) -> None:
    """The limit of a move is longer than any test; the time left of the game is not."""
    free = {(x, y) for x in range(width) for y in range(height)}
    manager.ask(f"{start}; INFO timeout_turn {LONGEST_MS}")
    question = "BEGIN"
    match = f"time_left {UNLIMITED}; INFO timeout_match 20000"
    for left in ("time_left 20000", "time_left 1000", "time_left -20", match):
        (move,) = manager.ask(f"INFO {left}; {question}")
        x, y = map(int, move.split(","))
        free.remove((x, y))
        reply = min(free, key=lambda each: (abs(each[0] - x) + abs(each[1] - y), each))
        free.remove(reply)
        question = "TURN {},{}".format(*reply)


@pytest.mark.thorough
def test_a_new_game_has_its_whole_time(manager: Manager) -> None:
    """The move before has used up all the time. No machine is so busy that a move comes sooner."""
    milliseconds = 2000
    told = f"INFO timeout_turn {milliseconds}; INFO time_left {UNLIMITED}"
    manager.ask(f"START 8; {told}; TURN 3,3")
    manager.ask(f"INFO timeout_match {milliseconds}; RESTART")
    started = time.monotonic()
    manager.ask("TURN 3,3")
    whole = limits(timeout_turn=milliseconds, timeout_match=milliseconds).seconds(63)
    assert time.monotonic() - started > whole / 2 > LEAST_SECONDS


def test_a_move_is_told_with_its_reason(manager: Manager) -> None:
    assert manager.process.stdout is not None
    manager.say(f"START 9; {FOUR_TO_MEET}; ABOUT")
    said = "".join(manager.process.stdout.readline() for _ in range(4))
    assert said.startswith(
        "OK\nMESSAGE Blocks O, who would win at e9; every other move loses.\n4,0\n"
        f'name="k-in-a-row", version="{__version__}", author='
    )


@pytest.mark.parametrize(
    ("talk", "reason"),
    [
        ("START", "Give a whole number, not ''."),
        ("START fifteen", "Give a whole number, not 'fifteen'."),
        ("START 0", "WIDTH: Input should be greater than or equal to 1."),
        ("START 51", "The board has 2601 cells; at most 2500 are allowed."),
        ("TURN 7", "Give 2 whole numbers with commas between, not '7'."),
        ("TURN 3,0", "3,0 is not on the board of 3x3."),
        ("PLAY 1,1; TURN 1,1", "There is a stone on 1,1."),
        ("PLAY 1,1; BEGIN", "BEGIN is for an empty board; send BOARD."),
        ("PLAY 1,1; PLAY 1,2", "It is not the engine's move."),
        (f"START 9; {FOUR_TO_MEET}; TAKEBACK 4,0; TURN 4,0", "It is not the opponent's move."),
        ("DONE", "DONE comes after BOARD."),
        ("TAKEBACK 1,1", "There is no stone on 1,1."),
        ("BOARD; 1,1,1; DONE", "1 X and 0 O cannot be with X to move"),
        ("BOARD; 1,1,3; DONE", "Stones are 1, own, or 2, the opponent's, not 3."),
        ("BOARD; 1,1,1; 1,1,2; DONE", "There is a stone on 1,1."),
        ("BOARD; 1,1; START 4; DONE", "Give 3 whole numbers with commas between, not '1,1'."),
        ("START 1; PLAY 0,0; TAKEBACK 0,0; TURN 0,0", "The game is over."),
        ("INFO rule 4; BEGIN", "INFO rule is 4, which is not played here: renju."),
        ("INFO max_memory 83886080; TURN 0,0", "INFO max_memory is 83886080; "),
        ("INFO timeout_turn soon; BEGIN", "INFO timeout_turn takes a whole number, not 'soon'."),
        (f"INFO time_left {'9' * 5000}; BEGIN", "INFO time_left takes a whole number, not '99"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(
    manager: Manager, talk: str, reason: str
) -> None:
    told = manager.ask(f"START 3; {talk}")
    assert [each for each in told if each.startswith("ERROR")] == told[-1:]
    assert reason in told[-1]
    # What INFO asked for is what a later INFO takes back.
    calm = f"INFO rule 0; INFO max_memory 0; INFO timeout_turn 0; INFO time_left {UNLIMITED}"
    assert re.fullmatch("[0-2],[0-2]", manager.ask(f"{calm}; START 3; BEGIN")[1])


SIX_OR_FIVE = "BOARD; 0,0,1; 9,9,2; 1,0,1; 9,7,2; 2,0,1; 9,5,2; 4,0,1; 9,3,2; 5,0,1; 9,1,2; {}DONE"
"""Own stones in the top row, with a gap whose cell makes them six."""
ALSO_FIVE = "0,1,1; 8,9,2; 0,2,1; 6,9,2; 0,3,1; 4,9,2; "
"""And more below the first of them, which become five at 0,4."""


def test_exactly_five_win_by_rule_1(manager: Manager) -> None:
    """Until another rule comes."""
    manager.say(f"INFO timeout_turn 1000; INFO time_left {UNLIMITED}")
    for rule, more, move in ((0, ALSO_FIVE, "[03],[04]"), (1, ALSO_FIVE, "0,4"), (0, "", "3,0")):
        told = manager.ask(f"START 10; INFO rule {rule}; {SIX_OR_FIVE.format(more)}")
        assert re.fullmatch(f"OK; {move}", "; ".join(told))


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        (2, ": a continuous game"), (4, ": renju"), (8, ": caro"), (9, ": caro"),
        (3, ": a continuous game"), (6, ": a continuous game and renju"), (16, ""), (-1, ""),
    ],
)  # fmt: skip
def test_a_rule_that_is_not_played_is_named_when_it_is_sent(
    capsys: pytest.CaptureFixture[str], rule: int, named: str
) -> None:
    engine = Engine(Settings(), 5, lambda width, height: Board(Rules(width, height, 5)))
    engine.execute(f"INFO rule {rule}")
    assert capsys.readouterr().out == (
        f"MESSAGE INFO rule is {rule}, which is not played here{named}. There are 0, by which 5 or "
        "more win, and 1, by which exactly 5 do.\n"
    )
    for played in ("rule 0", "rule 1", "evaluate 3,3"):
        engine.execute(f"INFO {played}")
        assert capsys.readouterr().out == ""


def test_it_ends_with_its_input() -> None:
    """It first answers with the move that was asked for; an incomplete BOARD has no answer."""
    talk = ["BEGIN", "\xff", "START 15", "INFO timeout_turn 50", "BEGIN", "BOARD", "1,1,1"]
    assert re.fullmatch(
        r"ERROR There is no board yet; send START first\.\nUNKNOWN .*\nOK\nMESSAGE .*\n\d+,\d+\n",
        output_of("gomocup", stdin="\n".join(talk)),
    )


@pytest.mark.thorough
def test_a_table_that_there_is_no_memory_for_is_told() -> None:
    done = run("gomocup", stdin="START 3\nBEGIN\nABOUT", TABLE_MEBIBYTES=str(1 << 20))
    assert (done.stdout, done.returncode) == ("", 2)
    assert "TABLE_MEBIBYTES is '1048576': this machine has " in done.stderr


@pytest.mark.thorough
def test_a_manager_that_has_gone_is_missed_quietly() -> None:
    gone = Manager()
    assert gone.ask("START 3") == ["OK"]
    assert gone.process.stdout is not None
    gone.process.stdout.close()
    gone.say("BEGIN")
    assert gone.process.stdin is not None
    assert gone.process.stderr is not None
    gone.process.stdin.close()
    assert gone.process.stderr.read() == ""
    gone.process.stderr.close()
    gone.process.wait(SECONDS)


def limits(**told: int) -> Limits:
    """Return limits with a second for a move by default, after some INFO."""
    found = Limits(Settings(default_time_limit_ms=1000, table_mebibytes=64), 5)
    for key, value in told.items():
        found.note(key, str(value))
    return found


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ({}, 1 - MARGIN_SECONDS), ({"timeout_turn": 300}, 0.3 - MARGIN_SECONDS),
        # Where there is hardly any, half of it is enough for all that comes after the search.
        ({"timeout_turn": 50}, 0.025), ({"timeout_turn": 0}, LEAST_SECONDS),
        ({"timeout_turn": -1}, LEAST_SECONDS), ({"timeout_match": 0}, 1 - MARGIN_SECONDS),
    ],
)  # fmt: skip
def test_the_time_for_a_move_is_kept_to(told: dict[str, int], seconds: float) -> None:
    assert limits(**told).seconds(225) == seconds


def test_the_time_for_a_game_is_enough_for_all_of_it() -> None:
    allowed = limits(timeout_turn=5000, timeout_match=30_000)
    assert allowed.seconds(225) > 1.5
    for left in range(225, 0, -2):
        allowed.spent += allowed.seconds(left) + MARGIN_SECONDS
    assert allowed.spent <= 30
    # The manager knows better than the engine how much is left.
    allowed.note("time_left", "15000")
    assert allowed.seconds(75) == pytest.approx(15 / MOVES_TO_GO, rel=0.2)
    assert allowed.seconds(1) == 5 - MARGIN_SECONDS
    allowed.note("time_left", "-20")
    assert allowed.seconds(225) == LEAST_SECONDS
    allowed.note("time_left", str(UNLIMITED))
    assert allowed.seconds(225) == 5 - MARGIN_SECONDS


def test_the_table_fits_into_the_memory() -> None:
    assert limits().mebibytes == limits(max_memory=0).mebibytes == 64
    assert limits(max_memory=1 << 40).mebibytes == 64
    assert limits(max_memory=280 << 20).mebibytes == 32
    tight = limits(max_memory=241 << 20)
    (problem,) = tight.problems.values()
    least = re.search(r"; (\d+) is needed", problem)
    assert least is not None
    tight.note("max_memory", least[1])
    assert (tight.problems, tight.mebibytes) == ({}, 1)
