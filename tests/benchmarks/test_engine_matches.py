"""Matches between engines are judged fairly, whatever an engine does."""

import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from benchmarks import engine_matches, scripted_engine
from benchmarks.__main__ import main
from benchmarks.engine_matches import OURS, match, play
from benchmarks.gomocup_engine import FaultError, GomocupEngine
from service.game import Board, Rules, parse

RULES = Rules(4, 4, 3)
PATIENT = 60.0
"""Seconds for a move: plenty."""


def scripted(manner: str, seconds: float = PATIENT) -> partial[GomocupEngine]:
    """Return an engine that plays the first empty cell, or in that manner."""
    command = [sys.executable, scripted_engine.__file__, manner]
    return partial(GomocupEngine, manner, command, RULES, seconds, 0.05)


def test_a_game_is_played_to_its_end() -> None:
    judged = play(Board(RULES), scripted("plays"), scripted("suggests"))
    # Each plays every other cell, row by row, so that X is the first to have three in a column.
    assert (judged.game.first, judged.game.second) == ("plays", "suggests")
    assert (judged.game.winner, judged.game.plies, judged.fault) == ("plays", 9, None)
    assert set(judged.slowest) == {"plays", "suggests"}
    assert min(judged.slowest.values()) > 0


def test_an_opening_is_played_with_either_colour(capsys: pytest.CaptureFixture[str]) -> None:
    start = parse(["X.O.", "....", "....", ".X.."], 3)
    games = [each.game for each in match(scripted("suggests"), scripted("plays"), [start])]
    assert [(game.first, game.second) for game in games] == [
        ("plays", "suggests"),
        ("suggests", "plays"),
    ]
    # Both play alike: X wins both times.
    assert [(game.winner, game.plies) for game in games] == [("plays", 8), ("suggests", 8)]
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "opening 1, plays is X, suggests is O: plays wins after 8 moves"


PLAYS = scripted("plays")


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        (PLAYS, scripted("cheats"), "cheats plays 0,0, which is no empty cell"),
        (scripted("cheats"), PLAYS, "cheats plays 4,0, which is no empty cell"),
        (PLAYS, scripted("ends"), "ends has ended"),
        (PLAYS, scripted("errs"), "errs answers 'ERROR out of ideas'"),
        (scripted("hangs", 0.05), PLAYS, "hangs does not answer in time"),
    ],
)
def test_a_fault_loses(
    first: partial[GomocupEngine], second: partial[GomocupEngine], fault: str
) -> None:
    judged = play(Board(RULES), first, second)
    assert (judged.game.winner, judged.fault) == ("plays", fault)
    assert judged.game.plies == (first is PLAYS)


def test_an_engine_that_does_not_start_has_no_game() -> None:
    with pytest.raises(FaultError, match="refuses answers 'ERROR no such board'"):
        play(Board(RULES), scripted("plays"), scripted("refuses"))
    with pytest.raises(FaultError, match="true has ended"):
        GomocupEngine("true", ["true"], RULES, PATIENT, 0)


def program(folder: Path, manner: str) -> str:
    """Return a program that is the scripted engine."""
    path = folder / manner
    path.write_text(f"#!/bin/sh\nexec {sys.executable} {scripted_engine.__file__} {manner}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.thorough
def test_the_benchmark_plays_engines_and_draws_the_results(tmp_path: Path) -> None:
    chart = tmp_path / "new" / "chart.svg"
    arguments = ["--time", "50", "--tolerance", "60000", "--openings", "1", "--size", "7"]
    arguments += ["--exact", "--chart", str(chart)]
    engines = ["--engine", program(tmp_path, "counts"), "--engine", program(tmp_path, "ends")]
    done = CliRunner().invoke(main, ["matches", *engines, *arguments])
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()]
    for name, faults in (("counts", "0"), ("ends", "2")):
        (row,) = [row for row in rows if row[:1] == [name]]
        assert row[1:6] == ["2", "0", "0", faults, "100.0%"]
    texts = [each.text for each in ElementTree.parse(chart).getroot().iter()]
    assert {"counts", "ends", f"7x7, exactly 5 in a row, 0.05 s a move: {OURS} against"} <= {*texts}


def test_a_refusal_ends_the_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_matches, "fair_openings", lambda *_: [Board(RULES)])
    done = CliRunner().invoke(main, ["matches", "--engine", program(tmp_path, "refuses")])
    assert done.exit_code == 1
    assert "refuses answers 'ERROR no such board', so that there is no game." in done.stderr


@pytest.mark.parametrize("sections", [[], ["late"], ["matches", "late"]])
def test_engines_are_for_matches_alone(sections: list[str], tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [*sections, "--engine", program(tmp_path, "plays")])
    assert done.exit_code == 2
    assert "Give --engine with the section matches alone." in done.stderr
