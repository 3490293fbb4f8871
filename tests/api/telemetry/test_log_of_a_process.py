"""How a process writes its log: each line whole, for whoever reads it, and none lost untold."""

import json
import re
from typing import Any

import pytest

from tests.support.programs import run_program

FAILING = """
import os
from service.api.app import create_app
from service.api.telemetry.logs import configure_logging, log
from service.settings import Settings
from service.solver import Solver

class Failing(Solver):
    def analyse(self, *_):
        raise error

def fail(how, log_format, accept="*/*"):
    global error
    error = how
    settings = Settings(log_format=log_format)
    configure_logging(settings)
    client = create_app(settings, Failing(1)).test_client()
    question, headers = dict(board=["..."] * 3, row_length=3), {"X-Request-Id": "find-me"}
    client.post("/move", json=question, headers=headers | {"Accept": accept}, buffered=True)
    log.flush()

os.dup2(1, 2)
bug = ZeroDivisionError("two lines\\nin one")
fail(bug, "json")
for accept in ("text/event-stream", "application/json"):
    print("\\f", flush=True)
    fail(ConnectionResetError, "json", accept)
print("\\f", flush=True)
fail(bug, "text")
reader, writer = os.pipe()
os.close(reader)
os.dup2(writer, 2)
fail(bug, "json")
print("\\fserved")
"""
"""Where the solver fails, in each of these ways; the last time nobody reads the log any more."""
WRITING = """
import json, logging, os, socket, sys, threading
from service.api.telemetry.logs import configure_logging, log
from service.settings import Settings

def read_by(reader, writer):
    os.dup2(writer, 2)
    configure_logging(Settings())
    return reader

said = {}
for kind in ("pipe", "openpty"):
    reader = read_by(*getattr(os, kind)())
    logging.getLogger("other").warning("hello")
    said[kind] = os.read(reader, 10_000).decode()
reader = read_by(*os.pipe())
threading.Thread(target=lambda: 1 // 0, name="compiler").start()
said["failure"] = json.loads(os.read(reader, 10_000))
log.tell("warning", "missing", path=os.fsdecode(b"\\xff"))
said["surrogate"] = json.loads(os.read(reader, 10_000))["path"]
for _ in range(20):
    log.tell("info", "before")
if not (child := os.fork()):
    log.tell("info", "child")
    sys.exit()
os.waitpid(child, 0)
log.tell("info", "after")
log.flush()
said["forked"] = [json.loads(line)["event"] for line in os.read(reader, 1 << 16).splitlines()]
end, other = socket.socketpair(type=socket.SOCK_DGRAM)
read_by(None, end.fileno())
for _ in range(20):
    log.tell("info", "line")
log.flush()
other.setblocking(False)
said["lines at once"] = [other.recv(10_000).count(b"\\n") for _ in range(20)]
print(json.dumps(said))
"""
"""What is read of the log of a process whose standard error stream is one thing after another."""
LOSING = """
import os, re, select
from service.api.telemetry import logs
from service.settings import Settings
reader, end = os.pipe()
{before}
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


@pytest.fixture(scope="module")
def failures() -> list[str]:
    """Provide what is said each time the solver fails."""
    return run_program(FAILING).split("\f")


def test_a_bug_is_logged_with_its_traceback(failures: list[str]) -> None:
    lines = [json.loads(line) for line in failures[0].splitlines()]
    (bug,) = (line for line in lines if "exception" in line)
    assert (bug["level"], bug["request_id"]) == ("error", "find-me")
    assert bug["exception"].startswith("Traceback (most recent call last)")
    assert bug["exception"].endswith("ZeroDivisionError: two lines\nin one")
    assert (lines[-1]["event"], lines[-1]["status"]) == ("request", 500)


def test_a_client_that_leaves_before_it_is_answered_is_no_fault_of_ours(
    failures: list[str],
) -> None:
    """499, as nginx has it, so that no alert says that there is a bug."""
    expected = {"event": "request", "request_id": "find-me", "route": "/move", "status": 499}
    for said in failures[1:3]:
        assert json.loads(said).items() >= expected.items()


def test_a_log_for_people_can_be_asked_for(failures: list[str]) -> None:
    assert "ZeroDivisionError: two lines\nin one" in failures[3]
    assert re.search(r"request +.*request_id=find-me.* status=500", failures[3])


def test_a_log_that_nobody_reads_any_more_stops_nothing(failures: list[str]) -> None:
    assert failures[4] == "served\n"


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    """Provide what is read of the log in each case, by its name."""
    found: dict[str, Any] = json.loads(run_program(WRITING))
    return found


def test_a_terminal_gets_text_and_all_else_json(said: dict[str, Any]) -> None:
    assert json.loads(said["pipe"])["event"] == "hello"
    assert re.match(r"\d{4}-.* hello ", said["openpty"])


def test_what_ends_a_thread_is_a_line_of_the_log(said: dict[str, Any]) -> None:
    line = said["failure"]
    assert (line["level"], line["thread"]) == ("error", "compiler")
    assert line["exception"].startswith("Traceback (most recent call last)")
    assert "ZeroDivisionError" in line["exception"]


def test_a_name_that_is_not_unicode_costs_no_line(said: dict[str, Any]) -> None:
    """Python writes the bytes of such a name of a file as lone surrogates."""
    assert said["surrogate"] == "\udcff"


def test_lines_of_several_processes_are_not_mixed(said: dict[str, Any]) -> None:
    """A pipe takes a line as a whole; what takes several at once may have others' in between."""
    assert said["lines at once"] == [1] * 20


def test_processes_that_are_forked_write_what_is_theirs(said: dict[str, Any]) -> None:
    """Whatever waits in the parent at that time is written by the parent, and once."""
    assert sorted(said["forked"]) == ["after", *["before"] * 20, "child"]


@pytest.mark.parametrize(
    ("before", "least", "most"),
    [("os.dup2(end, 2); os.set_blocking(2, False)", 1500, 1500),
     ("os.dup2(os.open('/dev/full', os.O_WRONLY), 2)", 0, 1500),
     ("os.dup2(end, 2); logs.log.most_lines = 100", 100, 1000)],
    ids=["a pipe that does not block", "a full disk", "more lines than may wait"],
)  # fmt: skip
def test_a_line_is_written_or_counted(before: str, least: int, most: int) -> None:
    written, counted = map(int, run_program(LOSING.format(before=before)).split())
    assert least <= written <= most
    assert written + counted == 1500
