"""Puzzles: positions of possible games with one best first move, which is proven."""

from service.puzzles.puzzle import (
    DIFFICULTIES,
    GAMES,
    Difficulty,
    Puzzle,
    count,
    find,
    of_the_day,
    puzzles,
    sheet_of_the_day,
)
from service.puzzles.words import goal, hint

__all__ = [
    "DIFFICULTIES", "GAMES", "Difficulty", "Puzzle", "count", "find", "goal", "hint",
    "of_the_day", "puzzles", "sheet_of_the_day",
]  # fmt: skip
