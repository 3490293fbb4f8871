"""The log of a live server: JSON line by line, and what every request leaves there."""

import hmac
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from service.api.telemetry.access_log import QUIET_ROUTES
from tests.api.events import STREAM, read_events, streaming
from tests.api.questions import EMPTY, HARD, results_in
from tests.support.live_server import LiveServer, serving
from tests.support.programs import run_program

SECRET = "hunter2"

BROKEN = """
import sys
sys.stderr = sys.stdout
from service.api.app import create_app
from service.api.telemetry.logs import configure_logging
from service.settings import Settings
from service.solver import Solver

class BrokenSolver(Solver):
    def analyse(self, *_):
        raise ZeroDivisionError("two lines\\nin one")


settings = Settings(log_format="{log_format}")
configure_logging(settings)
client = create_app(settings, BrokenSolver(1)).test_client()
question = dict(board=["..."] * 3, row_length=3)
client.post("/move", json=question, headers=[("X-Request-Id", "find-me")], buffered=True)
"""


def post(server: LiveServer, path: str, request_id: str, body: Any) -> requests.Response:
    """Return a request that is found again by its id."""
    headers = {"X-Request-Id": request_id}
    return requests.post(server.url + path, json=body, headers=headers, timeout=60)


def test_every_line_says_when_how_bad_and_what(server: LiveServer) -> None:
    post(server, "/move", "any", EMPTY)
    server.line_of("any")
    lines = server.lines()
    assert any(line.get("logger") == "gunicorn.error" for line in lines)
    for line in lines:
        assert list(line)[:3] == ["timestamp", "level", "event"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line["timestamp"])
        assert line["level"] in ("debug", "info", "warning", "error", "critical")


def test_a_question_leaves_its_shape_and_what_it_took(server: LiveServer) -> None:
    board = ["X..O", "....", "...."]
    answer = post(server, "/move", "move-1", {"board": board, "row_length": 3}).json()
    line = server.line_of("move-1")
    assert line.pop("ms") >= answer["search"]["time_ms"]
    del line["timestamp"]
    # It is told of a request that has waited.
    line.pop("queue_ms", None)
    assert re.fullmatch("[0-9a-f]{16}", line.pop("client"))
    assert line == {
        "level": "info", "event": "request", "request_id": "move-1", "method": "POST",
        "route": "/move", "status": 200, "width": 4, "height": 3, "row_length": 3, "stones": 2,
        "player_level": "master", "nodes": answer["search"]["nodes"],
        "proven": answer["value"] is not None, "complete": answer["search"]["complete"],
    }  # fmt: skip


def test_rules_that_are_not_the_usual_ones_are_told(server: LiveServer) -> None:
    question = {"board": ["...", "...", "#XO"], "row_length": 3, "level": "blind"}
    post(server, "/move", "rules-1", question | {"gravity": True, "wrap": "both"})
    line = server.line_of("rules-1")
    assert (line["gravity"], line["wrap"], line["walls"], line["stones"]) == (True, "both", 1, 2)
    assert not {"exact", "misere", "any_position"} & set(line)


def test_what_is_not_worked_out_is_told(server: LiveServer) -> None:
    post(server, "/move", "move-2", HARD | {"node_limit": 500, "level": "rules"})
    line = server.line_of("move-2")
    assert (line["proven"], line["complete"], line["player_level"]) == (False, False, "rules")


def test_a_strength_is_told(server: LiveServer) -> None:
    """Also where the answer is known."""
    for number in range(3):
        post(server, "/move", f"strength-{number}", EMPTY | {"strength": 7, "seed": 1})
        line = server.line_of(f"strength-{number}")
        assert (line["player_level"], line["player_strength"]) == ("master", 7)


def test_a_batch_leaves_its_size_and_sums(server: LiveServer) -> None:
    questions = [EMPTY | {"seed": 5}, {"board": ["?"], "row_length": 1}, HARD | {"node_limit": 400}]
    results = results_in(post(server, "/moves", "moves-1", {"requests": questions}))
    line = server.line_of("moves-1")
    assert (line["route"], line["batch"]) == ("/moves", 3)
    assert line["nodes"] == sum(each["search"]["nodes"] for each in results if "search" in each)
    assert (line["proven"], line["complete"]) == (False, False)
    assert "width" not in line


def test_a_stream_is_logged_when_it_has_ended(server: LiveServer) -> None:
    question = HARD | {"time_limit_ms": 700}
    headers = {**STREAM, "X-Request-Id": "stream-1"}
    response = requests.post(f"{server.url}/move", json=question, headers=headers, timeout=60)
    *_, (_, answer) = read_events(response.text)
    line = server.line_of("stream-1")
    assert (line["status"], line["width"], line["stones"]) == (200, 12, 0)
    assert line["nodes"] == answer["search"]["nodes"]
    assert line["ms"] >= answer["search"]["time_ms"]
    assert "client_gone" not in line


def test_a_client_that_leaves_is_told_of(server: LiveServer) -> None:
    question = HARD | {"board": ["." * 13] * 11, "time_limit_ms": 30_000}
    with streaming(server, question) as (connection, received):
        received.close()
        connection.close()
    line = server.line_with(client_gone=True, width=13, height=11)
    assert (line["event"], line["route"]) == ("request", "/move")
    assert line["ms"] < 30_000


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
def test_a_client_that_leaves_before_it_is_answered_is_no_fault_of_ours(accept: str) -> None:
    """499, as nginx has it, so that no alert says that there is a bug."""
    program = BROKEN.format(log_format="json")
    program = program.replace('ZeroDivisionError("two lines\\nin one")', "ConnectionResetError")
    program = program.replace('("X-Request-Id"', f'("Accept", "{accept}"), ("X-Request-Id"')
    (line,) = map(json.loads, run_program(program).splitlines())
    assert (line["event"], line["request_id"]) == ("request", "find-me")
    assert (line["route"], line["status"]) == ("/move", 499)


def test_threads_that_serve_many_requests_keep_them_apart(server: LiveServer) -> None:
    """Each id tells the width of its board; even ones are streamed, so searched in `__call__`."""

    def ask(index: int) -> None:
        width = 3 + index % 5
        headers = {"X-Request-Id": f"apart-{index}-{width}"}
        if index % 2:
            headers |= STREAM
        question = {"board": ["." * width] * 2, "row_length": 3}
        requests.post(f"{server.url}/move", json=question, headers=headers, timeout=60)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(60)))
    for index in range(60):
        width = 3 + index % 5
        assert server.line_of(f"apart-{index}-{width}")["width"] == width
    ids = [line["request_id"] for line in server.lines() if line["event"] == "request"]
    assert sum(each.startswith("apart-") for each in ids) == 60, "each is told once"


def test_a_problem_leaves_its_status(server: LiveServer) -> None:
    post(server, "/move", "problem-1", {"board": ["?"], "row_length": 1})
    line = server.line_of("problem-1")
    assert (line["status"], line["route"], line["level"]) == (422, "/move", "info")


def test_routes_and_methods_that_clients_think_of_are_not_repeated(server: LiveServer) -> None:
    headers = {"X-Request-Id": "odd-1"}
    requests.request("PURGE", f"{server.url}/{SECRET}?{SECRET}", headers=headers, timeout=60)
    line = server.line_of("odd-1")
    assert (line["method"], line["route"], line["status"]) == ("OTHER", "unmatched", 404)


def client_of(server: LiveServer, request_id: str, forwarded: str | None = None) -> str:
    """Return the name that the log has for the client behind a proxy on this machine."""
    headers = {"X-Request-Id": request_id, "X-Forwarded-For": forwarded}
    assert requests.get(f"{server.url}/limits", headers=headers, timeout=60).ok
    name: str = server.line_of(request_id)["client"]
    return name


def test_each_client_has_one_name_from_which_nobody_can_tell_its_address(
    server: LiveServer,
) -> None:
    forwarded = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2"]
    first, second, again, whole, prefix = (
        client_of(server, f"client-{number}", each) for number, each in enumerate(forwarded)
    )
    assert first == again
    assert whole == prefix
    assert len({client_of(server, "client-own"), first, second, whole}) == 4
    text = json.dumps(server.lines())
    assert not any(each in text for each in forwarded)


def test_a_request_that_cannot_be_read_is_of_a_client_as_well(server: LiveServer) -> None:
    for number, forwarded in enumerate([None, "192.0.2.1"]):
        field = f"X-Forwarded-For: {forwarded}\r\n" if forwarded else ""
        sent = f"POST /moves HTTP/1.1\r\nHost: a\r\n{field}Content-Length: x\r\n\r\n"
        problem = json.loads(server.exchange(sent.encode()).partition(b"\r\n\r\n")[2])
        expected = client_of(server, f"reader-{number}", forwarded)
        assert server.line_of(problem["request_id"])["client"] == expected


@pytest.mark.thorough
def test_replicas_that_share_a_key_have_the_same_names(tmp_path: Path) -> None:
    """Which anybody who has the key can work out, as the document says."""
    key, names = "0123456789abcdef", []
    for replica in ("one", "another"):
        settings = {"LOG_LEVEL": "info", "WORKERS": "1", "LOG_KEY": key}
        with serving(tmp_path / replica, **settings) as live:
            names.append(client_of(live, "client", "192.0.2.1"))
    digest = hmac.new(key.encode(), b"192.0.2.1", "sha256").hexdigest()
    assert names == [digest[:16]] * 2


@pytest.mark.parametrize("route", sorted(QUIET_ROUTES))
def test_what_is_asked_every_few_seconds_is_logged_for_debugging_only(
    server: LiveServer, route: str
) -> None:
    name = f"quiet{route.replace('/', '-')}"
    requests.get(server.url + route, headers={"X-Request-Id": name}, timeout=60)
    line = server.line_of(name)
    assert (line["level"], line["route"], line["status"]) == ("debug", route, 200)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [(b"nonsense hunter2\r\n\r\n", 400, "bad_request"),
     (b"GET / HTTP/1.1\r\nAuthorization hunter2\r\n\r\n", 400, "bad_request"),
     (b"GET /" + b"hunter2" * 1500 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long")],
)  # fmt: skip
def test_a_request_that_cannot_be_read_is_logged_with_its_id(
    server: LiveServer, sent: bytes, status: int, code: str
) -> None:
    problem = json.loads(server.exchange(sent).partition(b"\r\n\r\n")[2])
    line = server.line_of(problem["request_id"])
    assert (line["status"], line["code"], line["route"]) == (status, code, "unmatched")
    assert "ms" not in line


def test_nothing_secret_is_logged(server: LiveServer) -> None:
    headers = {"X-Request-Id": "secret-1", "Authorization": f"Bearer {SECRET}",
               "Cookie": SECRET, "User-Agent": SECRET, "X-Request-Secret": SECRET}  # fmt: skip
    url = f"{server.url}/move?token={SECRET}"
    board = {"board": ["X.O.X", ".O.X."], "row_length": 4}
    for body in (board, board | {SECRET: SECRET}, {"board": [SECRET], "row_length": 1}):
        requests.post(url, json=body, headers=headers, timeout=60)
    server.exchange(f"GET / HTTP/1.1\r\n{SECRET}\r\n\r\n".encode())
    server.line_of("secret-1")
    text = json.dumps(server.lines())
    for hidden in (SECRET, SECRET.upper(), "X.O.X"):
        assert hidden not in text


def test_a_bug_is_logged_with_its_traceback() -> None:
    lines = [
        json.loads(line) for line in run_program(BROKEN.format(log_format="json")).splitlines()
    ]
    (bug,) = (line for line in lines if "exception" in line)
    assert (bug["level"], bug["request_id"]) == ("error", "find-me")
    assert bug["exception"].startswith("Traceback (most recent call last)")
    assert bug["exception"].endswith("ZeroDivisionError: two lines\nin one")
    assert (lines[-1]["event"], lines[-1]["status"]) == ("request", 500)


def test_what_ends_a_thread_is_a_line_of_the_log() -> None:
    text = run_program(
        "import os, threading; reader, writer = os.pipe(); os.dup2(writer, 2)\n"
        "from service.api.telemetry.logs import configure_logging\n"
        "from service.settings import Settings\n"
        "configure_logging(Settings())\n"
        "threading.Thread(target=lambda: 1 // 0, name='compiler').start()\n"
        "print(os.read(reader, 10_000).decode())\n"
    )
    line = json.loads(text)
    assert (line["level"], line["thread"]) == ("error", "compiler")
    assert line["exception"].startswith("Traceback (most recent call last)")
    assert "ZeroDivisionError" in line["exception"]


def test_a_log_for_people_can_be_asked_for() -> None:
    text = run_program(BROKEN.format(log_format="text"))
    assert "ZeroDivisionError: two lines\nin one" in text
    assert re.search(r"request +.*request_id=find-me.* status=500", text)


@pytest.mark.parametrize(("kind", "is_json"), [("pipe", True), ("openpty", False)])
def test_a_terminal_gets_text_and_all_else_json(kind: str, is_json: bool) -> None:
    text = run_program(
        f"import logging, os; reader, writer = os.{kind}(); os.dup2(writer, 2)\n"
        "from service.api.telemetry.logs import configure_logging\n"
        "from service.settings import Settings\n"
        "configure_logging(Settings())\n"
        "logging.getLogger('other').warning('hello')\n"
        "print(os.read(reader, 10_000).decode())\n"
    )
    assert "hello" in text
    assert text.startswith("{") == is_json


def test_a_name_that_is_not_unicode_costs_no_line() -> None:
    """Python writes the bytes of such a name of a file as lone surrogates."""
    text = run_program(
        "import os; reader, writer = os.pipe(); os.dup2(writer, 2)\n"
        "from service.api.telemetry.logs import configure_logging, log\n"
        "from service.settings import Settings\n"
        "configure_logging(Settings())\n"
        "log.tell('warning', 'missing', path=os.fsdecode(b'\\xff'))\n"
        "print(os.read(reader, 10_000).decode())\n"
    )
    assert json.loads(text)["path"] == "\udcff"


def test_lines_of_several_processes_are_not_mixed() -> None:
    """A pipe takes a line as a whole; what takes several at once may have others' in between."""
    sizes = run_program(
        "import os, socket; end, other = socket.socketpair(type=socket.SOCK_DGRAM)\n"
        "os.dup2(end.fileno(), 2)\n"
        "from service.api.telemetry.logs import configure_logging, log\n"
        "from service.settings import Settings\n"
        "configure_logging(Settings())\n"
        "[log.tell('info', 'line') for _ in range(20)]\n"
        "log.flush(); other.setblocking(False)\n"
        "[print(other.recv(10_000).count(b'\\n')) for _ in range(20)]\n"
    )
    assert sizes.split() == ["1"] * 20


def test_processes_that_are_forked_write_what_is_theirs() -> None:
    """Whatever waits in the parent at that time is written by the parent, and once."""
    text = run_program(
        "import os, sys; reader, writer = os.pipe(); os.dup2(writer, 2)\n"
        "from service.api.telemetry.logs import configure_logging, log\n"
        "from service.settings import Settings\n"
        "configure_logging(Settings())\n"
        "[log.tell('info', 'before') for _ in range(20)]\n"
        "if not (child := os.fork()):\n"
        "    log.tell('info', 'child')\n"
        "    sys.exit()\n"
        "os.waitpid(child, 0)\n"
        "log.tell('info', 'after')\n"
        "log.flush()\n"
        "print(os.read(reader, 1 << 16).decode())\n"
    )
    events = [json.loads(line)["event"] for line in text.split("\n") if line]
    assert sorted(events) == ["after", *["before"] * 20, "child"]


def test_a_log_that_nobody_reads_any_more_stops_nothing() -> None:
    program = BROKEN.format(log_format="json").replace(
        "sys.stderr = sys.stdout",
        "import os; reader, writer = os.pipe(); os.close(reader)\n"
        "real, sys.stderr = sys.stderr, os.fdopen(writer, 'w', buffering=1)",
    )
    assert run_program(f"{program}\nsys.stderr = real; print('served')") == "served\n"


@pytest.mark.thorough
def test_a_log_that_is_full_blocks_neither_requests_nor_the_end() -> None:
    """A pipe that nobody reads takes 64 KiB; what is lost is told when somebody does."""
    asked, (read, write) = 600, os.pipe()
    with os.fdopen(read, "rb") as reader:
        with (
            os.fdopen(write, "wb") as full,
            serving(full, LOG_LEVEL="info", WORKERS="1") as server,
        ):
            with requests.Session() as session:
                for _ in range(asked):
                    assert session.post(f"{server.url}/move", json=EMPTY, timeout=60).ok
            server.process.terminate()
            assert server.process.wait(timeout=60) == 0
        lines = reader.read().splitlines()
    assert 100 < len(lines) < asked


LOSING = """
import os, re, select, sys
reader, end = os.pipe()
{before}
from service.api.telemetry import logs
from service.settings import Settings
logs.configure_logging(Settings(log_format="json"))
for number in range(1500):
    logs.log.tell("info", "line", padding="." * 1000)
logs.log.flush()
os.dup2(end, 2)
text, written, counted, silence = "", 0, 0, 0
while written + counted < 1500 and silence < 50:
    if select.select([reader], [], [], 0.1)[0]:
        text += os.read(reader, 1 << 16).decode()
    else:
        logs.log.tell("info", "silence")
        silence += 1
    written = text.count('"event": "line"')
    counted = sum(map(int, re.findall('"count": ([0-9]+)', text)))
print(written, counted)
"""


@pytest.mark.parametrize(
    ("before", "least"),
    [("os.dup2(end, 2); os.set_blocking(2, False)", 1500),
     ("os.dup2(os.open('/dev/full', os.O_WRONLY), 2)", 0)],
    ids=["a pipe that does not block", "a full disk"],
)  # fmt: skip
def test_a_line_is_written_or_counted(before: str, least: int) -> None:
    written, counted = map(int, run_program(LOSING.format(before=before)).split())
    assert written >= least
    assert written + counted == 1500


def test_lines_that_are_dropped_are_counted_in_the_log() -> None:
    program = """
import os, sys, threading
reader, end = os.pipe()
os.dup2(end, 2)
from service.api.telemetry import logs
from service.settings import Settings
logs.log.most_lines = 100
logs.configure_logging(Settings(log_format="json"))
for number in range(2000):
    logs.log.tell("info", "line", number=number, padding="." * 1000)
text = ""
while '"log lines dropped"' not in text:
    text += os.read(reader, 1 << 16).decode()
print(text)
"""
    lines = [json.loads(line) for line in run_program(program).splitlines() if line[-1:] == "}"]
    written = sum(line["event"] == "line" for line in lines)
    (told,) = [line for line in lines if line["event"] == "log lines dropped"]
    assert 100 <= written < 1000
    assert told["count"] == 2000 - written
