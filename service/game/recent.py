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
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self.nbytes = 0
        """Of all that is kept."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: Key) -> Value | None:
        """What is kept for `key`, if anything."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def keep(self, key: Key, value: Value) -> None:
        """Keep a value, instead of those used longest ago as far as there is no room."""
        with self._lock:
            before = self._kept.pop(key, None)
            self.nbytes += value.nbytes - (0 if before is None else before.nbytes)
            self._kept[key] = value
            while self.nbytes > self._most_bytes and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self.nbytes -= oldest.nbytes

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.nbytes = 0
