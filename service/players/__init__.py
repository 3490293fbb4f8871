"""The levels: how a move is chosen, and the reason for it. One module of `levels` is one level."""

from service.players.choice import Choice, Reason, ReasonCode
from service.players.explanation import explain_move
from service.players.mistakes import JudgedMove, judge_move
from service.players.oversights import Oversight, OversightCode, find_oversight
from service.players.registry import BY_STRENGTH, DEFAULT_LEVEL, LEVELS, STRENGTHS, Level, level_at
from service.players.turn import Turn
from service.players.values import VALUES
from service.players.verdict import leaning, result, verdict

__all__ = [
    "BY_STRENGTH", "DEFAULT_LEVEL", "LEVELS", "STRENGTHS", "VALUES", "Choice", "JudgedMove",
    "Level", "Oversight", "OversightCode", "Reason", "ReasonCode", "Turn", "explain_move",
    "find_oversight", "judge_move", "leaning", "level_at", "result", "verdict",
]  # fmt: skip
