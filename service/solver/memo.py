"""Complete analyses that have been asked for lately, so that asking again costs nothing.

The transposition table keeps bounds of positions; this keeps whole answers: lists of options in
their order, and lines of play.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from service.game import Board
from service.solver.analysis import Analysis

Key = tuple[Board, bool]
"""A position, and whether only its best option was asked for."""

MOST_ANALYSES = 1024
MOST_CELLS = 64
"""Larger boards are not kept, so that the memory is bounded: about 20 KiB an analysis."""


class Memo:
    """The analyses asked for most recently. Any number of threads may use one at once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Analysis] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: Key) -> Analysis | None:
        """What is kept for `key`, as it was first answered."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, analysis: Analysis) -> None:
        """Keep an analysis that is whole."""
        if not analysis.whole or analysis.board.rules.cells > MOST_CELLS:
            return
        with self._lock:
            self._kept[key] = analysis
            if len(self._kept) > MOST_ANALYSES:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
