"""The address that has each slot, and the address that claims it next, as all workers see it."""

import mmap
import time
from collections import Counter

LEAST_SECONDS = 1.0
"""How long a search has its slot before another address may have it: the default time limit."""
CLAIM_SECONDS = 0.1
"""How long a claim holds that is not renewed: the process that made it may have died."""


class SlotBoard:
    """Notes in memory that processes share; they are hints, for a semaphore has the permits.

    An address is a number above 0. The notes of a process that has died stay until another process
    takes the slot.
    """

    def __init__(self, slots: int) -> None:
        """Make the board before the processes that share it are forked."""
        # Each note has eight bytes, which are read and written as a whole.
        addresses, times = (memoryview(mmap.mmap(-1, 16 * slots)) for _ in range(2))
        self._holders = addresses[: 8 * slots].cast("Q")
        self._heirs = addresses[8 * slots :].cast("Q")
        self._begun, self._until = times[: 8 * slots].cast("d"), times[8 * slots :].cast("d")

    def held_by(self, address: int) -> int:
        """Return how many slots an address has."""
        return list(self._holders).count(address)

    def enter(self, slot: int, address: int) -> None:
        """Note that a search of this address begins in a slot."""
        self._heirs[slot], self._until[slot] = 0, 0.0
        self._holders[slot], self._begun[slot] = address, time.monotonic()

    def leave(self, slot: int) -> None:
        """Note that the search in a slot has ended."""
        self._holders[slot] = 0

    def admits(self, slot: int, address: int) -> bool:
        """Return whether no other address has a claim to a slot."""
        return self._heirs[slot] in (0, address) or time.monotonic() >= self._until[slot]

    def claim(self, address: int) -> None:
        """Claim the slot with the longest search of those whose address would still have no fewer.

        An address that waits renews its claim all the time.
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
        """Return whether the search in a slot has had its time and another address claims it."""
        now = time.monotonic()
        return now < self._until[slot] and now - self._begun[slot] >= LEAST_SECONDS
