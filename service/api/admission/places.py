"""The searches that go on or wait for a slot, as all workers see them, and whose turn it is.

Each has a place in memory that the processes share. Whoever changes something there decides under
one lock who gets the slots that are free, and rings the bells of those: nobody looks by himself.
"""

import fcntl
import mmap
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from service.api.admission.bell import Bell
from service.api.admission.policy import overloaded
from service.api.nameless_file import open_nameless_file

LOOK_SECONDS = 1.0
"""The interval at which a search that waits looks for what rings no bell."""
LEAST_SECONDS = 1.0
"""How long a search has its slot before another address may have it: the default time limit."""


class Places:
    """Places for as many searches as have slots, and as wait for one.

    The next slot is for the earliest search of the addresses that have the fewest slots. A slot is
    wanted back if its address would still have no fewer than the one whose turn is next.

    A process that dies loses its places. The lock, and the sign that a process lives, are record
    locks (POSIX, fcntl) on bytes of an empty file: such a lock is a process's own, its children do
    not inherit it, and the system drops it when the process ends.
    """

    def __init__(self, slots: int, queue_length: int, share: int) -> None:
        """Make the places before the workers are forked; an address may have `share` of them."""
        self.slots, self.queue_length, self.share = slots, queue_length, share
        self._all = range(slots + queue_length)
        # Each field has eight bytes, which are read and written as a whole.
        size = 8 * len(self._all)
        fields = [memoryview(mmap.mmap(-1, size)) for _ in range(4)]
        self._address, self._process = (field.cast("Q") for field in fields[:2])
        self._arrived, self._begun = (field.cast("d") for field in fields[2:])
        """When a search took the place, or 0 if it is free; when the slot, or 0 if it waits."""
        self._wanted = memoryview(mmap.mmap(-1, 8)).cast("q")
        """The place, counted from 1, whose slot is wanted back; 0 if there is none."""
        self._bells = [Bell() for _ in self._all]
        # Never closed: that would drop all locks of the process.
        self._file = open_nameless_file()
        self._mutex = Lock()
        self._looks_at = 0.0
        self._owner = 0
        """The process that has shown a sign of life here, be it this one or its parent."""

    def enter(self, address: int) -> int:
        """Return the place that a search of this address takes, with a slot or to wait for one.

        Raises `RefusedError` if the address has its share, or too many wait.
        """
        with self._locked():
            taken = self._taken()
            if self._bury(taken):
                taken = self._taken()
            if sum(self._address[place] == address for place in taken) >= self.share:
                detail = f"{self.share} long searches of this address go on or wait"
                raise overloaded("share_full", f"{detail}, which is its share. Try again shortly.")
            if len(taken) == len(self._all):
                detail = f"{self.slots} long searches are going on and {self.queue_length} wait"
                raise overloaded("queue_full", f"{detail}, which is the limit. Try again shortly.")
            place = next(each for each in self._all if not self._arrived[each])
            self._bells[place].wait(0)  # It may have been rung for the search before.
            self._address[place], self._process[place] = address, self._owner
            # Last, for the process may be killed at any time.
            self._begun[place], self._arrived[place] = 0.0, time.monotonic()
            self._give_slots()
            return place

    def leave(self, place: int) -> None:
        """Leave a place, whose slot, if it has one, is for the next search."""
        with self._locked():
            self._arrived[place] = 0.0
            self._give_slots()

    def look(self) -> None:
        """Give away the slots of processes that have died, which rings no bell.

        One may have left its last place and died before it gave the slot away. However many
        searches of this process call it, it looks once in `LOOK_SECONDS`.
        """
        now = time.monotonic()
        if now < self._looks_at:
            return
        self._looks_at = now + LOOK_SECONDS
        with self._locked():
            self._bury(self._taken())
            self._give_slots()

    def has_slot(self, place: int) -> bool:
        """Return whether the search at a place has a slot."""
        return self._begun[place] > 0

    def bell(self, place: int) -> Bell:
        """Return the bell that rings once the search at a place has a slot."""
        return self._bells[place]

    def wanted_back(self, place: int) -> bool:
        """Return whether the search at a place has had its time, and another address its turn."""
        wanted = self._wanted[0] == place + 1
        return wanted and time.monotonic() - self._begun[place] >= LEAST_SECONDS

    def _taken(self) -> list[int]:
        return [place for place in self._all if self._arrived[place]]

    def _give_slots(self) -> None:
        """Give each free slot to the search whose turn it is, and settle which is wanted back."""
        taken = sorted(self._taken(), key=self._arrived.__getitem__)
        searching = [place for place in taken if self._begun[place]]
        waiting = [place for place in taken if not self._begun[place]]
        held = Counter(self._address[place] for place in searching)
        wanted = 0
        while waiting:
            following = min(waiting, key=lambda place: held[self._address[place]])
            address = self._address[following]
            if len(searching) == self.slots:
                richer = [p for p in searching if held[self._address[p]] - held[address] > 1]
                wanted = 1 + min(richer, key=self._begun.__getitem__, default=-1)
                break
            waiting.remove(following)
            searching.append(following)
            held[address] += 1
            self._begun[following] = time.monotonic()
            self._bells[following].ring()
        self._wanted[0] = wanted

    def _bury(self, taken: list[int]) -> bool:
        """Free the places of processes that have died; return whether there were any."""
        others = {self._process[place] for place in taken} - {self._owner}
        dead = {process for process in others if self._lock_life(process)}
        for place in taken:
            if self._process[place] in dead:
                self._arrived[place] = 0.0
        for process in dead:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, process)
        return bool(dead)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Have no other thread of any process change anything."""
        with self._mutex:
            fcntl.lockf(self._file, fcntl.LOCK_EX, 1, 0)
            try:
                if self._owner != os.getpid():
                    self._come_alive()
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, 0)

    def _come_alive(self) -> None:
        """Show a sign of life of this process, whose number a dead one may have had."""
        self._owner = os.getpid()
        for place in self._taken():
            if self._process[place] == self._owner:
                self._arrived[place] = 0.0
        self._lock_life(self._owner)

    def _lock_life(self, process: int) -> bool:
        """Lock the byte of a process, which is the sign that it lives; False if it has done so."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, process)
        except BlockingIOError:
            return False
        return True
