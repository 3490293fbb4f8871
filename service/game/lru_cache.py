"""A cache that evicts the least recently used entries to stay within a number of bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """A value that knows its size."""

    @property
    def nbytes(self) -> int:
        """Return the bytes that the value takes at most."""


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Sized)


class LruCache(Generic[Key, Value]):
    """A cache that any number of threads may use at once; no value is computed under its lock.

    `functools.lru_cache` counts entries, but one of these may be a thousand times as large as
    another.
    """

    def __init__(self, max_bytes: int) -> None:
        """Keep up to `max_bytes` in all; the last value is kept whatever its size."""
        self._max_bytes = max_bytes
        self._entries: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        """The values with their sizes, the least recently used first."""
        self.nbytes = 0
        """The bytes of all values."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key) -> Value | None:
        """Return the value of `key`, or None."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, and evict others for it where there is no room."""
        size = value.nbytes  # To compute a size may take long, so it is done before the lock.
        with self._lock:
            self._put(key, value, size)

    def replace(self, key: Key, old: Value | None, value: Value) -> bool:
        """Keep a value instead of `old`, or where there is none; return whether that was so."""
        size = value.nbytes
        with self._lock:
            found, _ = self._entries.get(key, (None, 0))
            if found is old:
                self._put(key, value, size)
            return found is old

    def setdefault(self, key: Key, value: Value) -> Value:
        """Return the value of `key`; if there is none, keep this one and return it."""
        size = value.nbytes
        with self._lock:
            value, size = self._entries.get(key, (value, size))
            self._put(key, value, size)
        return value

    def _put(self, key: Key, value: Value, size: int) -> None:
        _, replaced = self._entries.pop(key, (None, 0))
        self.nbytes += size - replaced
        self._entries[key] = value, size
        while self.nbytes > self._max_bytes and len(self._entries) > 1:
            _, (_, evicted) = self._entries.popitem(last=False)
            self.nbytes -= evicted

    def clear(self) -> None:
        """Evict everything."""
        with self._lock:
            self._entries.clear()
            self.nbytes = 0
