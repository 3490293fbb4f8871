"""`tools.openings`: it proves the first stones of Connect Four, and checks what is proven."""

from pathlib import Path

import pytest

from service.solver.book import (
    CONNECT_FOUR_FILE,
    FirstStones,
    read_first_stones,
    written_first_stones,
)
from service.solver.lines import WIN
from tests.cli.commands import invoke_tool, output_of_tool
from tools.openings.__main__ import command

SCORES = dict(read_first_stones(CONNECT_FOUR_FILE).scores)
STONES = max(name.count("X") + name.count("O") for name in SCORES) - 1


def write(path: Path, scores: dict[str, int]) -> Path:
    path.write_text(written_first_stones(FirstStones(scores)))
    return path


@pytest.mark.thorough
def test_what_is_missing_is_proven_and_the_rest_derived(tmp_path: Path) -> None:
    last = [name for name in SCORES if name.count("X") + name.count("O") == STONES + 1]
    lacking = min(last, key=lambda name: -abs(SCORES[name]))  # It is won, or lost, soonest.
    path = write(tmp_path / "file.json", {name: SCORES[name] for name in last if name != lacking})
    told = output_of_tool(command, "--file", str(path), "--stones", str(STONES))
    assert f"{len(SCORES):,} positions" in told
    assert path.read_text() == CONNECT_FOUR_FILE.read_text()


def test_a_wrong_score_is_found(tmp_path: Path) -> None:
    soon = min(SCORES, key=lambda name: -abs(SCORES[name]))
    path = write(tmp_path / "file.json", {soon: SCORES[soon]})
    told = output_of_tool(command, "--file", str(path), "--check", "5")
    assert "1 of 1 positions were proven again" in told
    path = write(tmp_path / "file.json", {soon: WIN - 3})
    assert SCORES[soon] != WIN - 3
    refused = invoke_tool(command, "--file", str(path), "--check", "5")
    assert refused.exit_code == 1
    assert f"{soon} is wrong in the book." in refused.stderr


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text("{}")
    refused = invoke_tool(command, "--file", str(path))
    assert refused.exit_code == 2
    assert "is damaged" in " ".join(refused.stderr.split())
    assert path.read_text() == "{}"
