"""From scores of the search to what is said of an option or a position."""

from __future__ import annotations

from functools import lru_cache

from service.game import Board
from service.solver.analysis import Assessment, Bounds, Value
from service.solver.lines.kernels.scores import WIN

_VALUES: tuple[Value, ...] = (-1, 0, 1)
_BOUNDS = {
    (lower, upper): (Bounds(lower, upper), float(lower), float(upper))
    for lower in _VALUES
    for upper in _VALUES
}
"""By the signs of bounds on a score: what they say of the value, and as scores of an option."""


def assess(lower: int, upper: int, estimate: float, remaining: int) -> Assessment:
    """What bounds on a score say, with `remaining` empty cells at the root.

    A win counts within the plies that are proven, whether or not a faster one may exist.
    """
    if lower > 0 or upper < 0 or lower == upper:
        return _settled(lower, upper, remaining)
    bounds, least, most = _BOUNDS[sign(lower), sign(upper)]
    # Thousands of times on a large board, so without calls.
    score = least if estimate < least else most if estimate > most else estimate
    return Assessment(bounds, score, None, None)


@lru_cache(maxsize=1 << 10)
def _settled(lower: int, upper: int, remaining: int) -> Assessment:
    """What bounds of one sign say."""
    bounds, value, _ = _BOUNDS[sign(lower), sign(upper)]
    if value == 0:
        return Assessment(bounds, 0.0, remaining, True)
    return Assessment(bounds, value, WIN - lower if value > 0 else WIN + upper, lower == upper)


def assess_root(
    board: Board, bounds: list[tuple[int, int]], estimate: float, remaining: int
) -> Assessment:
    """The position whose options have these bounds; the estimate is that of the best.

    From the empty board the second player never wins (strategy stealing: an extra stone never
    hurts, so the first could play as the second does), whichever option it is that holds.
    """
    lower = max(lower for lower, _ in bounds)
    upper = max(upper for _, upper in bounds)
    if not board.x | board.o:
        lower = max(lower, 0)
    return assess(lower, upper, estimate, remaining)


def assess_finished(board: Board) -> Assessment:
    """A finished game, for the side that would be to move: lost or drawn."""
    value: Value = -1 if board.winner else 0
    return Assessment(Bounds(value, value), float(value), 0, True)


def sign(score: int) -> Value:
    """The value that a score stands for."""
    return 1 if score > 0 else -1 if score < 0 else 0
