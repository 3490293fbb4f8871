"""`--url`: the tools of a running service, which may be busy, end, or be something else."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from service.agents.running_service import RETRIES, RunningService
from service.questions.refusals import RefusedError, problem_body
from tests.agents.agents import FOR_A_SECOND, FOR_AN_HOUR, over_stdio, text_of
from tests.cli.commands import invoke, run
from tests.support.http_server import served_by
from tests.support.live_server import AN_HOUR, ONE_SLOT, LiveServer, serving
from tests.support.ports import free_port
from tests.support.waiting import PATIENCE_SECONDS, wait_until

QUESTION: dict[str, Any] = {"board": ["..."] * 3, "row_length": 3}


def wait_for_search(service: LiveServer) -> None:
    before = service.processor_seconds()
    wait_until(lambda: service.processor_seconds() - before > 0.3)


@pytest.mark.thorough
def test_a_cancelled_call_ends_the_search_of_the_service_whose_own_end_is_told() -> None:
    settings = {**AN_HOUR, **ONE_SLOT}
    with serving(**settings) as service, over_stdio("--url", service.url) as agent:
        call = agent.start("best_move", **FOR_AN_HOUR)
        wait_for_search(service)
        beside = agent.start("best_move", **FOR_A_SECOND)
        call.cancel()
        assert not beside.result(PATIENCE_SECONDS).is_error
        lost = agent.start("best_move", **FOR_AN_HOUR)
        wait_for_search(service)
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        assert "does not answer" in text_of(lost.result(PATIENCE_SECONDS))


@pytest.mark.thorough
def test_no_move_of_a_game_takes_longer_than_the_service_lets_it() -> None:
    limit = {"MAX_TIME_LIMIT_MS": "1000", "DEFAULT_TIME_LIMIT_MS": "500"}
    with (
        serving(**limit) as service,
        over_stdio("--url", service.url) as there,
        over_stdio(**limit) as here,
    ):
        for agent in (here, there):
            said = agent.ask("find_mistakes", in_a_row=3, width=3, height=3, moves=["b2"])
            assert said == "1 of 1 moves gave up nothing, which is proven."


@pytest.mark.parametrize(
    "url", ["", "nonsense", "localhost:8000", "ftp://k.example", "http://", "http://[::1", "/k"]
)
def test_what_is_no_url_is_refused(url: str) -> None:
    done = invoke("play", "--url", url)
    assert done.exit_code == 2
    assert f"{url!r} is no URL of a service, such as http://localhost:8000." in done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("url", ["", "nonsense"])
def test_what_is_no_url_is_refused_at_the_start(url: str) -> None:
    done = run("mcp", "--url", url, stdin="")
    assert done.returncode == 2
    assert f"{url!r} is no URL of a service" in done.stderr


def refusal(
    url: str,
    ask: Callable[[RunningService], Coroutine[Any, Any, Any]] = lambda service: service.ask(
        QUESTION
    ),
) -> str:
    """Return why the service at a URL does not answer a question.

    It is asked in a thread: where the page has been tested, this one has a loop.
    """
    with ThreadPoolExecutor(1) as pool, pytest.raises(RefusedError) as caught:
        pool.submit(lambda: asyncio.run(ask(RunningService(url)))).result()
    return caught.value.detail


FOREIGN: list[tuple[int, Any]] = [
    (400, {"detail": "bad", "errors": {"x": ["y"]}}), (400, {"detail": "bad", "errors": ["x"]}),
    (400, {"detail": ["bad"], "errors": []}), (400, []), (500, None), (404, {"detail": "bad"}),
    (200, {"bounds": {}}), (200, []), (200, {"hello": "there"}), (200, "bounds"), (204, {}),
    (200, {"max_time_limit_ms": "long"}),
]  # fmt: skip
"""What other services answer."""


def test_the_json_of_another_is_told_in_a_sentence() -> None:
    class Foreign(BaseHTTPRequestHandler):
        """Answers with one of them, by the path."""

        def answer(self) -> None:
            status, value = FOREIGN[int(self.path.split("/")[1])]
            body = json.dumps(value).encode() * (status != 204)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer  # noqa: N815

    with served_by(Foreign) as url:
        for number, (status, _) in enumerate(FOREIGN):
            at = f"{url}/{number}"
            assert refusal(at) == f"{at}/move answers {status}, but as no such service."
            assert refusal(at, lambda service: service.most_milliseconds()) == (
                f"{at}/limits answers {status}, but as no such service."
            )


def test_what_keeps_a_service_from_answering_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Troubled(BaseHTTPRequestHandler):
        """Busy for as long as it is asked, or no such service, by the path."""

        def do_POST(self) -> None:
            asked.append(self.path)
            busy = self.path == "/busy/move"
            detail = "Too much waits already."
            problem = problem_body("overloaded", detail, "an id")
            body = json.dumps(problem if busy else {"hello": "there"}).encode()
            self.send_response(503 if busy else 200)
            self.send_header("Retry-After", "0")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    # A proxy would be asked about this machine, too.
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    with served_by(Troubled) as url:
        assert refusal(f"{url}/busy") == "Too much waits already."
        assert asked == ["/busy/move"] * (1 + RETRIES)
        expected = f"{url}/other/move answers 200, but as no such service."
        assert refusal(f"{url}/other/") == expected
    assert refusal(url).startswith(f"{url}/move does not answer: ")
    assert refusal("nowhere").startswith("nowhere/move does not answer: ")
