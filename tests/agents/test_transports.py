"""Both transports: whole games, calls side by side, calls that are cancelled, ends of all kinds."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import requests
from mcp import MCPError
from mcp.types import INVALID_REQUEST, PARSE_ERROR

from service.game import play_game, render
from tests.agents.agents import COMMAND, FOR_A_SECOND, FOR_AN_HOUR, SETTINGS, Agent, over_stdio
from tests.support.live_server import processor_seconds
from tests.support.waiting import PATIENCE_SECONDS, wait_until

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "a test", "version": "1"},
}
"""What a client says first by an older protocol."""
MOVE = re.compile(r"^([XO]) ([a-z]+\d+): ")
END = re.compile(r"^The game is over: (.*)\.$", re.MULTILINE)


def play(
    agent: Agent, x: dict[str, Any], o: dict[str, Any], **game: Any
) -> tuple[list[str], str, str]:
    """Return the moves of a game between two kinds of players, how it ended and the last text."""
    moves: list[str] = []
    while True:
        text = agent.ask("best_move", **game, moves=moves, **(o if len(moves) % 2 else x))
        player, move = MOVE.findall(text)[0]
        assert player == "XO"[len(moves) % 2]
        moves.append(move)
        if end := END.search(text):
            return moves, end[1], text


def test_tic_tac_toe_is_a_draw(http_agent: Agent) -> None:
    game = {"in_a_row": 3, "width": 3, "height": 3}
    moves, end, text = play(http_agent, {}, {}, **game)
    assert (len(set(moves)), end) == (9, "it is a draw")
    assert text.count("X") == 5 + 1, "the stones, and the player"
    judged = http_agent.ask("find_mistakes", **game, moves=moves)
    assert judged == "9 of 9 moves gave up nothing, which is proven."


def test_connect_four_is_played_to_its_end(http_agent: Agent) -> None:
    game = {"in_a_row": 4, "width": 7, "height": 6, "gravity": True}
    beginner, master = {"seconds": 0.1, "strength": 1}, {"seconds": 0.1}
    moves, end, text = play(http_agent, beginner, master, **game)
    board = play_game(["." * 7] * 6, 4, moves, None, gravity=True)
    assert end == (f"{board.winner} has won" if board.winner else "it is a draw")
    assert re.findall(r"^\d ([XO.]{7})$", text, re.MULTILINE) == render(board)
    # The columns of the moves are enough.
    judged = http_agent.ask("find_mistakes", **game, moves=[move[0] for move in moves], seconds=2)
    mistakes = re.findall(
        r"^Move \d+, [XO]: [a-g]\d gave up (?:the (?:draw|win)|at least a draw)",
        judged,
        re.MULTILINE,
    )
    counts = re.findall(
        r"^(\d+) (?:more gave up|of \d+ moves gave|could not)", judged, re.MULTILINE
    )
    assert len(mistakes) + sum(map(int, counts)) == len(moves)
    overlooked = len(re.findall(r"^Rows overlooked: ", judged, re.MULTILINE))
    assert len(judged.splitlines()) == len(mistakes) + len(counts) + overlooked


def check_end_of_search(agent: Agent, end: Callable[[], object], first: str = "a1") -> None:
    """See that `end` gives back the only slot, which a search would else have for an hour.

    Another question waits for it, of which nothing is known yet: after this first move.
    """
    agent.wait_for_search()
    beside = agent.start("best_move", **FOR_A_SECOND | {"moves": [first]})
    assert agent.ask("best_move", in_a_row=3, width=3, height=3).startswith("X b2: draw.")
    assert not beside.done()
    end()
    assert not beside.result(PATIENCE_SECONDS).is_error


def test_a_cancelled_call_ends_its_search(agent: Agent, http_agent: Agent) -> None:
    for each in (agent, http_agent):
        check_end_of_search(each, each.start("best_move", **FOR_AN_HOUR).cancel)


@pytest.mark.thorough
def test_clients_of_older_protocols_cancel_over_standard_input() -> None:
    with over_stdio(mode="legacy") as agent:
        check_end_of_search(agent, agent.start("best_move", **FOR_AN_HOUR).cancel)


@contextmanager
def speaking() -> Iterator[subprocess.Popen[bytes]]:
    """Provide a tool server that has greeted its client, which writes every byte itself."""
    with subprocess.Popen(
        COMMAND, env={**os.environ, **SETTINGS}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            assert ask(process, "initialize", HELLO)["result"]["serverInfo"]["name"] == "k-in-a-row"
            yield process
        finally:
            process.kill()


def write(process: subprocess.Popen[bytes], sent: bytes) -> None:
    assert process.stdin
    process.stdin.write(sent + b"\n")
    process.stdin.flush()


def send(process: subprocess.Popen[bytes], method: str, params: dict[str, Any]) -> None:
    message = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
    write(process, json.dumps(message).encode())


def ask(process: subprocess.Popen[bytes], method: str, params: dict[str, Any]) -> Any:
    """Return the next message of the server."""
    send(process, method, params)
    assert process.stdout
    return json.loads(process.stdout.readline())


def search(process: subprocess.Popen[bytes]) -> None:
    """Begin a call that takes an hour, and wait until it searches."""
    ask(process, "tools/call", {"name": "best_move", "arguments": {**FOR_A_SECOND, "moves": []}})
    send(process, "tools/call", {"name": "best_move", "arguments": FOR_AN_HOUR})
    before = processor_seconds(process.pid)
    wait_until(lambda: processor_seconds(process.pid) - before > 0.3)


@pytest.mark.thorough
def test_broken_frames_are_answered_and_the_end_of_the_input_is_the_end() -> None:
    with speaking() as process:
        for broken, code in (
            (b"{broken", PARSE_ERROR), (b"\xff\xfe\x00", PARSE_ERROR), (b"[]", INVALID_REQUEST),
            (b'{"jsonrpc": "2.0"}', INVALID_REQUEST), (b'"' * 100_000, PARSE_ERROR),
            (b"[" * 100_000, PARSE_ERROR),
        ):  # fmt: skip
            write(process, broken)
            assert process.stdout
            told = json.loads(process.stdout.readline())
            assert (told["id"], told["error"]["code"]) == (None, code)
        assert ask(process, "ping", {})["result"] == {}
        search(process)
        assert process.stdin
        assert process.stdout
        process.stdin.close()
        assert process.wait(PATIENCE_SECONDS) == 0
        for line in process.stdout.read().splitlines():
            assert json.loads(line)["jsonrpc"] == "2.0", "nothing else is written there"


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_its_searches(number: signal.Signals) -> None:
    with speaking() as process:
        search(process)
        process.send_signal(number)
        assert process.wait(PATIENCE_SECONDS) == 128 + number


@pytest.mark.thorough
def test_the_client_learns_that_its_server_has_died() -> None:
    with over_stdio() as agent:
        call = agent.start("best_move", in_a_row=3, width=3, height=3)
        os.kill(agent.server, signal.SIGKILL)
        with pytest.raises(MCPError, match="Connection closed"):
            call.result(PATIENCE_SECONDS)


def test_who_closes_the_connection_ends_the_search(http_agent: Agent) -> None:
    # Older protocols cancel within a session, of which there is none: there is but this way.
    call = {"name": "best_move", "arguments": FOR_AN_HOUR}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    accepted = {"Accept": "application/json, text/event-stream"}
    answer = requests.post(http_agent.url, json=message, headers=accepted, stream=True, timeout=60)
    check_end_of_search(http_agent, answer.close, first="b2")
