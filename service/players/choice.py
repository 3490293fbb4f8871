"""The answer of a level: a move and the reason for it, as plain data."""

from dataclasses import dataclass
from typing import Literal

ReasonCode = Literal[
    "win",
    "block",
    "avoids_row",
    "open_row",
    "fork",
    "combination",
    "block_open_row",
    "block_fork",
    "threat",
    "prepares_open_row",
    "follow_up",
    "later_threat",
    "not_below",
    "builds",
    "hinders",
    "near",
    "center",
    "opposite_corner",
    "corner",
    "side",
    "open_lines",
    "forced_win",
    "only_move",
    "holds_draw",
    "delays_loss",
    "best_estimate",
    "slip",
    "random",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was chosen."""

    code: ReasonCode
    cells: list[int]
    """The cells that show the reason, such as those of a row, else the cell of the move."""
    text: str
    """One sentence, in which cells are called by their names."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the reason why a level chose it."""

    cell: int
    reason: Reason
