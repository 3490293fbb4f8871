"""`python -m service solve`: answers, what it refuses, and how it is stopped."""

import json
import platform
import re
import signal
import time
from pathlib import Path
from typing import Any

import numba
import pytest
from pydantic import TypeAdapter

import service
from service.api.app import create_app
from service.cores import available_cores
from service.game import Rules
from service.questions.schemas import MoveResponse
from service.research.long_search import checkpoint
from service.research.long_search.formatting import duration, short
from service.research.long_search.provenance import CPUINFO, source_commit
from service.settings import Settings
from service.solver import Solver
from service.solver.memory.transposition import TranspositionTable
from tests.cli.commands import OPEN, SECONDS, invoke, output_of, run_on_terminal, start
from tests.support.programs import printed

POSITION = ["XXO", "OO.", "X.."]
RESPONSE = TypeAdapter(MoveResponse)


def answer_of(*arguments: str, stdin: str = "") -> Any:
    """Return the answer printed as JSON, after checking its shape; the book is not asked."""
    output = output_of("solve", *arguments, "--json", stdin=stdin, BOOK="false")
    RESPONSE.validate_json(output, strict=True)
    answer = json.loads(output)
    del answer["run"]
    return answer


def api_answer(**request: Any) -> Any:
    """Return what the API answers to the same question."""
    app = create_app(Settings.model_construct(), Solver(4))
    return app.test_client().post("/move", json=request).get_json()


@pytest.mark.parametrize(
    ("arguments", "request_fields"),
    [
        (["3", "--board", "XXO/OO./X.."], {"board": POSITION, "row_length": 3}),
        (["4", "3", "3"], {"board": ["...."] * 3, "row_length": 3}),
        (["3", "--board", "O../.../...", "--to-move", "x"],
         {"board": ["O..", "...", "..."], "row_length": 3, "to_move": "X"}),
        (["4", "1", "2", "--board", "X..O"],
         {"board": ["X..O"], "width": 4, "height": 1, "row_length": 2}),
        (["3", "--board", "XXX\nOO.\n..."], {"board": ["XXX", "OO.", "..."], "row_length": 3}),
        (["6", "5", "4", "--best"],
         {"board": ["......"] * 5, "row_length": 4, "evaluate": "best"}),
        (["4", "4", "4", "--gravity"], {"board": ["...."] * 4, "row_length": 4, "gravity": True}),
        (["3", "3", "3", "--misere", "--exact"],
         {"board": ["..."] * 3, "row_length": 3, "misere": True, "exact": True}),
        (["3", "--board", "#../.X./..O", "--wrap", "both"],
         {"board": ["#..", ".X.", "..O"], "row_length": 3, "wrap": "both"}),
        (["3", "--board", "XX./.../...", "--any-position", "--to-move", "O"],
         {"board": ["XX.", "...", "..."], "row_length": 3, "any_position": True, "to_move": "O"}),
        (["3", "--board-file", "FILE"], {"board": POSITION, "row_length": 3}),
        (["3", "--board-file", "-"], {"board": POSITION, "row_length": 3}),
    ],
)  # fmt: skip
def test_the_answer_is_that_of_the_api(
    arguments: list[str], request_fields: dict[str, Any], tmp_path: Path
) -> None:
    """Even the nodes are equal, because a limit of nodes makes an analysis repeatable."""
    path = tmp_path / "position.txt"
    path.write_text("XXO\r\nOO \r\nX  \r\n")
    given = [str(path) if each == "FILE" else each for each in arguments]
    answer = answer_of(*given, "--nodes", "3000", stdin="XXO\nOO.\nX..\n")
    expected = api_answer(**request_fields, node_limit=3000)
    expected["search"]["time_ms"] = answer["search"]["time_ms"]
    assert answer == expected


@pytest.mark.parametrize(("limit", "threads"), [(["--best"], 3), (["--nodes", "500"], 1)])
def test_the_json_says_by_what_it_was_found(limit: list[str], threads: int) -> None:
    arguments = "3", "3", "3", "--json", "--table-mib", "2", *limit
    told = json.loads(output_of("solve", *arguments, SEARCH_THREADS="3"))["run"]
    assert (told["threads"], told["table_mebibytes"]) == (threads, 2)
    machine = told["machine"]
    assert (machine["system"], machine["cores"]) == (platform.platform(), available_cores())
    assert machine["processor"] in (CPUINFO.read_text() if CPUINFO.exists() else machine.values())
    assert len(machine["processor"]) > 2
    assert set(told["versions"]) == {"k-in-a-row", "python", "numba", "llvmlite", "numpy"}
    assert told["versions"]["k-in-a-row"] == service.__version__
    assert told["versions"]["numba"] == numba.__version__


def test_the_commit_is_that_of_the_source(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        names = ["-c", "user.name=a", "-c", "user.email=a@b.example"]
        return printed("git", "-C", tmp_path, *names, *arguments).strip()

    copied = tmp_path / "installed"
    copied.mkdir()
    (copied / "copy.py").touch()
    assert source_commit(copied) is None, "no repository"
    git("init", "--quiet")
    source = tmp_path / "source.py"
    source.touch()
    git("add", "source.py")
    git("commit", "--quiet", "--message", "Begin")
    assert source_commit(copied) is None, "in a repository, but none of its files"
    assert source_commit(tmp_path) == git("rev-parse", "HEAD")
    source.write_text("changed")
    assert source_commit(tmp_path) == git("rev-parse", "HEAD") + "-dirty"


CONNECT_FOUR = "......./......./......./....X../....O../O.XXO.."
"""The book says who wins this, and in how many plies, but not the whole line of play."""


UPPER_BOUND = "/".join(
    [*["..........."] * 7, "........O..", ".......X...", ".......O...", ".......X..."]
)
"""X loses at row 9, column 3 within 16 plies, and in fact in 6."""


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        (["3", "--board", "XXX/OO./..."], "^X has won: a3 b3 c3$"),
        (["3", "--board", "XXX/OO./#..", "--misere"],
         r"\A3x3, 3 in a row, misère, walls\nXXX\nOO\.\n#\.\.\n"),
        (["3", "--board", "XXX/OO./#..", "--misere"],
         "^O has won: X has made a row: a3 b3 c3$"),
        (["2", "--board", "#X/.O", "--gravity"], r"^The game is drawn: no move is left\.$"),
        (["3", "--board", "XOX/XXO/OXO"], "^The game is drawn"),
        (["3", "--board", "XXO/OO./X.."],
         (r"^Value:     draw in 3 plies$(.|\n)*"
          r"^Best move: c2\. Blocks O, who would win at c2; every other move loses\.$(.|\n)*"
          r"^Best play: c2 b1 c1$(.|\n)*^c1 +1 +loss +2 +-1$(.|\n)*"
          "^All that was asked for is proven")),
        (["20", "20", "5", "--nodes", "50"], r"^and \d+ more$"),
        (["20", "20", "5", "--nodes", "50"], "unknown is not proven"),
        (["4", "3", "3"], "^Value:     win in 7 plies$"),
        (["4", "3", "3"], r"^Best play:( [a-d][1-3]){7}$"),
        (["4", "--board", CONNECT_FOUR, "--gravity", "--nodes", "5"], r"^Best play: c2.* \.\.\.$"),
        (["3", "3", "3", "--seconds", "1e9"], "^Value:     draw in 9 plies$"),
        # Plies that are not exact are an upper bound.
        (["4", "--to-move", "x", "--board", UPPER_BOUND, "--nodes", "20000"],
         r"\A(?!(.|\n)*>=)(.|\n)* loss +<= \d+ "),
    ],
)  # fmt: skip
def test_people_are_told_the_answer_in_words(arguments: list[str], pattern: str) -> None:
    done = invoke("solve", *arguments)
    assert (done.exit_code, done.stderr) == (0, ""), "no progress where there is no terminal"
    assert re.search(pattern, done.stdout, re.MULTILINE), done.stdout


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.thorough)]
)
def test_a_signal_ends_the_search_with_an_answer_and_a_checkpoint(
    tmp_path: Path, number: int
) -> None:
    path = tmp_path / "search.npz"
    process = start("solve", *OPEN, "--progress", "--json", "--checkpoint", str(path))
    assert process.stderr
    first = process.stderr.readline()
    assert " nodes · " in first, first
    empty = path.stat().st_size
    time.sleep(0.3)
    process.send_signal(number)
    output, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    answer = RESPONSE.validate_json(output, strict=True)
    search = answer["search"]
    assert (search["complete"], search["stopped_by"]) == (False, "interrupt")
    assert search["nodes"] > 0
    assert len(answer["options"]) == 63
    assert answer["best_move"] is not None
    assert path.stat().st_size > empty


@pytest.mark.thorough
def test_a_resumed_search_keeps_what_was_settled(tmp_path: Path) -> None:
    """That holds even if it may search few nodes, or is asked only for the best move."""

    def ask(nodes: int, *options: str) -> dict[str, tuple[Any, ...]]:
        arguments = ["solve", "6", "5", "4", "--json", "--nodes", str(nodes), *options]
        answer = json.loads(output_of(*arguments, BOOK="false"))
        known = ("value", "plies_to_end", "shortest", "bounds")
        return {each["name"]: tuple(each[name] for name in known) for each in answer["options"]}

    def settled(options: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
        return {name: known for name, known in options.items() if known[0] is not None}

    kept = ["--checkpoint", str(tmp_path / "search.npz")]
    known = settled(ask(1_500_000, *kept))
    assert len(known) > len(settled(ask(20))), "some took long"
    for options in ([], ["--best"], ["--best"]):
        assert settled(ask(20, *kept, *options)) == known
    other = ["--board", "....../....../..X.../....../......", "--to-move", "O"]
    assert output_of("solve", "4", "--json", "--nodes", "20", *other, *kept), "of the same game"


def test_a_search_that_goes_on_says_so_and_what_all_runs_took(tmp_path: Path) -> None:
    path = tmp_path / "search.npz"

    def ask(nodes: int) -> tuple[int, float, str]:
        arguments = "--json", "--nodes", str(nodes), "--checkpoint", str(path)
        done = invoke("solve", *OPEN, *arguments)
        search = json.loads(done.stdout)["search"]
        return search["nodes"], search["time_ms"] / 1000, done.stderr

    nodes, seconds, first = ask(1000)
    assert first == "", "nothing to go on from"
    more, later, second = ask(2000)
    assert second.startswith(f"Going on from {path}, after {short(nodes)} nodes in 0:00:")
    total = f"All runs together: {short(nodes + more)} nodes in {duration(seconds + later)}.\n"
    assert second.endswith(total)
    last, _, third = ask(3000)
    assert f"after {short(nodes + more)} nodes" in third
    assert f"All runs together: {short(nodes + more + last)} nodes" in third


@pytest.mark.thorough
def test_checkpoints_are_written_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "search.npz"
    arguments = ["--quiet", "--checkpoint", str(path), "--checkpoint-every", "1"]
    with start("solve", *OPEN, *arguments) as process:
        try:
            sizes = set[int]()
            deadline = time.monotonic() + SECONDS
            while len(sizes) < 3:
                assert time.monotonic() < deadline
                assert process.poll() is None
                if path.exists():
                    sizes.add(path.stat().st_size)
                time.sleep(0.05)
        finally:
            process.kill()
    assert output_of("solve", *OPEN, "--checkpoint", str(path), "--nodes", "1000")


def test_a_checkpoint_that_does_not_fit_is_refused_and_left_alone(tmp_path: Path) -> None:
    """`tests/solver/memory/test_checkpoint.py` tries all that may be wrong with one."""
    path = tmp_path / "search.npz"
    checkpoint.save(path, TranspositionTable(2), Rules(4, 4, 4))
    before = path.read_bytes()
    done = invoke("solve", "4", "4", "3", "--checkpoint", str(path))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is of another game: 4x4, 4 in a row. Name another file" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.thorough
def test_progress_stays_on_one_line_of_a_terminal() -> None:
    output, shown = run_on_terminal("solve", *OPEN, "--seconds", "1", columns=200)
    assert "Stopped after" in output
    text = shown.decode()
    assert text.count(" nodes · ") > 1
    shows = ("table ", "depth ", "value unknown", "options settled", "best ", "proof ")
    for part in (*shows, "\x1b[2K"):  # The line is wiped in the end.
        assert part in text, part
