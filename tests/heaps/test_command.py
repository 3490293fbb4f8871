"""`analyse` as users run it: files and pipes, signals, workers that die, what it says."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from service.heaps.asked import read_asked
from service.settings import Settings
from tests.api.questions import BODY_LIMIT, HARD, results_in
from tests.cli.commands import COMMAND, ENVIRONMENT, SECONDS, invoke, run_on_terminal
from tests.heaps.heap import (
    REFUSED,
    check_answer,
    heap_of,
    mixed_cases,
    question_of,
    read,
    without_costs,
)
from tests.support import programs
from tests.support.live_server import children
from tests.support.sampling import chance_of, samples
from tests.support.waiting import PATIENCE_SECONDS, wait_until

KILLS = 5
"""How often a command is killed."""
QUESTION = b'{"board": ["..."], "row_length": 3}\n'
TAKING_LONG = HARD | {"time_limit_ms": 1500}


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    """Provide the name of a heap."""
    return tmp_path / "heap.jsonl"


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Provide the name of an output."""
    return tmp_path / "answers.jsonl"


@contextmanager
def analysing(*arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """Provide the command, begun in a group of its own, which is killed at the end."""
    process = subprocess.Popen(
        [*COMMAND, "analyse", *map(str, arguments)], env=ENVIRONMENT, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        try:
            yield process
        finally:
            process.kill()


def said_by(process: subprocess.Popen[bytes]) -> str:
    """Return what a command says until it ends, and with it all of its workers."""
    _, errors = process.communicate(timeout=SECONDS)
    return errors.decode()


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes that answer, in the order in which they were begun."""
    return sorted(
        child
        for child in children(process.pid)
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    )


@pytest.mark.thorough
def test_answers_are_those_of_the_server_though_a_worker_dies(
    base_url: str, tmp_path: Path
) -> None:
    cases = mixed_cases(samples(400, 96), "served")
    questions: list[Any] = [question_of(case) for case in cases]
    lines = [*questions, *[TAKING_LONG] * 2, *REFUSED, b" " * (BODY_LIMIT + 1), *questions[:5]]
    heap, output = tmp_path / "heap.jsonl.gz", tmp_path / "answers.jsonl.gz"
    heap.write_bytes(gzip.compress(heap_of(lines)[:-1]))
    with analysing(heap, "--output", output, "--workers", "2") as process:
        wait_until(lambda: output.exists() and output.stat().st_size)
        os.kill(workers_of(process)[0], signal.SIGKILL)
        assert f"{len(cases) + 7:,} questions are answered, 2 of them" in said_by(process)
    assert process.returncode == 1, "some are refused"
    results = read(gzip.decompress(output.read_bytes()))
    assert len(results) == len(lines)
    for result, case in zip(results, cases, strict=False):
        check_answer(result, case)
    refused = [*REFUSED.values(), "body_too_large"]
    found = results[len(cases) + 2 :][: len(refused)]
    assert [
        (result["problem"]["code"], result["line"], result["problem"]["request_id"])
        for result in found
    ] == [(code, number, f"line {number}") for number, code in enumerate(refused, len(cases) + 3)]
    served: list[Any] = []
    for start in range(0, len(questions), 100):
        body = {"requests": questions[start : start + 100], "time_limit_ms": 60_000}
        response = requests.post(f"{base_url}/moves", json=body, timeout=PATIENCE_SECONDS)
        results_in(response)
        served += response.json()["results"]
    assert without_costs(results[: len(questions)]) == without_costs(served)


def test_it_stands_in_a_pipe() -> None:
    cases = mixed_cases(6, "pipe")
    heap = heap_of([question_of(case, id=str(case)) for case in cases])
    done = subprocess.run(
        [*COMMAND, "analyse", "-", "--nodes", "1000", "--workers", "1"], input=heap,
        env=ENVIRONMENT, capture_output=True, timeout=SECONDS, check=True,
    )  # fmt: skip
    for result, case in zip(read(done.stdout), cases, strict=True):
        check_answer(result, case)
        assert result["answer"]["id"] == str(case)
        assert "time_ms" not in result["answer"]["search"]
    assert done.stderr.decode() == (
        "Done: 6 questions are answered, 0 of them without a proven value, and 0 refused.\n"
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("number", "to_all"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_a_signal_ends_it_with_what_is_answered_and_it_goes_on(
    heap: Path, output: Path, number: int, to_all: bool
) -> None:
    """Ctrl-C goes to all of its processes."""
    heap.write_bytes(heap_of([question_of(mixed_cases(1, "signal")[0]), *[TAKING_LONG] * 20]))
    arguments = heap, "--output", output, "--workers", "1"
    with analysing(*arguments) as process:
        wait_until(lambda: output.exists() and output.stat().st_size)
        (os.killpg if to_all else os.kill)(process.pid, number)
        errors = said_by(process)
    assert process.returncode == 128 + number
    assert "Traceback" not in errors
    assert "Interrupted. " in errors
    results = read(output.read_bytes())
    assert 1 <= len(results) <= 21
    with analysing(*arguments) as process:
        assert process.stderr
        assert f"Going on after line {len(results)}." in process.stderr.readline().decode()
    assert read(output.read_bytes())[: len(results)] == results


@pytest.mark.thorough
def test_who_has_read_enough_may_leave(heap: Path) -> None:
    heap.write_bytes(heap_of([question_of(each) for each in mixed_cases(200, "left")] * 50))
    with analysing(heap, "--workers", "1") as process:
        assert process.stdout
        assert process.stdout.readline().startswith(b'{"answer":')
        process.stdout.close()
        assert process.stderr
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("question", "result", "fields", "said"),
    [
        (
            b"no JSON\n",
            b'{"problem":{"code":"invalid_json"},"line":1}\n',
            [],
            "Done: 0 questions are answered, 0 of them without a proven value, and 1 refused.\n",
        ),
        (
            QUESTION,
            b'{"answer":{"value":null}}\n',
            ["--fields", "value"],
            "Done: 1 question is answered, 1 of them without a proven value, and 0 refused.\n",
        ),
    ],
)
def test_what_is_done_already_is_not_done_again(
    heap: Path, output: Path, question: bytes, result: bytes, fields: list[str], said: str
) -> None:
    heap.write_bytes(question)
    output.write_bytes(result)
    done = invoke("analyse", str(heap), "--output", str(output), *fields)
    assert (done.exit_code, output.read_bytes()) == (0, result)
    assert done.stderr == f"Going on after line 1.\n{said}"


def test_the_results_of_other_questions_are_left_alone(heap: Path, output: Path) -> None:
    heap.write_bytes(QUESTION)
    output.write_bytes(b'{"problem":{"code":"invalid_json"},"line":1}\n')
    done = invoke("analyse", str(heap), "--output", str(output))
    assert done.exit_code == 2
    assert "another answer than one to line 1. Name another file to start anew." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workers", "2", "--cluster", "a:1"], "Give --workers or --cluster, not both."),
        (["--seconds", "2", "--nodes", "10"], "Give --seconds or --nodes, not both."),
        (["--cluster", "http://a:1"], "'http://a:1' is no address of a scheduler"),
        (["--seconds", "3601"], "not in the range 0<x<=3600"),
        (["--nodes", str((1 << 62) + 1)], "not in the range 1<=x<=4611686018427387904"),
        (["--output", "/nonexistent/file"], "/nonexistent/file"),
        (["--fields", "value,row"], "'row' is none; there are status, to_move, rules, "),
        (["--fields", "id,best_move"], "Have value among them"),
        (["--fields", ""], "'' is none"),
        (["--output", "/nonexistent/a.csv"], "Name the columns of the CSV"),
    ],
)
def test_what_cannot_be_is_refused(heap: Path, arguments: list[str], message: str) -> None:
    heap.write_bytes(b"{}\n")
    done = invoke("analyse", str(heap), *arguments)
    assert done.exit_code in (1, 2)
    assert done.stdout == ""
    assert message in done.stderr


FRAME = [
    {"id": 17, "board": ["XO.", "...", "..."], "row_length": 3, "game": "g,1", "ply": 2},
    {"id": 18, "board": ["XX.", "...", "..."], "row_length": 3, "game": "g\n2", "ply": None},
    {"id": 10**29, "board": ["XXX", "OO.", "..."], "row_length": 3, "game": '"', "ply": [1.5]},
    {"id": True, "board": ["..."], "row_length": 3, "gravty": True, "ply": 3},
]
"""Rows of a data frame; the last one has an id and a field that are none."""


def extra_of(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("game", "ply") if name in row}


def test_a_data_frame_has_numbers_as_ids_and_other_columns(heap: Path, output: Path) -> None:
    heap.write_bytes(BOM_UTF8 + heap_of(FRAME))
    arguments = "analyse", str(heap), "--output", str(output), "--nodes", "1000", "--workers", "1"
    done = invoke(*arguments)
    assert done.exit_code == 1
    assert "Passed through as 'extra', for it is no field: game, ply.\n" in done.stderr
    results = read(output.read_bytes())
    assert [result["extra"] for result in results] == [extra_of(row) for row in FRAME]
    assert results[0]["answer"]["value"] == 1
    assert [result["answer"]["id"] for result in results[:3:2]] == [17, 10**29]
    assert (results[1]["problem"]["id"], results[1]["line"]) == (18, 2)
    wrong = {error["pointer"]: error["message"] for error in results[3]["problem"]["errors"]}
    assert wrong["/id"] == "Give a string."
    assert wrong["/gravty"].startswith("No such field; there are board, ")
    again = invoke(*arguments)
    assert (again.exit_code, read(output.read_bytes())) == (0, results)
    heap.write_bytes(heap_of([{**FRAME[0], "id": 19}, *FRAME[1:]]))
    assert "another answer than one to line 1." in invoke(*arguments).stderr


@pytest.mark.parametrize(
    ("name", "is_column"),
    [
        *((each, False) for each in ("Gravity", "gravitiy", "toMove", "row-length", "move")),
        ("exactly", False),
        *((each, True) for each in ("game", "ply", "best_move", "score", "elo", "ID", "to_play")),
        ("x", True),
    ],
)
def test_a_misspelt_field_is_no_other_column(name: str, is_column: bool) -> None:
    line = json.dumps({"board": ["X.."], "row_length": 3, name: 1}).encode()
    asked = read_asked(line, Settings())
    assert (asked.extra == {name: 1}) == is_column
    assert (name in asked.question) != is_column


@pytest.mark.parametrize("count", [20, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_heap_whose_first_lines_are_all_refused_says_so(heap: Path, count: int) -> None:
    heap.write_bytes(b'{"board": ["..."], "rowlength": 3}\n' * count)
    done = invoke(
        "analyse", str(heap), "--output", f"{heap}.out", "--nodes", "99", "--workers", "1"
    )
    assert (
        "refused. Line 1: The request does not have the right fields. /row_length: " in done.stderr
    )


def test_only_some_fields_are_written_as_csv(tmp_path: Path) -> None:
    heap, output = tmp_path / "heap.jsonl", tmp_path / "a.csv"
    heap.write_bytes(heap_of(FRAME))
    fields = ["id", "value", "best_move", "plies_to_end", "board_after", "extra"]
    limits = "--nodes", "250000", "--workers", "1"
    arguments = "analyse", str(heap), "--output", str(output), *limits, "--fields"
    assert invoke(*arguments, ",".join(fields)).exit_code == 1
    with output.open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == [*fields, "problem"]
    assert rows[0][:5] == ["17", "1", "b2", "5", "XO./.X./..."]
    assert [row[0] for row in rows] == ["17", "18", str(10**29), ""]
    assert [json.loads(row[5]) for row in rows] == [extra_of(row) for row in FRAME]
    assert rows[1][-1].startswith("impossible_position: ")
    assert [bool(row[-1]) for row in rows] == [False, True, False, True]
    assert "something else than results" in invoke(*arguments, "value,level").stderr


@pytest.mark.parametrize("name", ["answers.jsonl", "answers.jsonl.gz"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "[Errno 2] No such file or directory: '{}'"),
        (gzip.compress(b"no JSON\n" * 100, mtime=0)[:-12], "{}: Compressed file ended before"),
        (b"no JSON\n", "{}: Not a gzipped file (b'no')"),
        (gzip.compress(b"", mtime=0)[:10] + b"\xff" * 9, "{}: Error -3 while decompressing data"),
    ],
    ids=["missing", "cut", "plain", "broken"],
)
def test_a_heap_that_cannot_be_read_is_told_and_leaves_no_output(
    tmp_path: Path, content: bytes | None, message: str, name: str
) -> None:
    heap, output = tmp_path / "heap.jsonl.gz", tmp_path / name
    if content is not None:
        heap.write_bytes(content)
    done = invoke("analyse", str(heap), "--output", str(output))
    assert (done.exit_code, output.exists()) == (1, False)
    assert f"Error: {message.format(heap)}" in done.stderr
    output.touch()
    invoke("analyse", str(heap), "--output", str(output))
    assert output.exists(), "it was there before"


@pytest.mark.thorough
def test_an_output_without_space_is_told(heap: Path) -> None:
    heap.write_bytes(b"no JSON\n")
    done = invoke("analyse", str(heap), "--output", "/dev/full", "--workers", "1")
    assert done.exit_code == 1
    assert "Error: /dev/full: [Errno 28] No space left on device\n" in done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["answers.jsonl", "answers.jsonl.gz"])
def test_an_empty_heap_has_an_output_that_is_gone_on_with(tmp_path: Path, name: str) -> None:
    heap, output, whole = (tmp_path / each for each in ("heap.jsonl", name, f"whole-{name}"))
    arguments = str(heap), "--nodes", "1000", "--workers", "1", "--output"
    heap.touch()
    for _ in range(2):
        assert invoke("analyse", *arguments, str(output)).exit_code == 0
        empty = output.read_bytes()
        assert empty == (gzip.compress(b"", 1, mtime=0) if name.endswith(".gz") else b"")
    for end in range(len(empty)):
        output.write_bytes(empty[:end])
        assert invoke("analyse", *arguments, str(output)).exit_code == 0
        assert output.read_bytes() == empty
    heap.write_bytes(heap_of([question_of(case) for case in mixed_cases(3, "no longer empty")]))
    for path in (output, whole):
        assert invoke("analyse", *arguments, str(path)).exit_code == 0
    assert output.read_bytes() == whole.read_bytes()


@pytest.mark.thorough
def test_the_end_of_a_line_is_no_part_of_its_question(heap: Path, output: Path) -> None:
    heap.write_bytes(b"\n\r\n" + b'{"board":\r\n' + b'{"board":\n')
    invoke("analyse", str(heap), "--workers", "1", "--output", str(output))
    problems = [result["problem"]["detail"] for result in read(output.read_bytes())]
    assert problems == [
        f"The body is not JSON: Expecting value at line 1, column {column}."
        for column in (1, 1, 10, 10)
    ]


@pytest.mark.thorough
def test_without_its_extra_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['distributed'] = None\n"
        "from service.cli import main; main(['analyse', '-', '--cluster', 'a:1'])"
    )
    done = programs.run(sys.executable, "-c", program)
    assert done.returncode == 2
    assert f"--cluster needs distributed, which is not installed: {sys.executable}" in done.stderr


@pytest.mark.thorough
def test_a_terminal_shows_how_far_it_is(heap: Path) -> None:
    cases = mixed_cases(100, "shown")
    heap.write_bytes(heap_of([question_of(case) for case in cases]))
    output, shown = run_on_terminal("analyse", str(heap), "--workers", "1", columns=120)
    assert len(output.splitlines()) == len(cases)
    assert b"100 answers, " in shown
    assert b"100%" in shown


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "workers"), [("answers.jsonl", 2), ("answers.jsonl.gz", 1)])
def test_killed_at_any_moment_it_ends_with_the_same_bytes(
    tmp_path: Path, name: str, workers: int
) -> None:
    chance = chance_of(f"kills {name}")
    questions = [question_of(case) for case in mixed_cases(500, "killed")]
    hard = [HARD, HARD | {"level": "novice", "seed": None}, HARD | {"strength": 3, "seed": None}]
    for _ in range(50):
        questions.insert(chance.randrange(len(questions)), chance.choice(hard))
    heap, whole, output = tmp_path / "heap.jsonl", tmp_path / "whole.jsonl", tmp_path / name
    heap.write_bytes(heap_of(questions))
    limits = "--nodes", "20000"
    with analysing(heap, "--output", whole, *limits, "--workers", "1") as process:
        said_by(process)
    kills = 0
    for _ in range(KILLS):
        before = output.stat().st_size if output.exists() else 0
        with analysing(heap, "--output", output, *limits, "--workers", str(workers)) as process:
            # Somewhere after it has begun to write, or a little before.
            wait_until(partial(has_grown, process, output, before + chance.choice((0, 1))))
            time.sleep(chance.uniform(0, 0.2))
            victims = workers_of(process) if process.poll() is None else []
            kills += process.poll() is None
        wait_until(partial(none_alive, victims))
    assert kills > 1
    with analysing(heap, "--output", output, *limits, "--workers", str(workers)) as process:
        said_by(process)
        assert process.returncode == 0
    found = output.read_bytes()
    assert (gzip.decompress(found) if name.endswith(".gz") else found) == whole.read_bytes()
    results = read(whole.read_bytes())
    assert len(results) == len(questions)
    assert not any("time_ms" in result["answer"]["search"] for result in results)


def has_grown(process: subprocess.Popen[bytes], path: Path, size: int) -> bool:
    """Return whether a file has so many bytes, or the command that writes it has ended."""
    return (path.exists() and path.stat().st_size >= size) or process.poll() is not None


def none_alive(pids: list[int]) -> bool:
    """Return whether none of these processes works any more."""
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            if ") Z " not in Path(f"/proc/{pid}/stat").read_text():
                return False
    return True
