"""Which address has which slot, as all workers see it, and which is to have it next."""

from __future__ import annotations

import mmap
import time
from collections import Counter

LEAST_SECONDS = 1.0
"""What a search has of its slot before another address may have it: as long as one takes by
default."""
CLAIM_SECONDS = 0.1
"""How long a claim holds that is not renewed, for whoever made it may have died."""


class SlotBoard:
    """Notes in memory that processes share; they are hints, for the permits are elsewhere.

    An address is a number above 0. Where a process has died its notes stay until another process
    takes the slot.
    """

    def __init__(self, slots: int) -> None:
        """To be made before the processes part."""
        # Each note has eight bytes, which are read and written as a whole.
        addresses, times = (memoryview(mmap.mmap(-1, 16 * slots)) for _ in range(2))
        self._holders = addresses[: 8 * slots].cast("Q")
        self._heirs = addresses[8 * slots :].cast("Q")
        self._begun, self._until = times[: 8 * slots].cast("d"), times[8 * slots :].cast("d")

    def held_by(self, address: int) -> int:
        """How many slots an address has."""
        return list(self._holders).count(address)

    def enter(self, slot: int, address: int) -> None:
        """A search of this address begins."""
        self._heirs[slot], self._until[slot] = 0, 0.0
        self._holders[slot], self._begun[slot] = address, time.monotonic()

    def leave(self, slot: int) -> None:
        """It has ended."""
        self._holders[slot] = 0

    def admits(self, slot: int, address: int) -> bool:
        """Whether no other address has a claim to a slot."""
        return self._heirs[slot] in (0, address) or time.monotonic() >= self._until[slot]

    def claim(self, address: int) -> None:
        """Claim a slot of an address that would still have no fewer; renewed while it waits.

        It is the one whose search has gone on for longest.
        """
        held = Counter(self._holders)
        slots = [
            slot
            for slot, holder in enumerate(self._holders)
            if holder and held[holder] - held[address] > 1 and self.admits(slot, address)
        ]
        if slots:
            slot = min(slots, key=lambda each: self._begun[each])
            self._heirs[slot], self._until[slot] = address, time.monotonic() + CLAIM_SECONDS

    def wanted_back(self, slot: int) -> bool:
        """Whether the search in a slot is to end, for it has had its time and another waits."""
        now = time.monotonic()
        return now < self._until[slot] and now - self._begun[slot] >= LEAST_SECONDS
