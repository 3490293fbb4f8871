"""Entries in a Redis server, as bytes that are not checked yet."""

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

from service.sharing.entries import MOST_BYTES


class RedisClient:
    """A client of the server. Every method raises what the server, or the way to it, fails with."""

    def __init__(self, url: str, keep_seconds: int, timeout_seconds: float) -> None:
        """Connect at the first use; the server may be silent for up to `timeout_seconds`."""
        self._keep_seconds = keep_seconds
        # The handshake of RESP3 and of driver information would cost round trips.
        self._client = Redis.from_url(
            url,
            socket_timeout=timeout_seconds,
            socket_connect_timeout=timeout_seconds,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            driver_info=None,
        )

    def fetch(self, keys: list[str]) -> list[bytes]:
        """Return the entries of keys, cut off if they are too large; empty where there is none."""
        pipeline = self._client.pipeline(transaction=False)
        for key in keys:
            pipeline.getrange(key, 0, MOST_BYTES)
        return [_as_bytes(reply) for reply in pipeline.execute(raise_on_error=False)]

    def put(self, key: str, entry: bytes) -> None:
        """Keep an entry for `keep_seconds`."""
        self._client.set(key, entry, ex=self._keep_seconds)


def _as_bytes(reply: object) -> bytes:
    """Return a reply to GETRANGE as bytes; a value of another type becomes a refused entry."""
    if isinstance(reply, ResponseError) and str(reply).startswith("WRONGTYPE"):
        return b"?"
    if not isinstance(reply, bytes):
        raise reply if isinstance(reply, Exception) else TypeError("the reply is no string")
    return reply
