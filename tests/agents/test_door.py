"""The tools over HTTP as Compose starts them: who may call, how slowly, and how much."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from mcp_types import CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

from service.agents.server import new_server
from service.api.server.agents_door import BODY_BYTES, CALL_BYTES, MOST_BYTES, Door
from service.settings import Settings
from tests.agents.agents import FOR_A_SECOND, FOR_AN_HOUR, Agent, over_http
from tests.deploy.test_compose import COMPOSE
from tests.support.waiting import wait_until

CALL = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HEAD = b"".join(
    b"%b: %b\r\n" % (name.encode(), value.encode())
    for name, value in {"Host": "localhost", **CALL, "Content-Length": "99"}.items()
)
BEGUN = b"POST /mcp HTTP/1.1\r\n%b\r\n{" % HEAD
"""A call of which the body has begun."""


def post(agent: Agent, body: Any = None, stream: bool = False, **headers: Any) -> requests.Response:
    data = json.dumps(PING) if body is None else body
    return requests.post(
        agent.url, data=data, headers={**CALL, **headers}, stream=stream, timeout=60
    )


def exchange(agent: Agent, sent: bytes, *, ends: bool) -> bytes:
    """Return all that is answered to some bytes, after which the client may say no more."""
    at = urlsplit(agent.url)
    with socket.create_connection((at.hostname, at.port), timeout=60) as client:
        client.sendall(sent)
        if ends:
            client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(1 << 16), b""))


def lines_of(agent: Agent, done: Any) -> list[dict[str, Any]]:
    """Return the lines that are logged while something is done, but for refusals at the door."""
    log = agent.log
    assert log
    before = len(log.read_text())
    done()
    # Lines come in their order: after this one there is no more of what was done.
    assert post(agent, Host="last.example").status_code == 421
    wait_until(lambda: '"status": 421' in log.read_text()[before:])
    lines = map(json.loads, log.read_text()[before:].splitlines())
    return [line for line in lines if line["event"] != "refused"]


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("Host", "example.org", 421), ("Host", "localhost.example.org:8001", 421),
        ("Host", "127.0.0.1.example.org", 421), ("Host", "localhost", 200),
        ("Host", "LOCALHOST:80", 200), ("Host", "[::1]:8001", 200), ("Host", "0.0.0.0:1", 200),
        ("Origin", "https://example.org", 403), ("Origin", "null", 403),
        ("Origin", "http://localhost.example.org", 403), ("Origin", "http://localhost:6274", 200),
        ("Origin", "https://127.0.0.1", 200), ("Origin", "http://[::1", 403),
    ],
)  # fmt: skip
def test_only_who_names_this_machine_may_call(
    http_agent: Agent, name: str, value: str, status: int
) -> None:
    headers: dict[str, Any] = {name: value}
    answer = post(http_agent, **headers)
    assert answer.status_code == status
    assert ("AGENTS_HOSTS" in answer.text) == (status != 200)


@pytest.mark.parametrize(
    ("hosts", "known"),
    [("", "localhost 127.0.0.1"), ("K.example, [::2]", "k.example [::2]:80"), ("*", "any.one")],
)
def test_other_names_are_a_setting(hosts: str, known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTS_HOSTS", hosts)
    door = Door(new_server, Settings(), "10.0.0.1")
    assert all(door.knows(f"//{each}") for each in ["10.0.0.1:8001", *known.split()])
    assert door.knows("//x.example") == (hosts == "*")


def test_health_is_told_to_anybody(http_agent: Agent) -> None:
    url = http_agent.url.replace("/mcp", "/healthz")
    assert requests.get(url, headers={"Host": "agents:8001"}, timeout=60).status_code == 200


def test_no_stream_is_kept_open_on_which_nothing_comes(http_agent: Agent) -> None:
    answer = requests.get(http_agent.url, headers=CALL, timeout=60)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("part", "ends", "status", "code"),
    [
        (BEGUN, True, 400, "incomplete_body"), (BEGUN, False, 408, "request_timeout"),
        (BEGUN[:20], False, 408, "request_timeout"),
    ],
    ids=["a body that is cut off", "a body that does not go on", "a head that does not go on"],
)  # fmt: skip
def test_who_does_not_send_all_is_given_up_with_one_line(
    http_agent: Agent, part: bytes, ends: bool, status: int, code: str
) -> None:
    def send_part() -> None:
        assert exchange(http_agent, part, ends=ends).startswith(b"HTTP/1.1 %d " % status)

    (line,) = lines_of(http_agent, send_part)
    assert (line["status"], line["code"]) == (status, code)


@pytest.mark.parametrize("version", [LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION])
def test_who_says_no_more_is_answered(http_agent: Agent, version: str) -> None:
    """By a stream that has begun, or by what comes first."""
    # Nothing is known of the game after this move.
    arguments = FOR_A_SECOND | {"moves": ["a2" if version == LATEST_MODERN_VERSION else "b1"]}
    meta = {PROTOCOL_VERSION_META_KEY: version, CLIENT_CAPABILITIES_META_KEY: {}}
    params = {"name": "best_move", "arguments": arguments, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    fields = CALL | {
        "Host": "localhost", "Mcp-Protocol-Version": version, "Mcp-Method": "tools/call",
        "Mcp-Name": "best_move", "Content-Length": str(len(body)),
    }  # fmt: skip
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    said = exchange(http_agent, f"POST /mcp HTTP/1.1\r\n{head}\r\n{body}".encode(), ends=True)
    assert b"draw" in said, said


def test_a_call_has_so_many_bytes(http_agent: Agent) -> None:
    spaces = json.dumps(PING).ljust(BODY_BYTES)
    assert post(http_agent, spaces).status_code == 200
    for body in (spaces + " ", iter([spaces.encode(), b" "])):
        answer = post(http_agent, body)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


@pytest.mark.thorough
def test_the_calls_that_go_on_take_little_memory(tmp_path: Path) -> None:
    """They wait for a service that never answers, in what Compose allows the process."""
    limit = COMPOSE["services"]["agents"]["deploy"]["resources"]["limits"]["memory"]
    many = MOST_BYTES // CALL_BYTES
    with (
        socket.create_server(("127.0.0.1", 0), backlog=many) as silent,
        over_http(
            tmp_path / "log", "--url", f"http://127.0.0.1:{silent.getsockname()[1]}"
        ) as agent,
    ):

        def call(moves: list[Any]) -> requests.Response:
            asked = {"name": "best_move", "arguments": {**FOR_AN_HOUR, "moves": moves}}
            body = json.dumps(PING | {"method": "tools/call", "params": asked})
            return post(agent, body, stream=True)

        def answered(moves: list[Any]) -> int:
            """Return how many of many such calls go on."""
            with ThreadPoolExecutor(many) as pool:
                answers = list(pool.map(lambda _: call(moves), range(2 * many)))
            assert {answer.status_code for answer in answers} == {200, 503}
            for answer in answers:
                answer.close()
            wait_until(lambda: post(agent).status_code == 200)
            return sum(answer.status_code == 200 for answer in answers)

        assert answered([]) == many
        # As objects these take most memory.
        assert answered([[]] * (BODY_BYTES // 5)) < 2 * MOST_BYTES // BODY_BYTES
        status = Path(f"/proc/{agent.server}/status").read_text()
        peak = next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line)
        assert peak < int(limit.removesuffix("M")) << 10
