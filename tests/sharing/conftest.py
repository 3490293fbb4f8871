"""A Redis server that the tests of sharing have in common."""

from collections.abc import Iterator

import pytest

from tests.sharing.redis_server import RedisServer, running_redis


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """Provide a server that runs; `redis_server` empties it for each test."""
    with running_redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> RedisServer:
    """Provide a running server with nothing in it."""
    shared_redis.client.flushall()
    return shared_redis
