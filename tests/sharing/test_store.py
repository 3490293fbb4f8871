"""What one store keeps another recalls, and nothing else."""

import logging
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import trustme

from service.game import Board, Rules, parse
from service.sharing.entries import MOST_BYTES, key_of, pack
from service.sharing.store import MOST_CELLS
from service.solver import Budget, Solver
from tests.sharing.impostor import impostor, says
from tests.sharing.questions import BOARDS, PAIRED, SEARCHED, SECRET, analysed
from tests.sharing.redis_server import RedisServer, running_redis
from tests.sharing.shop import KEEP_SECONDS, RecordingStore
from tests.support.nginx import running_nginx
from tests.support.ports import free_port

SMALL = Board(Rules(4, 4, 4))


@pytest.mark.parametrize("best_only", [False, True])
def test_one_recalls_what_another_kept(redis_server: RedisServer, best_only: bool) -> None:
    one, other = RecordingStore(redis_server.url), RecordingStore(redis_server.url)
    for board in BOARDS:
        assert other.recall(board, best_only=best_only) is None
        one.keep(board, analysed(board, best_only), best_only=best_only)
        assert other.recall(board, best_only=best_only) == analysed(board, best_only)
        assert 0 < redis_server.client.ttl(key_of(board, best_only=best_only)) <= KEEP_SECONDS
    assert other.events == {"miss": len(BOARDS), "hit": len(BOARDS)}


def test_all_options_serve_a_question_for_the_best_but_not_the_other_way_round(
    redis_server: RedisServer,
) -> None:
    store = RecordingStore(redis_server.url)
    every, best = analysed(SMALL), analysed(SMALL, best_only=True)
    assert every.options != best.options
    store.keep(SMALL, best, best_only=True)
    assert store.recall(SMALL, best_only=False) is None
    store.keep(SMALL, every, best_only=False)
    assert store.recall(SMALL, best_only=True) == best, "the exact question comes first"
    redis_server.client.delete(key_of(SMALL, best_only=True))
    assert store.recall(SMALL, best_only=True) == every


def test_what_is_unfinished_over_or_large_is_not_kept(redis_server: RedisServer) -> None:
    store, solver = RecordingStore(redis_server.url), Solver(1)
    unfinished = Board(Rules(5, 5, 4))
    over = parse(["XXX", "OO."], 3)
    large = Board(Rules(MOST_CELLS + 1, 1, 3))
    for board in (unfinished, over, large):
        store.keep(board, solver.analyse(board, Budget(nodes=50)), best_only=False)
    assert solver.analyse(large, Budget()).whole
    store.keep(SEARCHED, analysed(SEARCHED), best_only=False)
    assert redis_server.client.keys() == [key_of(SEARCHED, best_only=False).encode()]
    assert store.recall(large, best_only=False) is None
    assert store.events == {"dropped": 3, "kept": 1}


def test_poison_is_a_miss_and_is_overwritten(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """See also `test_entries.py`."""
    store, client = RecordingStore(redis_server.url), redis_server.client
    good, key = analysed(SEARCHED), key_of(SEARCHED, best_only=False)
    entry = pack(good, key, SECRET)
    other = pack(analysed(PAIRED), key_of(PAIRED, best_only=False), SECRET)
    poisons = (
        entry[:-1],
        entry + b" ",
        other,
        b"\0",
        entry * (MOST_BYTES // len(entry) + 1),
        b"x" * (64 << 20),
    )
    for count, poison in enumerate(poisons, 1):
        client.set(key, poison)
        with caplog.at_level(logging.WARNING):
            assert store.recall(SEARCHED, best_only=False) is None
        assert store.events["refused"] == count
        store.keep(SEARCHED, good, best_only=False)
        assert store.recall(SEARCHED, best_only=False) == good
    assert store.events["error"] == 0
    assert len(caplog.records) == 1, "a refusal is told of once in a while"


def test_no_more_is_fetched_or_kept_than_an_entry_may_have(redis_server: RedisServer) -> None:
    store, client = RecordingStore(redis_server.url), redis_server.client
    client.set(key_of(SEARCHED, best_only=False), b"x" * (8 << 20))
    before = int(client.info("stats")["total_net_output_bytes"])
    assert store.recall(SEARCHED, best_only=False) is None
    assert int(client.info("stats")["total_net_output_bytes"]) - before < 2 * MOST_BYTES
    paired = analysed(PAIRED)
    assert paired.proof is not None
    large = replace(paired, proof=replace(paired.proof, pairs=paired.proof.pairs * 1000))
    store.keep(PAIRED, large, best_only=False)
    assert store.events["dropped"] == 1
    assert not client.exists(key_of(PAIRED, best_only=False))


@pytest.mark.parametrize("command", ["LPUSH {} x", "HSET {} x y", "SADD {} x", "XADD {} * x y"])
def test_a_value_of_another_type_is_poison_too(redis_server: RedisServer, command: str) -> None:
    store, key = RecordingStore(redis_server.url), key_of(SEARCHED, best_only=False)
    redis_server.client.execute_command(  # type: ignore[no-untyped-call]
        *command.format(key).split()
    )
    assert store.recall(SEARCHED, best_only=False) is None
    assert store.events == {"refused": 1, "miss": 1}
    store.keep(SEARCHED, analysed(SEARCHED), best_only=False)
    assert store.recall(SEARCHED, best_only=False) == analysed(SEARCHED)


def test_another_secret_makes_another_cache(redis_server: RedisServer) -> None:
    store = RecordingStore(redis_server.url)
    stranger = RecordingStore(redis_server.url, secret=b"?" * 16)
    stranger.keep(SEARCHED, analysed(SEARCHED), best_only=False)
    assert store.recall(SEARCHED, best_only=False) is None
    assert store.events["refused"] == 1


def test_many_threads_may_use_one_store(redis_server: RedisServer) -> None:
    store = RecordingStore(redis_server.url, timeout_seconds=60)
    for board in BOARDS:
        store.keep(board, analysed(board), best_only=False)

    def recall_all(seed: int) -> bool:
        boards = random.Random(seed).sample(BOARDS, len(BOARDS))
        return all(store.recall(board, best_only=False) == analysed(board) for board in boards)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(recall_all, range(16)))
    assert store.events == {"kept": len(BOARDS), "hit": 16 * len(BOARDS)}


def test_many_look_ups_at_once_take_hardly_longer_than_one() -> None:
    """Those of 30 questions one after the other would take three times as long as may be waited."""
    nothing_kept = says(b"$0\r\n\r\n", after_seconds=0.2)
    with impostor(nothing_kept) as server, ThreadPoolExecutor(30) as threads:
        far = RecordingStore(server.url, timeout_seconds=2.0)
        found = threads.map(lambda _: far.recall(SEARCHED, best_only=False), range(30))
        assert set(found) == {None}
    assert far.events == {"miss": 30}


def test_a_socket_file_serves_too(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with running_redis(tmp_path, "--unixsocket", str(path)):
        _check_that_it_serves(f"unix://{path}")


ENCRYPTING = """
daemon off;
pid nginx.pid;
events {{}}
stream {{
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {certificate};
        ssl_certificate_key {certificate};
        proxy_pass 127.0.0.1:{behind};
    }}
}}
"""


def test_an_encrypted_connection_serves_too(redis_server: RedisServer, tmp_path: Path) -> None:
    authority, certificate, port = trustme.CA(), tmp_path / "certificate.pem", free_port()
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(certificate)
    known = tmp_path / "known.pem"
    authority.cert_pem.write_to_path(known)
    configuration = ENCRYPTING.format(port=port, certificate=certificate, behind=redis_server.port)
    with running_nginx(configuration, tmp_path, port):
        _check_that_it_serves(f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={known}")
        stranger = RecordingStore(f"rediss://127.0.0.1:{port}/0")
        assert stranger.recall(SEARCHED, best_only=False) is None, (
            "its certificate is not known to others"
        )
        assert stranger.events == {"error": 1}


def _check_that_it_serves(url: str) -> None:
    store = RecordingStore(url)
    store.keep(SEARCHED, analysed(SEARCHED), best_only=False)
    assert RecordingStore(url).recall(SEARCHED, best_only=False) == analysed(SEARCHED)
