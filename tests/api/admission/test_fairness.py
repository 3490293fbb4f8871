"""Whatever one address asks for, another gets its searches."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from service.api.admission.address import ForwardedAddress, address_number
from service.api.admission.places import LEAST_SECONDS
from tests.api.questions import HARD
from tests.api.raw import connect, has_answer, post, read_answer
from tests.api.telemetry.scrapes import at_work, scrape
from tests.support.live_server import AN_HOUR, LiveServer, serving
from tests.support.waiting import wait_until

LONG: dict[str, Any] = HARD | {"time_limit_ms": 600_000}
SLOTS, QUEUE_LENGTH, SHARE = 2, 6, 6
"""Three quarters of the room are one address's share."""


@pytest.fixture(scope="module")
def two_slots() -> Iterator[LiveServer]:
    """Provide a server whose searches take one core each."""
    room = {"SLOTS": str(SLOTS), "QUEUE_LENGTH": str(QUEUE_LENGTH), "SEARCH_THREADS": "1"}
    with serving(**AN_HOUR, **room) as server:
        yield server


def test_what_one_address_asks_for_leaves_a_slot_to_another(two_slots: LiveServer) -> None:
    with ExitStack() as clients:

        def search(source: str = "", *headers: str) -> socket.socket:
            sent = post(LONG, "/move", *headers)
            return clients.enter_context(connect(two_slots, sent, source))

        greedy = [search() for _ in range(SLOTS)]
        at_work(two_slots, SLOTS, 0)
        waiting = [search() for _ in range(SHARE - SLOTS)]
        at_work(two_slots, SLOTS, SHARE - SLOTS)
        status, body = read_answer(search())
        assert status == 503
        assert f"{SHARE} long searches of this address" in json.loads(body)["detail"]
        assert scrape(two_slots)("kinarow_requests_rejected_total", reason="share_full") == 1
        time.sleep(LEAST_SECONDS)
        assert not any(map(has_answer, greedy)), "whom nobody waits for goes on"

        modest = search("127.0.0.2")
        wait_until(lambda: any(map(has_answer, greedy)))
        [ended] = filter(has_answer, greedy)
        status, body = read_answer(ended)
        told = json.loads(body)["search"]
        assert (status, told["stopped_by"]) == (200, "interrupt")
        assert told["time_ms"] >= 1000 * LEAST_SECONDS
        at_work(two_slots, SLOTS, SHARE - SLOTS)

        # Another address, told by a proxy, has no claim to the one slot that each has by now.
        told_by_proxy = search("", "X-Forwarded-For: 192.0.2.1")
        at_work(two_slots, SLOTS, SHARE - SLOTS + 1)
        time.sleep(2 * LEAST_SECONDS)
        [still] = [each for each in greedy if each is not ended]
        assert not any(map(has_answer, [still, modest, told_by_proxy, *waiting]))
    at_work(two_slots, 0, 0)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "expected"),
    [
        (["127.0.0.1"], "127.0.0.1", None, "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "192.0.2.1", "192.0.2.1"),
        (["127.0.0.1"], "127.0.0.2", "192.0.2.1", "127.0.0.2"),
        (["127.0.0.1"], "127.0.0.1", "192.0.2.1,  198.51.100.7 ", "198.51.100.7"),
        (["127.0.0.1", "198.51.100.0/24"], "127.0.0.1", "a lie, 192.0.2.1, 198.51.100.7",
         "192.0.2.1"),
        (["198.51.100.0/24"], "198.51.100.1", "198.51.100.7, 198.51.100.8", "198.51.100.7"),
        (["*"], "203.0.113.5", "192.0.2.1, 192.0.2.2", "192.0.2.2"),
        (["::1"], "::1", "2001:db8::1", "2001:db8::1"),
        (["127.0.0.1"], "::ffff:127.0.0.1", "192.0.2.1", "192.0.2.1"),
        ([], "127.0.0.1", "192.0.2.1", "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "203.0.113.7:50001", "203.0.113.7"),
        (["127.0.0.1"], "127.0.0.1", "2001:db8::7", "2001:db8::7"),
        (["127.0.0.1"], "127.0.0.1", "[2001:db8::7]", "2001:db8::7"),
        (["127.0.0.1"], "127.0.0.1", "[2001:db8::7]:50001", "2001:db8::7"),
        (["127.0.0.1"], "127.0.0.1", '"[2001:db8::7]:50001"', "2001:db8::7"),
        (["127.0.0.1"], "127.0.0.1", "2001:db8:0:0:0:0:0:7:443", "2001:db8::7"),
        (["127.0.0.1"], "127.0.0.1", "[::ffff:203.0.113.7]:443", "203.0.113.7"),
        (["127.0.0.1", "198.51.100.0/24"], "127.0.0.1", "192.0.2.1:5, 198.51.100.7:50001",
         "192.0.2.1"),
        (["127.0.0.1"], "127.0.0.1", "no address", "no address"),
        (["127.0.0.1"], "", "192.0.2.1", ""),
    ],
)  # fmt: skip
def test_only_what_a_trusted_proxy_has_seen_is_believed(
    proxies: list[str], peer: str, forwarded: str | None, expected: str
) -> None:
    assert ForwardedAddress(proxies).address(peer, forwarded) == expected


def test_addresses_that_one_client_has_have_one_number() -> None:
    same = [
        ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1:50001", "192.0.2.1:50002"],
        ["192.0.2.2"],
        ["2001:db8::1", "2001:db8::ffff", "2001:db8:0:0:1::"],
        ["2001:db8:0:1::1", "[2001:db8:0:1::1]:50001", '"[2001:db8:0:1::1]"'],
        [""],
        ["no address"],
    ]
    numbers = [{address_number(each) for each in addresses} for addresses in same]
    assert [len(each) for each in numbers] == [1] * len(same)
    assert len(set.union(*numbers)) == len(same)
    assert all(0 <= number < 1 << 64 for number in set.union(*numbers))
