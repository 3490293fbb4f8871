"""What one store keeps another recalls, and nothing else."""

from __future__ import annotations

import logging
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from service.game import Board, Rules, parse
from service.sharing.entries import MOST_BYTES, pack
from service.sharing.keys import key_of
from service.sharing.store import MOST_CELLS
from service.solver import Budget, Solver
from tests.ports import free_port
from tests.programs import program
from tests.sharing.questions import BOARDS, PAIRED, SEARCHED, SECRET, TILED, analysed
from tests.sharing.redis_server import RedisServer, running_redis
from tests.sharing.shop import KEEP_SECONDS, Watched
from tests.waiting import wait_until

SMALL = Board(Rules(4, 4, 4))


@pytest.mark.parametrize("best_only", [False, True])
def test_one_recalls_what_another_kept(redis_server: RedisServer, best_only: bool) -> None:
    one, other = Watched(redis_server.url), Watched(redis_server.url)
    for board in BOARDS:
        assert other.recall(board, best_only) is None
        one.put(board, best_only, analysed(board, best_only))
        assert other.recall(board, best_only) == analysed(board, best_only)
        assert 0 < redis_server.client.ttl(key_of(board, best_only)) <= KEEP_SECONDS
    assert other.events == {"miss": len(BOARDS), "hit": len(BOARDS)}


def test_all_options_serve_a_question_for_the_best_but_not_the_other_way_round(
    redis_server: RedisServer,
) -> None:
    store = Watched(redis_server.url)
    every, best = analysed(SMALL), analysed(SMALL, best_only=True)
    assert every.options != best.options
    store.put(SMALL, True, best)
    assert store.recall(SMALL, False) is None
    store.put(SMALL, False, every)
    assert store.recall(SMALL, True) == best, "the exact question comes first"
    redis_server.client.delete(key_of(SMALL, True))
    assert store.recall(SMALL, True) == every


def test_what_is_unfinished_over_or_large_is_not_kept(redis_server: RedisServer) -> None:
    store, solver = Watched(redis_server.url), Solver(1)
    unfinished = Board(Rules(5, 5, 4))
    over = parse(["XXX", "OO."], 3)
    large = Board(Rules(MOST_CELLS + 1, 1, 3))
    for board in (unfinished, over, large):
        store.keep(board, False, solver.analyse(board, Budget(nodes=50)))
    assert solver.analyse(large, Budget()).whole
    store.put(SEARCHED, False, analysed(SEARCHED))
    assert redis_server.client.keys() == [key_of(SEARCHED, False).encode()]
    assert store.recall(large, False) is None
    assert store.events == {"kept": 1}


def poisons(good: bytes, other: bytes, chance: random.Random) -> list[bytes]:
    """Strings that are no entry of the first key."""
    place = chance.randrange(len(good))
    return [
        good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :],
        good[:place],
        good + b" ",
        other,
        b"{}",
        b"\0",
        chance.randbytes(1000),
        good * (MOST_BYTES // len(good) + 1),
        b"x" * (64 << 20),
    ]


def test_poison_is_a_miss_and_is_overwritten(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    store, client = Watched(redis_server.url), redis_server.client
    good, key = analysed(SEARCHED), key_of(SEARCHED, False)
    entry = pack(good, key, SECRET)
    other = pack(analysed(PAIRED), key_of(PAIRED, False), SECRET)
    for count, poison in enumerate(poisons(entry, other, random.Random(7)), 1):
        client.set(key, poison)
        with caplog.at_level(logging.WARNING):
            assert store.recall(SEARCHED, False) is None
        assert store.events["refused"] == count
        store.put(SEARCHED, False, good)
        assert store.recall(SEARCHED, False) == good
    assert store.events["error"] == 0
    assert len(caplog.records) == 1, "a refusal is told of once in a while"


def test_no_more_is_fetched_or_kept_than_an_entry_may_have(redis_server: RedisServer) -> None:
    store, client = Watched(redis_server.url), redis_server.client
    client.set(key_of(SEARCHED, False), b"x" * (8 << 20))
    before = int(client.info("stats")["total_net_output_bytes"])
    assert store.recall(SEARCHED, False) is None
    assert int(client.info("stats")["total_net_output_bytes"]) - before < 2 * MOST_BYTES
    tiled = analysed(TILED)
    assert tiled.proof is not None
    large = replace(tiled, proof=replace(tiled.proof, tiles=tiled.proof.tiles * 100))
    store.keep(TILED, False, large)
    wait_until(lambda: store.events["dropped"])
    assert not client.exists(key_of(TILED, False))


@pytest.mark.parametrize("type_of", ["list", "hash", "set", "stream"])
def test_a_value_of_another_type_is_poison_too(redis_server: RedisServer, type_of: str) -> None:
    store, key = Watched(redis_server.url), key_of(SEARCHED, False)
    match type_of:
        case "list":
            redis_server.client.lpush(key, "x")
        case "hash":
            redis_server.client.hset(key, "x", "y")
        case "set":
            redis_server.client.sadd(key, "x")
        case "stream":
            redis_server.client.xadd(key, {"x": "y"})
    assert store.recall(SEARCHED, False) is None
    assert store.events == {"refused": 1, "miss": 1}
    store.put(SEARCHED, False, analysed(SEARCHED))
    assert store.recall(SEARCHED, False) == analysed(SEARCHED)


def test_another_secret_makes_another_cache(redis_server: RedisServer) -> None:
    store, stranger = Watched(redis_server.url), Watched(redis_server.url, secret=b"?" * 16)
    stranger.put(SEARCHED, False, analysed(SEARCHED))
    assert store.recall(SEARCHED, False) is None
    assert store.events["refused"] == 1


def test_many_threads_may_use_one_store(redis_server: RedisServer) -> None:
    store = Watched(redis_server.url)
    for board in BOARDS:
        store.put(board, False, analysed(board))

    def recall_all(seed: int) -> bool:
        boards = random.Random(seed).sample(BOARDS, len(BOARDS))
        return all(store.recall(board, False) == analysed(board) for board in boards)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(recall_all, range(16)))
    assert store.events == {"kept": len(BOARDS), "hit": 16 * len(BOARDS)}


def test_a_socket_file_serves_too(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with running_redis(tmp_path, "--unixsocket", str(path)):
        _check_that_it_serves(f"unix://{path}")


def test_an_encrypted_connection_serves_too(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "1",
         "-keyout", key, "-out", certificate, "-subj", "/CN=cache",
         "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True,
        capture_output=True,
    )  # fmt: skip
    port = free_port()
    with running_redis(
        tmp_path,
        "--tls-port",
        str(port),
        "--tls-key-file",
        str(key),
        "--tls-cert-file",
        str(certificate),
        "--tls-auth-clients",
        "no",
    ):
        _check_that_it_serves(f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={certificate}")
        stranger = Watched(f"rediss://127.0.0.1:{port}/0")
        assert stranger.recall(SEARCHED, False) is None, "its certificate is not known to others"
        assert stranger.events == {"error": 1}


def _check_that_it_serves(url: str) -> None:
    store = Watched(url)
    store.put(SEARCHED, False, analysed(SEARCHED))
    assert Watched(url).recall(SEARCHED, False) == analysed(SEARCHED)
