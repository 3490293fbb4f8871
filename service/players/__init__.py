"""The levels: who chooses the move, and why. One module of `levels` is one level."""

from service.players.choice import Choice, Reason, ReasonCode
from service.players.explanation import seen_in
from service.players.registry import DEFAULT_LEVEL, LEVELS, STRENGTHS, Level, level_at
from service.players.turn import Turn

__all__ = [
    "DEFAULT_LEVEL", "LEVELS", "STRENGTHS", "Choice", "Level", "Reason", "ReasonCode", "Turn",
    "level_at", "seen_in",
]  # fmt: skip
