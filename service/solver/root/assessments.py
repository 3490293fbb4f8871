"""The assessment of an option or a position, from bounds on its score."""

from functools import lru_cache

import numpy as np

from service.game import Board
from service.solver.analysis import Assessment, Bounds, Value
from service.solver.lines.kernels.scores import WIN

_VALUES: tuple[Value, ...] = (-1, 0, 1)
_BOUNDS = {
    (lower, upper): (Bounds(lower, upper), float(lower), float(upper))
    for lower in _VALUES
    for upper in _VALUES
}
"""By the signs of bounds on a score: the bounds on the value, and the same as floats."""


def assess(lower: int, upper: int, estimate: float, remaining: int) -> Assessment:
    """Return the assessment of bounds on a score, with `remaining` empty cells at the root.

    The plies of a win are those that are proven, whether or not a faster one may exist.
    """
    if lower > 0 or upper < 0 or lower == upper:
        return _settled(lower, upper, remaining)
    bounds, least, most = _BOUNDS[sign(lower), sign(upper)]
    # This runs thousands of times for a large board, and so calls no function.
    score = least if estimate < least else most if estimate > most else estimate
    return Assessment(bounds, score, None, None)


@lru_cache(maxsize=1 << 10)
def _settled(lower: int, upper: int, remaining: int) -> Assessment:
    """Return the assessment of bounds that prove a value."""
    bounds, value, _ = _BOUNDS[sign(lower), sign(upper)]
    if value == 0:
        return Assessment(bounds, 0.0, remaining, True)
    return Assessment(bounds, value, WIN - lower if value > 0 else WIN + upper, lower == upper)


def assess_root(board: Board, bounds: np.ndarray, estimate: float, remaining: int) -> Assessment:
    """Return the assessment of a position from the bounds of its options, shape (2, options).

    `estimate` is that of the best option. On the empty board the second player never wins, whatever
    the bounds say (strategy stealing: where an extra stone never hurts, the first player could play
    as the second does).
    """
    lower, upper = map(max, bounds.tolist())
    if board.rules.stones_never_hurt and not board.x | board.o:
        lower = max(lower, 0)
    return assess(lower, upper, estimate, remaining)


def assess_finished(board: Board) -> Assessment:
    """Return the assessment of a finished game for the side to move.

    It has lost or drawn, or won a misère game.
    """
    value: Value = 0 if board.winner is None else 1 if board.winner == board.to_move else -1
    return Assessment(Bounds(value, value), float(value), 0, True)


def told_bounds(known: Assessment) -> tuple[int, int]:
    """Return the bounds on the score that an assessment tells of; the inverse of `assess`.

    Where nothing is known of a bound it is -WIN or WIN.
    """
    if not known.value or known.plies_to_end is None:
        return WIN * min(known.bounds.lower, 0), WIN * max(known.bounds.upper, 0)
    score = known.value * (WIN - known.plies_to_end)
    if known.shortest:
        return score, score
    return (score, WIN) if score > 0 else (-WIN, score)


def sign(score: int) -> Value:
    """Return the value of a score."""
    return 1 if score > 0 else -1 if score < 0 else 0
