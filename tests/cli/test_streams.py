"""Standard streams that are closed, or that cannot say everything."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import COMMAND, ENVIRONMENT, SECONDS

SOLVE = ["solve", "3", "3", "3"]


def run_in_shell(
    streams: str, *arguments: str, **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Return what a command has printed whose streams are as a shell has them."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {streams}', "sh", *COMMAND, *arguments],
        env=ENVIRONMENT | settings, capture_output=True, timeout=SECONDS, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "streams", "name"),
    [
        (["analyse", "-", "--workers", "1"], "<&-", "input"),
        *(
            pytest.param(*row, marks=pytest.mark.thorough)
            for row in [
                (SOLVE, ">&-", "output"),
                (["play"], "<&-", "input"),
                (["mistakes", "-", "3", "3", "3"], "<&-", "input"),
                (["solve", "3", "--board-file", "-"], "<&-", "input"),
                (["gomocup"], "<&-", "input"),
                (["mcp"], "<&-", "input"),
                (["play"], "</dev/null >&-", "output"),
                (["openapi"], ">&-", "output"),
            ]
        ),
    ],
)
def test_a_closed_stream_is_told_in_a_sentence(
    arguments: list[str], streams: str, name: str
) -> None:
    done = run_in_shell(streams, *arguments)
    said = f"Error: The standard {name} is closed.\n".encode()
    assert (done.returncode, done.stderr) == (1, said)


def test_no_file_is_taken_for_a_closed_stream(tmp_path: Path) -> None:
    """The system gives the next file that is opened the number of the stream."""
    heap = tmp_path / "heap.jsonl"
    heap.write_bytes(b"no JSON\n")
    done = run_in_shell(">&-", "analyse", str(heap), "--workers", "1")
    assert (done.returncode, done.stderr) == (1, b"Error: The standard output is closed.\n")
    assert heap.read_bytes() == b"no JSON\n"


@pytest.mark.thorough
def test_who_closes_the_stream_of_errors_gets_the_results() -> None:
    done = run_in_shell("2>&-", *SOLVE, "--json")
    assert (done.returncode, done.stdout[:10]) == (0, b'{"status":')


@pytest.mark.parametrize(
    ("encoding", "language", "said"),
    [
        (
            "latin-1",
            "fr",
            "À X de jouer\xa0: Tape une case de a1 à c3, ou hint, why, undo ou quit.",
        ),
        *(
            pytest.param(*row, marks=pytest.mark.thorough)
            for row in [
                ("ascii", "fr", "A X de jouer : Tape une case de a1 a c3, ou hint, why, undo ou"),
                ("latin-1", "zh", "? a1 ? c3 "),
            ]
        ),
    ],
)
def test_what_a_terminal_cannot_say_is_replaced(encoding: str, language: str, said: str) -> None:
    done = run_in_shell(
        "<<'END'\n\xe9\na1\nquit\nEND",
        *("play", "--o", "blind", "--lang", language),
        PYTHONIOENCODING=encoding,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert said in done.stdout.decode(encoding)


@pytest.mark.thorough
def test_a_contract_is_in_utf_8_whatever_the_terminal_says() -> None:
    done = run_in_shell("", "openapi", PYTHONIOENCODING="ascii")
    assert "3\N{MULTIPLICATION SIGN}3" in done.stdout.decode()
