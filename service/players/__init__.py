"""The levels: who chooses the move, and why. One module of `levels` is one level."""

from service.players.choice import Choice, Reason, ReasonCode
from service.players.registry import DEFAULT_LEVEL, LEVELS

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Choice", "Reason", "ReasonCode"]
