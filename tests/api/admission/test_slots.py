"""Long searches share a few slots; everything else goes on, and nobody waits who need not."""

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from service.api.admission.policy import HEAVY_NICENESS, SEARCH_NICENESS
from service.api.telemetry.metrics import REASONS
from tests.api.events import PROGRESS, STREAM, WAITING, read_events, skip_to, streaming
from tests.api.questions import EMPTY, HARD, LARGE, ask, check_problem, results_in, spans
from tests.api.raw import connect, connections, exchange, post
from tests.api.telemetry.scrapes import at_rest, at_work, scrape
from tests.support.live_server import ONE_SLOT, SERVE, LiveServer, serving
from tests.support.load import LOST, Load
from tests.support.waiting import wait_until

LONG: dict[str, Any] = HARD | {"time_limit_ms": 60_000}
QUEUE_LENGTH = 2


@pytest.fixture(scope="module")
def one_slot() -> Iterator[LiveServer]:
    """Provide a server with one slot and a short queue for both of its workers."""
    with serving(**ONE_SLOT | {"WORKERS": "2"}, QUEUE_LENGTH=str(QUEUE_LENGTH)) as server:
        yield server


@pytest.fixture
def narrow(one_slot: LiveServer) -> LiveServer:
    """Provide the server with one slot when its slot is free."""
    at_work(one_slot, 0, 0)
    return one_slot


def test_more_than_can_wait_is_refused_and_the_rest_goes_on(narrow: LiveServer) -> None:
    """And the metrics tell who searches, who waits and who is refused."""
    before = at_rest(narrow)
    with connections(narrow, 1 + QUEUE_LENGTH, post(LONG)):
        at_work(narrow, 1, QUEUE_LENGTH)
        for _ in range(3):
            plain = ask(narrow.url, **LONG)
            streamed = requests.post(f"{narrow.url}/move", json=LONG, headers=STREAM, timeout=60)
            for response in (plain, streamed):
                body = check_problem(response, 503, "overloaded")
                assert "1 long searches" in body["detail"]
                assert int(response.headers["Retry-After"]) >= 1
            assert ask(narrow.url, **EMPTY, seed=1).json()["search"]["complete"]
            assert requests.get(f"{narrow.url}/healthz", timeout=60).status_code == 200
            batch = {"requests": [LONG, EMPTY]}
            results = results_in(requests.post(f"{narrow.url}/moves", json=batch, timeout=60))
            assert [each.get("code") for each in results] == ["overloaded", None]
    after = at_work(narrow, 0, 0)
    assert after.since(before, "kinarow_requests_rejected_total", reason="queue_full") == 9


def test_a_slot_comes_free_for_who_waits_when_its_client_leaves(narrow: LiveServer) -> None:
    with (
        streaming(narrow, LONG) as (leaving, received),
        streaming(narrow, LONG, WAITING) as (_, waiting),
    ):
        at_work(narrow, 1, 1)
        received.close()
        leaving.close()
        skip_to(waiting, PROGRESS)


def test_a_place_in_the_queue_comes_free_when_its_client_leaves(narrow: LiveServer) -> None:
    with streaming(narrow, LONG):
        for _ in range(3):
            with connections(narrow, QUEUE_LENGTH, post(LONG)):
                at_work(narrow, 1, QUEUE_LENGTH)
            at_work(narrow, 1, 0)
            assert ask(narrow.url, **LONG | {"time_limit_ms": 10}).status_code == 200


@pytest.mark.parametrize("says_no_more", [False, True], ids=["", "having said no more"])
@pytest.mark.parametrize(
    "sent",
    [post(LONG), post({"requests": [LONG] * 3}, "/moves"),
     post(LONG, "/move", "Accept: text/event-stream")],
    ids=["a question", "a batch", "a stream"],
)  # fmt: skip
def test_a_client_that_leaves_gives_up_its_slot(
    narrow: LiveServer, sent: bytes, says_no_more: bool
) -> None:
    with connect(narrow, sent) as client:
        if says_no_more:
            client.shutdown(socket.SHUT_WR)
            assert client.recv(1), "it has been asked whether it listens"
        at_work(narrow, 1, 0)
    at_work(narrow, 0, 0)
    with streaming(narrow, LONG):
        pass


def test_a_client_that_says_no_more_but_listens_is_answered(narrow: LiveServer) -> None:
    """As `nc -N` does, which closes its sending half behind the request."""
    question = LONG | {"node_limit": 100_000}
    for path, asked in (("/move", question), ("/moves", {"requests": [question] * 2})):
        received = exchange(narrow, post(asked, path))
        interim, answer = received.split(b"\r\n\r\n", 1)
        assert interim == b"HTTP/1.1 100 Continue"
        head, body = answer.split(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        for each in json.loads(body).get("results") or [{"answer": json.loads(body)}]:
            assert each["answer"]["search"]["stopped_by"] == "nodes", "it was searched to the end"
    streamed = exchange(narrow, post(question, "/move", "Accept: text/event-stream"))
    assert b"100 Continue" not in streamed
    assert b"event: result" in streamed


@pytest.mark.thorough
def test_there_is_a_bell_for_each_search_that_may_wait() -> None:
    """Though they take more files than a process may open by default."""
    few_files = ("sh", "-c", 'ulimit -Sn 512 && exec "$@"', "sh", *SERVE)
    with serving(None, few_files, WORKERS="1", SLOTS="256", QUEUE_LENGTH="1024") as server:
        assert ask(server.url, **LONG | {"node_limit": 100_000}).status_code == 200


def rests(pid: int) -> dict[Path, int]:
    """Return how often each thread of a process has begun to wait for something."""
    statuses = Path("/proc").glob(f"{pid}/task/*/status")
    return {each: int(each.read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
            for each in statuses}  # fmt: skip


@pytest.mark.thorough
def test_who_waits_for_a_slot_hardly_ever_wakes_up() -> None:
    """However many wait: it is told when it has one, and looks for the rest once a second."""
    crowd, seconds = 24, 4
    with serving(**ONE_SLOT) as server, connections(server, 1 + crowd, post(LONG)):
        at_work(server, 1, crowd)
        [worker] = server.workers()
        begun, before = time.monotonic(), rests(worker)
        time.sleep(seconds)
        after, passed = rests(worker), time.monotonic() - begun
        counts = sorted(after[thread] - count for thread, count in before.items())
    assert len(counts) > crowd
    # The most are those of threads that wait for a slot.
    assert counts[crowd // 2] <= 10 * passed


def test_waiting_counts_as_thinking(narrow: LiveServer) -> None:
    with streaming(narrow, LONG):
        response = ask(narrow.url, **LONG | {"time_limit_ms": 1500})
    waited = response.json()
    search = waited["search"]
    assert (search["complete"], search["stopped_by"]) == (False, "time")
    assert search["time_ms"] >= 1400
    assert waited["bounds"] == {"lower": 0, "upper": 1}, "what a quick probe sees"
    assert waited["best_move"] is not None
    *parts, total = spans(response).values()
    assert sum(parts) <= total + 0.01, "nothing counts twice"


@pytest.mark.thorough
def test_who_searches_and_who_waits_when_the_server_stops_is_answered_with_what_is_known() -> None:
    with (
        serving(**ONE_SLOT, DRAIN_SECONDS="1") as server,
        ThreadPoolExecutor() as pool,
        streaming(server, LONG) as (_, searching),
        streaming(server, LONG, WAITING),
    ):
        plain = pool.submit(ask, server.url, **LONG)
        at_work(server, 1, 2)
        server.process.send_signal(signal.SIGTERM)
        answer = plain.result().json()
        assert answer["search"]["stopped_by"] == "time"
        assert 1000 < answer["search"]["time_ms"] < LONG["time_limit_ms"]
        assert answer["best_move"] is not None
        events = list(read_events("event: progress\n" + searching.read().decode()))
        assert [name for name, _ in events].count("result") == 1
        name, answer = events[-1]
        assert (name, answer["search"]["stopped_by"]) == ("result", "interrupt")
        assert answer["search"]["time_ms"] < LONG["time_limit_ms"]
        assert server.process.wait(timeout=60) == 0


def nicenesses(server: LiveServer) -> set[int]:
    """Return by how much threads of its workers stand back."""
    return {
        int(stat.read_text().rpartition(")")[2].split()[16])
        for pid in server.workers()
        for stat in Path("/proc").glob(f"{pid}/task/*/stat")
    }


def test_the_priority_of_a_thread_depends_on_its_work_and_not_on_who_started_it(
    narrow: LiveServer,
) -> None:
    """Searches more than other heavy work, which waits for each other; nothing any further."""
    usual = os.getpriority(os.PRIO_PROCESS, narrow.process.pid)
    all_of_them = {min(usual + more, 19) for more in (0, HEAVY_NICENESS, SEARCH_NICENESS)}
    large = LONG | LARGE | {"time_limit_ms": 1000}

    def all_have_begun() -> bool:
        ask(narrow.url, **large)
        return nicenesses(narrow) >= all_of_them

    wait_until(all_have_begun)
    ask(narrow.url, **LONG | {"time_limit_ms": 1000})
    assert nicenesses(narrow) == all_of_them


@pytest.mark.thorough
def test_workers_killed_one_after_the_other_take_only_their_requests_along() -> None:
    """And leave all slots and places in the queue to others."""
    kills, searches = 10, [LONG | {"time_limit_ms": 300}] * 4
    with serving(WORKERS="2", SLOTS="2") as server:
        load = Load(server.url, [*searches, *[EMPTY | {"seed": 1}] * 4])
        with load.running():
            for _ in range(kills):
                wait_until(lambda: len(server.workers()) == 2)
                load.go_on(20)
                os.kill(max(server.workers()), signal.SIGKILL)
            load.go_on(20)
        # On a machine that is busy otherwise some may come too late.
        assert load.seen <= {200, LOST, 503}
        told = scrape(server)
        for reason in REASONS:
            refused = told("kinarow_requests_rejected_total", reason=reason)
            assert refused == (load.count(503) if reason == "late" else 0), reason
        assert all(outcomes.count(LOST) <= kills for outcomes in load.outcomes)
        with streaming(server, LONG), streaming(server, LONG):
            answer = ask(server.url, **EMPTY, time_limit_ms=60_000)
            assert answer.json()["outcome"] == "draw"
