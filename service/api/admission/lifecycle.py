"""How far the server, or this process of it, is on its way to its end."""

import mmap


class Lifecycle:
    """Ready, then draining, at last aborting searches.

    No flag ever goes back, and to set one takes no lock: a signal may ask for it at any time.
    """

    def __init__(self) -> None:
        """To be made before the workers are forked, which learn of draining at once."""
        self._draining = mmap.mmap(-1, 1)
        self.aborts_searches = False
        """Whether the searches of this process are to answer with what they have."""
        self.stuck = False
        """Whether a request hangs in this process."""

    @property
    def draining(self) -> bool:
        """Return whether no more work should be sent here; what comes all the same is served."""
        return self._draining[0] != 0

    def drain(self) -> None:
        """Begin to drain, in all workers."""
        self._draining[0] = 1

    def abort_searches(self) -> None:
        """Have the searches of this process answer with what they have from now on."""
        self.aborts_searches = True
