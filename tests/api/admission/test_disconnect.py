"""What is known of a client while its answer is worked out; `test_slots` has live ones."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from service.api.admission.bell import Bell
from service.api.admission.disconnect import DisconnectDetector
from tests.support.waiting import PATIENCE_SECONDS, wait_until


@dataclass
class Client:
    """A client as the server tells of it."""

    gone: bool = False
    half_closed: bool = False
    congested: bool = False
    on_leave: Callable[[], object] | None = None
    interim: int = 0
    """How many interim responses it has been sent."""

    def go_on(self) -> None:
        self.interim += 1


def detector_of(client: Client, protocol: str = "HTTP/1.1") -> DisconnectDetector:
    return DisconnectDetector({"service.client": client, "SERVER_PROTOCOL": protocol})


def test_a_client_is_told_news_as_long_as_it_takes_them() -> None:
    client = Client()
    detector = detector_of(client)
    assert detector.is_writable()
    client.congested = True
    assert not detector.is_writable()


@pytest.mark.parametrize("how", ["is_writable", "check"])
@pytest.mark.parametrize(
    ("client", "protocol"),
    [(Client(gone=True), "HTTP/1.1"), (Client(half_closed=True), "HTTP/1.0")],
    ids=["a client that has left", "in old HTTP, one that says no more"],
)
def test_a_client_that_is_not_there_is_noticed(client: Client, protocol: str, how: str) -> None:
    with pytest.raises(ConnectionResetError):
        getattr(detector_of(client, protocol), how)()


def test_a_client_that_only_says_no_more_is_told_once_to_go_on() -> None:
    client = Client(half_closed=True)
    detector = detector_of(client)
    assert all(detector.is_writable() for _ in range(3))
    assert client.interim == 1


def test_what_is_sent_instead_can_be_chosen() -> None:
    client, sent = Client(half_closed=True), list[bytes]()
    environ = {"service.client": client, "SERVER_PROTOCOL": "HTTP/1.0"}
    assert DisconnectDetector(environ, lambda: sent.append(b"?")).is_writable()
    assert (client.interim, sent) == (0, [b"?"])


def test_without_our_server_the_client_seems_to_stay() -> None:
    detector, bell = DisconnectDetector({}), Bell()
    assert detector.is_writable()
    bell.ring()
    detector.wait(bell, PATIENCE_SECONDS)


def test_who_waits_for_a_bell_hears_at_once_that_the_client_leaves() -> None:
    client, bell = Client(), Bell()
    detector = detector_of(client)
    with ThreadPoolExecutor() as pool:
        waits = pool.submit(detector.wait, bell, PATIENCE_SECONDS)
        on_leave = wait_until(lambda: client.on_leave)
        client.gone = True
        on_leave()
        with pytest.raises(ConnectionResetError):
            waits.result()
    assert client.on_leave is None, "the bell is for another search now"


def test_a_bell_wakes_up_whom_it_is_rung_for_once() -> None:
    bell = Bell()
    for _ in range(3):
        bell.ring()
    assert bell.wait(PATIENCE_SECONDS)
    assert not bell.wait(0)
    with ThreadPoolExecutor() as pool:
        waits = pool.submit(bell.wait, PATIENCE_SECONDS)
        bell.ring()
        assert waits.result()
