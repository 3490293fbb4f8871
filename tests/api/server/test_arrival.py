"""Time begins when the request has come, not when a thread takes it up."""

import json
import time
from collections.abc import Iterator

import pytest
import requests

from service.api.admission.policy import HEAVY_BYTES, LATE_SECONDS
from tests.api.questions import EMPTY, LARGE, ask, check_problem, send, spans
from tests.api.raw import connect, connections, exchange, has_answer, post, read_answer
from tests.api.telemetry.scrapes import at_rest, scrape
from tests.support.live_server import ONE_SLOT, LiveServer, serving
from tests.support.waiting import PATIENCE_SECONDS

REJECTED = "kinarow_requests_rejected_total"
PATIENT = LARGE | {"time_limit_ms": 60_000, "node_limit": 1000}
ENDLESS = LARGE | {"time_limit_ms": 60_000}
"""This keeps a thread until its client leaves."""
BUSY = {"requests": [LARGE] * 95}
"""Keeps one for two seconds and more, and needs no slot."""


@pytest.fixture(scope="module")
def one_of_each(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Provide a server with a thread for large boards and one for batches; one of each may wait."""
    log = tmp_path_factory.mktemp("arrival") / "log"
    with serving(log, **ONE_SLOT, QUEUE_LENGTH="1", QUICK_THREADS="1", LOG_LEVEL="info") as live:
        yield live


@pytest.fixture
def narrow(one_of_each: LiveServer) -> LiveServer:
    """Provide that server when nobody asks anything."""
    at_rest(one_of_each)
    return one_of_each


def has_read(server: LiveServer) -> None:
    """Wait until its one worker has read what it was sent before."""
    assert requests.get(f"{server.url}/healthz", timeout=PATIENCE_SECONDS).status_code == 200


@pytest.mark.thorough
def test_a_large_question_waits_for_a_turn_and_not_for_whole_batches(narrow: LiveServer) -> None:
    """The answer and the log tell how long it waited for its turn, and after a slot once more."""
    with connect(narrow, post(BUSY, "/moves")) as busy:
        at_rest(narrow, asking=1)
        answer = ask(narrow.url, **PATIENT)
        assert not has_answer(busy)
    assert answer.json()["best_move"] is not None
    told = spans(answer)
    assert told["total"] > told["queue"] > 0
    line = narrow.line_of(answer.headers["X-Request-Id"])
    # Less than a millisecond is not logged.
    assert line["ms"] >= line["queue_ms" if told["queue"] >= 1.0 else "ms"] > 0


@pytest.mark.thorough
def test_what_finds_no_room_to_wait_is_refused_at_once_and_what_is_small_is_served(
    narrow: LiveServer,
) -> None:
    before = scrape(narrow)
    with connections(narrow, 2) as patient:
        for each in patient:
            each.sendall(post(ENDLESS))
            has_read(narrow)
        for _ in range(2):
            refused = ask(narrow.url, **PATIENT)
            check_problem(refused, 503, "overloaded")
            assert int(refused.headers["Retry-After"]) >= 1
        assert scrape(narrow).since(before, REJECTED, reason="heavy_full") == 2
        head = exchange(narrow, b"HEAD /%b HTTP/1.1\r\nHost: a\r\n\r\n" % (b"a" * HEAVY_BYTES))
        assert head.startswith(b"HTTP/1.1 503 ")
        assert head.endswith(b"\r\n\r\n"), "it has no body"
        assert ask(narrow.url, **EMPTY).json()["outcome"] == "draw"
        body = {"requests": [LARGE]}
        batch = requests.post(f"{narrow.url}/moves", json=body, timeout=PATIENCE_SECONDS)
        assert batch.status_code == 200, "which have room of their own"
        assert not any(has_answer(each) for each in patient)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "first", "late"),
    [
        ("/move", ENDLESS, LARGE),
        ("/moves", {"requests": [ENDLESS]}, {"requests": [LARGE], "time_limit_ms": 1}),
    ],
)
def test_what_is_over_before_it_begins_is_refused(
    narrow: LiveServer, path: str, first: object, late: object
) -> None:
    before = scrape(narrow)
    with connect(narrow) as waiting:
        with connect(narrow, post(first, path)):
            has_read(narrow)
            waiting.sendall(post(late, path))
            has_read(narrow)
            time.sleep(1.1 * LATE_SECONDS)
        status, body = read_answer(waiting)
    assert status == 503
    assert "has waited" in json.loads(body)["detail"]
    assert scrape(narrow).since(before, REJECTED, reason="late") == 1


@pytest.mark.thorough
def test_a_batch_ends_soon_when_its_client_has_gone(narrow: LiveServer) -> None:
    before = scrape(narrow)
    with connect(narrow, post(BUSY, "/moves")):
        at_rest(narrow, asking=1)
    assert at_rest(narrow).since(before, "kinarow_answers_total") < len(BUSY["requests"])


def test_an_answer_does_not_depend_on_how_large_its_question_is(base_url: str) -> None:
    """The size of a question says only whether it counts as heavy."""
    for side, row_length in ((3, 3), (20, 5)):
        question = {"board": ["." * side] * side, "row_length": row_length, "node_limit": 1000}
        text = json.dumps(question | {"seed": 1}).encode()
        answers = [send(base_url, text + b" " * more).json() for more in (0, 2 * HEAVY_BYTES)]
        assert all(len(answer["options"]) == side * side for answer in answers)
        # What is known from the first time helps the second to know more of the larger board.
        assert side > 3 or answers[0] | {"search": None} == answers[1] | {"search": None}
