"""A store under test that counts its events."""

from collections import Counter

from service.sharing import Event, SharedStore
from tests.sharing.questions import SECRET

KEEP_SECONDS = 1000
TIMEOUT_SECONDS = 1.0
"""A time longer than the default, so that a busy machine is not taken for a fault."""
REST_SECONDS = 0.2


class RecordingStore(SharedStore):
    """A store that counts its events."""

    def __init__(
        self,
        url: str,
        timeout_seconds: float = TIMEOUT_SECONDS,
        secret: bytes = SECRET,
        rest_seconds: float = REST_SECONDS,
    ) -> None:
        self.events: Counter[Event] = Counter()
        super().__init__(url, secret, KEEP_SECONDS, timeout_seconds, self._note, rest_seconds)

    def _note(self, event: Event) -> None:
        self.events[event] += 1
