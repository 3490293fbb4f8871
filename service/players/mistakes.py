"""Mistakes: moves that are proven to have given up what could be had, and the words for them."""

from dataclasses import dataclass
from typing import Literal

from service.game import Board, name_cell
from service.solver import Bounds, Value


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a move has given up."""

    gave_up: Literal["win", "draw"]
    """What could be had: a win, or a draw."""
    better: int | None
    """The cell of a move that kept it; None where none is proven to."""
    text: str
    """The same in a sentence."""


def judge_move(
    board: Board, cell: int, before: Bounds, after: Bounds, best: int, best_lower: Value
) -> Mistake | None:
    """Return what a move has given up; None where it is not proven to have given up anything.

    `before` are the bounds of the position, `board`, and `after` those of the move, both for its
    player. The `best` move of the position is worth `best_lower` at least.
    """
    if before.lower <= after.upper:
        return None
    gave_up: Literal["win", "draw"] = "win" if before.lower == 1 else "draw"
    better = best if best_lower > after.upper else None
    kept = "" if better is None else f"; {name_cell(board, better)} kept it"
    text = f"{name_cell(board, cell)} gave up the {gave_up}{kept}."
    return Mistake(gave_up, better, text)
