"""What has been used lately, kept as far as it fits into so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """Something that knows its size."""

    @property
    def nbytes(self) -> int:
        """What it takes at most."""


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Sized)


class Recent(Generic[Key, Value]):
    """Values by their keys; those used last are kept. Any number of threads may use it at once.

    `functools.lru_cache` counts entries, and of these one may be a thousand times another.
    """

    def __init__(self, most_bytes: int) -> None:
        """Keep values of up to `most_bytes` in all, but always the last one."""
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        """Each value with its size."""
        self.nbytes = 0
        """Of all that is kept."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: Key) -> Value | None:
        """What is kept for `key`, if anything."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: Key, value: Value) -> None:
        """Keep a value, instead of those used longest ago as far as there is no room."""
        size = value.nbytes  # It may take a while to say, which nobody is to wait for.
        with self._lock:
            _, before = self._kept.pop(key, (None, 0))
            self.nbytes += size - before
            self._kept[key] = value, size
            while self.nbytes > self._most_bytes and len(self._kept) > 1:
                _, (_, oldest) = self._kept.popitem(last=False)
                self.nbytes -= oldest

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.nbytes = 0
