"""What has been made lately, kept as far as it fits into so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
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
    """Makes values by their keys; those used last are kept. Any number of threads may use it.

    `functools.lru_cache` counts entries, and of these one may be a thousand times another.
    """

    def __init__(self, make: Callable[[Key], Value], most_bytes: int) -> None:
        """Keep up to `most_bytes` of what `make` returns, but always the last one."""
        self._make, self._most_bytes = make, most_bytes
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self.nbytes = 0
        """Of all that is kept."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __call__(self, key: Key) -> Value:
        """The value of a key."""
        with self._lock:
            value = self._kept.get(key)
            if value is None:
                value = self._kept[key] = self._make(key)
                self.nbytes += value.nbytes
                while self.nbytes > self._most_bytes and len(self._kept) > 1:
                    _, oldest = self._kept.popitem(last=False)
                    self.nbytes -= oldest.nbytes
            else:
                self._kept.move_to_end(key)
            return value
