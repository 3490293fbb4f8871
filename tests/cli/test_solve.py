"""`python -m service solve`: answers, what it refuses, and how it is stopped."""

import json
import platform
import re
import signal
import sys
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
from tests.cli.commands import OPEN, SECONDS, invoke, run_on_terminal, start
from tests.support.programs import printed

POSITION = ["XXO", "OO.", "X.."]
RESPONSE = TypeAdapter(MoveResponse)


def answer_of(*arguments: str, stdin: str = "") -> Any:
    """Return the answer printed as JSON, after checking its shape; the book is not asked."""
    done = invoke("solve", *arguments, "--json", stdin=stdin, BOOK="false")
    assert done.exit_code == 0, done.stderr
    RESPONSE.validate_json(done.stdout, strict=True)
    answer = json.loads(done.stdout)
    del answer["run"]
    return answer


def api_answer(**request: Any) -> Any:
    """Return what the API answers to the same question."""
    app = create_app(Settings.model_construct(), Solver(4))
    return app.test_client().post("/move", json=request).get_json()


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"search": answer["search"] | {"time_ms": None}}


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
    ],
)  # fmt: skip
def test_the_answer_is_that_of_the_api(
    arguments: list[str], request_fields: dict[str, Any]
) -> None:
    """Even the nodes are equal, because a limit of nodes makes an analysis repeatable."""
    answer = answer_of(*arguments, "--nodes", "3000")
    assert without_time(answer) == without_time(api_answer(**request_fields, node_limit=3000))


@pytest.mark.parametrize("switch", ["--gravity", "--wrap=both", "--exact", "--misere", "walls"])
@pytest.mark.parametrize("option", ["--certificate", "--checkpoint"])
def test_what_is_not_for_a_rule_says_so(option: str, switch: str, tmp_path: Path) -> None:
    switches = (
        ["--board", "#../.../..."]
        if switch == "walls"
        else ["--board", "/".join(["..."] * 3), switch]
    )
    path = tmp_path / "file"
    done = invoke("solve", "3", *switches, option, str(path))
    assert done.exit_code == 2
    assert f"{option} is only for games without walls" in done.stderr
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--gravity", "--board", "X../.../..."],
            "board, row 1 from the top, column 1: The stone floats",
        ),
        (
            ["--any-position", "--board", "X../.../..."],
            "--to-move: With --any-position the stones do not tell",
        ),
        (["--wrap", "torus", "--board", "X../.../..."], "'torus' is not one of"),
    ],
)
def test_what_the_rules_forbid_is_named(arguments: list[str], told: str) -> None:
    done = invoke("solve", "3", *arguments)
    assert done.exit_code == 2
    assert told in done.stderr


def test_the_text_names_the_rules_and_who_has_won() -> None:
    done = invoke("solve", "3", "--board", "XXX/OO./#..", "--misere")
    assert done.stdout.startswith("3x3, 3 in a row, misère, walls\nXXX\nOO.\n#..\n")
    assert "O has won: X has made a row: a3 b3 c3\n" in done.stdout
    closed = invoke("solve", "2", "--board", "#X/.O", "--gravity")
    assert "The game is drawn: no move is left.\n" in closed.stdout


def test_rows_are_read_from_a_file_or_the_standard_input(tmp_path: Path) -> None:
    expected = api_answer(board=POSITION, row_length=3)["options"]
    path = tmp_path / "position.txt"
    path.write_text("XXO\r\nOO \r\nX  \r\n")
    assert answer_of("3", "--board-file", str(path))["options"] == expected
    rows = "".join(f"{row}\n" for row in POSITION)
    assert answer_of("3", "--board-file", "-", stdin=rows)["options"] == expected


@pytest.mark.parametrize(("limit", "threads"), [(["--best"], 3), (["--nodes", "500"], 1)])
def test_the_json_says_by_what_it_was_found(limit: list[str], threads: int) -> None:
    done = invoke("solve", "3", "3", "3", "--json", "--table-mib", "2", *limit, SEARCH_THREADS="3")
    told = json.loads(done.stdout)["run"]
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


def test_people_are_told_the_value_the_move_and_the_options() -> None:
    done = invoke("solve", "3", "--board", "XXO/OO./X..")
    assert done.exit_code == 0
    assert done.stderr == "", "no progress where there is no terminal"
    assert "Value:     draw in 3 plies" in done.stdout
    assert "Best move: c2. Blocks O, who would win at c2; every other move loses." in done.stdout
    assert "Best play: c2 b1 c1" in done.stdout
    assert re.search(r"^c1 +1 +loss +2 +-1$", done.stdout, re.MULTILINE)
    assert "All that was asked for is proven" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        (["3", "--board", "XXX/OO./..."], "^X has won: a3 b3 c3$"),
        (["3", "--board", "XOX/XXO/OXO"], "^The game is drawn"),
        (["20", "20", "5", "--nodes", "50"], r"^and \d+ more$"),
        (["20", "20", "5", "--nodes", "50"], "unknown is not proven"),
        (["4", "3", "3"], "^Value:     win in 7 plies$"),
        (["4", "3", "3"], r"^Best play:( [a-d][1-3]){7}$"),
        (["4", "--board", CONNECT_FOUR, "--gravity", "--nodes", "5"], r"^Best play: c2.* \.\.\.$"),
        (["3", "3", "3", "--seconds", "1e9"], "^Value:     draw in 9 plies$"),
    ],
)
def test_other_answers_are_told_too(arguments: list[str], pattern: str) -> None:
    done = invoke("solve", *arguments)
    assert done.exit_code == 0
    assert re.search(pattern, done.stdout, re.MULTILINE), done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["3", "--board", "XXO/OO./X?."], "row 3 from the top, column 2: '?' is no cell; use"),
        (["3", "--board", "XX/OO./..."], "board, row 2 from the top: The row has 3 cells,"),
        (["3", "--board", "O../.../..."], "if O moved first, say --to-move X."),
        (["3", "--board", "X../.../...", "--to-move", "X"], "--to-move: 1 X and 0 O cannot be"),
        (["3", "--board", "XXX/OOO/..."], "Both players have a line"),
        (["3", "3"], "Give WIDTH HEIGHT ROW_LENGTH for an empty board"),
        (["3", "3", "--board", "..."], "or ROW_LENGTH alone with what tells"),
        (["3", "3", "3", "--board", "..."], "HEIGHT: The board has 1; give as many, or leave"),
        (["3", "--board", "XXOOO.X.."], "give WIDTH 9 and HEIGHT 1 as well."),
        (["2", "--board", "X\n.\n.\nO"], "One column of 4 cells may be meant as 2x2: then give 2 "),
        (["3", "--board", "...", "--board-file", "-"], "not both"),
        (["3", "--board-file", "/nonexistent"], "No such file"),
        (["3", "--board-file", sys.executable], "not text in UTF-8"),
        (["0", "3", "3"], "0 is not in the range x>=1"),
        (["100", "100", "5"], "10000 cells; at most 2500 are allowed."),
        (["9" * 3000, "9" * 3000, "5"], "more than 2500 cells; at most 2500 are allowed"),
        (["3", "3", "2501"], "ROW_LENGTH: Give at most 2500."),
        (["3", "3", "3", "--seconds", "0"], "0.0 is not in the range 0<x<="),
        (["3", "3", "3", "--seconds", "nan"], "'nan' is no duration"),
        (["3", "3", "3", "--nodes", "0"], "0 is not in the range 1<=x<="),
        (["3", "3", "3", "--checkpoint", "/nonexistent/file"], "/nonexistent/file"),
        (["13", "5", "5", "--checkpoint", "any"], "boards of up to 64 cells; this board has 65"),
        (["3", "3", "3", "--unknown"], "No such option"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(arguments: list[str], message: str) -> None:
    done = invoke("solve", *arguments)
    assert done.stderr.count(message) == 1, done.stderr
    assert done.stdout == ""
    assert done.exit_code == 2


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
    assert answer["search"]["complete"] is False
    assert answer["search"]["stopped_by"] == "interrupt"
    assert answer["search"]["nodes"] > 0
    assert len(answer["options"]) == 63
    assert answer["best_move"] is not None
    assert path.stat().st_size > empty


@pytest.mark.thorough
def test_a_resumed_search_keeps_what_was_settled(tmp_path: Path) -> None:
    """That holds even if it may search few nodes, or is asked only for the best move."""

    def ask(nodes: int, *options: str) -> dict[str, tuple[Any, ...]]:
        arguments = ["solve", "6", "5", "4", "--json", "--nodes", str(nodes), *options]
        answer = json.loads(invoke(*arguments, BOOK="false").stdout)
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
    arguments = ["solve", "4", "--json", "--nodes", "20", *other, *kept]
    assert invoke(*arguments).exit_code == 0, "another position of the game"


def test_a_search_that_goes_on_says_so_and_what_all_runs_took(tmp_path: Path) -> None:
    path = tmp_path / "search.npz"

    def ask(nodes: int) -> tuple[int, float, str]:
        arguments = ["solve", *OPEN, "--json", "--nodes", str(nodes), "--checkpoint", str(path)]
        done = invoke(*arguments)
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
    again = invoke("solve", *OPEN, "--checkpoint", str(path), "--nodes", "1000")
    assert again.exit_code == 0, again.stderr


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
    for part in ("table ", "depth ", "value unknown", "options settled", "best ", "proof "):
        assert part in text, part
    assert "\x1b[2K" in text, "the line is wiped in the end"


def test_plies_that_are_not_exact_are_an_upper_bound() -> None:
    """X loses at row 9, column 3 within 16 plies, and in fact in 6."""
    rows = "/".join(
        [*["..........."] * 7, "........O..", ".......X...", ".......O...", ".......X..."]
    )
    arguments = ["solve", "4", "--to-move", "x", "--board", rows]
    printed = invoke(*arguments, "--nodes", "20000").stdout
    assert re.search(r"loss +<= \d+ ", printed), printed
    assert ">=" not in printed
