"""Reading what a live server logs."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.live_server import LiveServer
from tests.support.waiting import wait_until

WAIT_SECONDS = 30
"""A line is written when the answer has ended, which its client may see a little earlier."""

Line = dict[str, Any]


@dataclass(frozen=True)
class WatchedServer:
    """A live server and the file that it logs into."""

    live: LiveServer
    log: Path

    @property
    def url(self) -> str:
        """Return the address at which it answers."""
        return self.live.url

    def lines(self) -> list[Line]:
        """Return all that is logged so far, each line parsed; the last may be half written."""
        text = self.log.read_text()
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def line_of(self, request_id: str) -> Line:
        """Return the line that a request with this id ends with."""
        return self.line_with(event="request", request_id=request_id)

    def line_with(self, **fields: Any) -> Line:
        """Return the first line with these fields, as soon as it is there."""
        found = wait_until(
            lambda: [line for line in self.lines() if fields.items() <= line.items()], WAIT_SECONDS
        )
        return found[0]
