"""What a level answers: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ReasonCode = Literal[
    "win",
    "block",
    "fork",
    "block_fork",
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
    """Exactly the cells that show it, such as the line completed; where none do, the move."""
    text: str
    """One sentence; cells by their names."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A level's move and its reason."""

    cell: int
    reason: Reason
