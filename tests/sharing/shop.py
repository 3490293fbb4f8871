"""A store under test that counts its events."""

from collections import Counter

from service.game import Board
from service.sharing import Event, SharedStore
from service.solver import Analysis
from tests.sharing.questions import SECRET
from tests.support.waiting import wait_until

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

    def put(self, board: Board, analysis: Analysis, *, best_only: bool) -> None:
        """Keep an analysis, and wait until that is done."""
        kept = self.events["kept"]
        self.keep(board, analysis, best_only=best_only)
        wait_until(lambda: self.events["kept"] > kept)
