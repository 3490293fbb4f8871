"""`--url`: the tools of a running service, which may be busy, end, or be something else."""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.agents.running_service import RETRIES, RunningService
from service.questions.refusals import RefusedError, problem_body
from tests.agents.agents import FOR_A_SECOND, FOR_AN_HOUR, over_stdio, text_of
from tests.cli.commands import invoke
from tests.cli.replies import Reply, server_of
from tests.support.live_server import AN_HOUR, ONE_SLOT, LiveServer, serving
from tests.support.ports import free_port
from tests.support.waiting import PATIENCE_SECONDS, wait_until

Ask = Callable[[RunningService], Coroutine[Any, Any, Any]]
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


@pytest.mark.parametrize("command", ["play", "mcp"])
@pytest.mark.parametrize(
    "url", ["", "nonsense", "localhost:8000", "ftp://k.example", "http://", "http://[::1", "/k"]
)
def test_what_is_no_url_is_refused(command: str, url: str) -> None:
    done = invoke(command, "--url", url)
    assert done.exit_code == 2
    assert f"{url!r} is no URL of a service, such as http://localhost:8000." in done.stderr


def refusal(url: str, ask: Ask = lambda service: service.ask(QUESTION)) -> str:
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


@pytest.mark.parametrize(("status", "value"), FOREIGN)
def test_the_json_of_another_is_told_in_a_sentence(status: int, value: Any) -> None:
    body = json.dumps(value).encode() * (status != 204)
    told = f"answers {status}, but as no such service."
    with server_of([(status, {}, body)] * 2) as url:
        assert refusal(f"{url}/") == f"{url}/move {told}"
        assert refusal(url, lambda service: service.most_milliseconds()) == f"{url}/limits {told}"


def test_a_busy_service_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would be asked about this machine, too."""
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    problem = json.dumps(problem_body("overloaded", "Too much waits already.", "an id")).encode()
    replies: list[Reply] = [(503, {"Retry-After": "0"}, problem)] * (1 + RETRIES)
    with server_of(replies) as url:
        assert refusal(url) == "Too much waits already."
    assert replies == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "nowhere"])
def test_a_service_that_does_not_answer_is_named(url: str) -> None:
    assert refusal(url).startswith(f"{url}/move does not answer: ")
