"""How likely a weak opponent's reply is a mistake, by which replies are.

Half of those opponents play anywhere. The others do not search: they win, else block, else play
where they have the most lines to make, as the level `lines` does (`service.players.levels.lines`).
On 3x3 that scores more against the weaker levels than to count the mistakes; `docs/playing.md`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from operator import or_

from service.game import Board, bits

CERTAIN = 1 << 20
"""The likelihood of what is sure to happen."""
MOST_CELLS = 1 << 12
"""More than there are cells, so that the number of mistakes decides only between equals."""


class Replies:
    """The replies to moves in one position."""

    def __init__(self, board: Board) -> None:
        contents, lines = board.contents, board.geometry.lines
        self._empty = board.empty
        on_line = contents[lines]
        self._own, self._opponent = (
            [
                sum(1 << cell for cell, content in zip(*line, strict=True) if content == 0)
                for line in zip(lines[free].tolist(), on_line[free].tolist(), strict=True)
            ]
            for free in ((on_line != rival).all(axis=1) for rival in (2, 1))
        )

    def likelihood(self, cell: int, mistakes: int) -> int:
        """How likely a reply to a move on `cell` is one of the `mistakes`, a bitboard.

        In units of `1 / (2 * CERTAIN * MOST_CELLS)`; where that is equal, more mistakes are more.
        """
        if not mistakes:
            return 0
        empty, natural = self._empty & ~(1 << cell), self.natural(cell)
        anywhere = mistakes.bit_count() / empty.bit_count()
        naturally = (mistakes & natural).bit_count() / natural.bit_count()
        return round((anywhere + naturally) * CERTAIN) * MOST_CELLS + mistakes.bit_count()

    def natural(self, cell: int) -> int:
        """What one who does not search may reply to a move on `cell`, which wins no game."""
        move = 1 << cell
        lacking = [line for line in self._opponent if not line & move]
        threats = [line & ~move for line in self._own]
        for side in (lacking, threats):
            decisive = reduce(or_, (line for line in side if line & (line - 1) == 0), 0)
            if decisive:
                return decisive
        worths = dict.fromkeys(bits(self._empty & ~move), 0.0)
        given: defaultdict[int, float] = defaultdict(float)
        for line in lacking:
            cells = bits(line)
            for each in cells:
                worths[each] += 4.0 ** -len(cells)
            if len(cells) == 2:
                for reply, answer in (cells, cells[::-1]):
                    given[reply] = max(given[reply], _worth(threats, answer, reply))
        for reply, lost in given.items():
            worths[reply] -= lost
        most = max(worths.values())
        return sum(1 << reply for reply, worth in worths.items() if worth == most)


def _worth(lines: list[int], cell: int, closing: int) -> float:
    """What the lines through a cell are worth that a stone on another does not close."""
    through = (line for line in lines if line >> cell & 1 and not line >> closing & 1)
    return sum(4.0 ** -line.bit_count() for line in through)
