"""How far the server, or this process of it, is on its way out."""

from __future__ import annotations

import mmap


class Lifecycle:
    """Ready until the server is told to stop, in a hurry once it listens no more.

    No flag ever goes back, and setting one takes no lock: a signal may ask for it at any time.
    """

    def __init__(self) -> None:
        """To be made before the workers part, who are to learn of it at once."""
        self._leaving = mmap.mmap(-1, 1)
        self._hurrying = False
        self.stuck = False
        """Whether a request hangs in this process."""

    @property
    def leaving(self) -> bool:
        """Whether no more work should be sent here; what comes all the same is done."""
        return self._leaving[0] != 0

    def leave(self) -> None:
        """Say so, in all workers."""
        self._leaving[0] = 1

    @property
    def hurrying(self) -> bool:
        """Whether searches of this process are to answer with what they have."""
        return self._hurrying

    def hurry(self) -> None:
        """Have them do so from now on."""
        self._hurrying = True
