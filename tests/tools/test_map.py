"""`tools.map`: it proves every small board, and goes on from where it has stopped."""

import csv
import signal
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from service.game import Board, Rules
from service.solver import Book
from tests.cli.commands import SECONDS, invoke_tool, output_of_tool, start
from tests.support.reference import Reference, Variant, variant_reference
from tests.support.waiting import wait_until
from tests.tools.certificates import claim_of
from tools.map.__main__ import command
from tools.map.record import RecordFile

prove = partial(output_of_tool, command)


def rows_of(folder: Path) -> dict[tuple[int, int, int], dict[str, str]]:
    """Return the rows of the record by the shapes of their games."""
    with (folder / "solved_games.csv").open(encoding="utf-8", newline="") as file:
        return {
            (int(row["width"]), int(row["height"]), int(row["row_length"])): row
            for row in csv.DictReader(file)
        }


@pytest.mark.thorough
def test_small_boards_are_proven_and_not_proven_again(tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    certificates = tmp_path / "certificates"
    certificates.mkdir()
    arguments = ["--folder", str(tmp_path), "--cells", "12", "--book", str(book)]
    arguments += ["--certificates", str(certificates)]
    told = prove(*arguments)
    rows = rows_of(tmp_path)
    assert len(told.splitlines()) == len(rows)
    for shape, row in rows.items():
        if shape[0] * shape[1] <= 9:
            value, plies = Reference(*shape).solve("." * (shape[0] * shape[1]), "X")
            assert (row["lower"], row["upper"], row["plies"]) == (*[f"{value}"] * 2, f"{plies}")
        assert row["exact"] == "True"
        certificate = (certificates / "{}x{}-{}.txt".format(*shape)).read_bytes()
        assert int(row["certificate_bytes"]) == len(certificate)
        assert row["certificate_sha256"] == sha256(certificate).hexdigest()
        claim = claim_of(certificate)
        assert claim.startswith("draw" if row["upper"] == "0" else "X wins within")
    assert rows[4, 3, 3]["line"].split()
    text = (tmp_path / "solved_games.md").read_text(encoding="utf-8")
    assert f"{len(rows)} games are solved, and 0 are open." in text
    assert Book.read(book).find(Board(Rules(3, 3, 3))) is None, "that does not take long"
    assert len(list(certificates.iterdir())) == len(rows)
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert {path.name for path in before} == {"solved_games.csv", "solved_games.md", "book.json"}
    assert prove(*arguments) == ""
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.thorough
def test_more_time_is_for_what_is_open_and_less_for_nothing(tmp_path: Path) -> None:
    """A signal ends it, and what is known stays."""
    arguments = ["--folder", str(tmp_path), "--cells", "30", "--seconds"]
    with start(*arguments, "0.02", module="tools.map") as process:
        wait_until(lambda: (tmp_path / "solved_games.csv").exists(), SECONDS)
        wait_until(lambda: (5, 5, 4) in rows_of(tmp_path), SECONDS)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=SECONDS) == 0
    rows = rows_of(tmp_path)
    assert (rows[5, 5, 4]["lower"], rows[5, 5, 4]["upper"]) == ("0", "1")
    assert float(rows[5, 5, 4]["budget_seconds"]) == 0.02
    assert "| 5\N{MULTIPLICATION SIGN}5, 4 | 0." in (tmp_path / "solved_games.md").read_text()
    settled = [
        each
        for each, row in rows.items()
        if row["upper"] == "0" and (row["by"] or row["certificate_bytes"])
    ]
    assert settled
    told = prove(*arguments[:3], "25", "--seconds", "30")
    found = rows_of(tmp_path)[5, 5, 4]
    assert (found["lower"], found["upper"], found["plies"]) == ("0", "0", "25")
    assert "5x5-4: " in told
    assert not [each for each in settled if "{}x{}-{}: ".format(*each) in told]


@pytest.mark.thorough
def test_games_under_other_rules_have_a_record_of_their_own(tmp_path: Path) -> None:
    rules = ["--rules", "gravity", "--rules", "misere"]
    arguments = ["--folder", str(tmp_path), "--cells", "6", *rules]
    told = prove(*arguments)
    assert "3x2-3 gravity: draw" in told
    records = list(RecordFile(tmp_path / "solved_rules.csv"))
    assert len(told.splitlines()) == len(records)
    for record in records:
        falls, loses = record.switch == "gravity", record.switch == "misere"
        game = Variant(*record.rules.shape, gravity=falls, misere=loses)
        cells = "." * record.rules.cells
        expected = variant_reference(game, cells).solve(cells, "X")
        assert (record.bounds.value, record.plies, record.exact) == (*expected, True), record.name
    assert {record.switch for record in records} == {"gravity", "misere"}
    text = (tmp_path / "solved_rules.md").read_text(encoding="utf-8")
    assert f"{len(records)} games are solved, and 0 are open." in text
    assert {path.name for path in tmp_path.iterdir()} == {"solved_rules.csv", "solved_rules.md"}
    assert prove(*arguments) == ""
    refused = invoke_tool(command, *arguments, "--certificates", str(tmp_path))
    assert refused.exit_code == 2
    assert "is for the plain game" in " ".join(refused.stderr.split())


def test_single_games_are_tried_beyond_the_small_boards(tmp_path: Path) -> None:
    arguments = ["--folder", str(tmp_path), "--rules", "gravity"]
    prove(*arguments, "--game", "14x2-2", "--game", "3x2-3")
    names = {record.name for record in RecordFile(tmp_path / "solved_rules.csv")}
    assert names == {"14x2-2 gravity", "3x2-3 gravity"}
    text = (tmp_path / "solved_rules.md").read_text(encoding="utf-8")
    assert ", and some larger boards" in text
    assert "| 14\N{MULTIPLICATION SIGN}2 |  | 3 |" in text


@pytest.mark.thorough
def test_a_game_that_is_not_settled_in_time_stays_open(tmp_path: Path) -> None:
    """Nothing is known of it without a search, because the second player may win, too."""
    arguments = ["--folder", str(tmp_path), "--cells", "15", "--rules", "misere"]
    prove(*arguments, "--seconds", "0.001")
    records = list(RecordFile(tmp_path / "solved_rules.csv"))
    unsolved = [record for record in records if record.bounds.value is None]
    assert unsolved
    assert {record.bounds for record in unsolved} <= {(-1, 1), (-1, 0), (0, 1)}
    text = (tmp_path / "solved_rules.md").read_text(encoding="utf-8")
    assert "## What is open" in text
    assert "| 5\N{MULTIPLICATION SIGN}3, 3, misere | 0." in text


def test_a_record_that_is_none_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "solved_games.csv"
    titles = "width,height,row_length,lower,upper\n"
    for text in ("width,height\n3,3\n", f"{titles}3,3,3,x,1\n", f"{titles}3,3,3,0,0\n4,3,3\n"):
        record.write_text(text)
        done = invoke_tool(command, "--folder", str(tmp_path))
        assert done.exit_code == 2
        assert f"{record} cannot be gone on from" in " ".join(done.stderr.split())
        assert record.read_text() == text
