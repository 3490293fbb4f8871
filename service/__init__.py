"""Best moves for k-in-a-row games on any board, with proven values, over HTTP or from Python.

What a program needs that asks no server is here by name. It is loaded when it is first used, since
the solver takes long to import, and some users of this package want no more than its version.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.game import Board, PositionError, Rules, name_cell, parse, render
    from service.players import LEVELS, STRENGTHS, Turn
    from service.solver import Analysis, Book, Budget, Solver
else:

    def __getattr__(name: str) -> object:
        if name in __all__:
            # From the bottom up: the rules alone load no solver.
            for floor in ("game", "solver", "players"):
                room = import_module(f"{__name__}.{floor}")
                if name in room.__all__:
                    return getattr(room, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__version__ = "1.0.0"

__all__ = [
    "LEVELS", "STRENGTHS", "Analysis", "Board", "Book", "Budget", "PositionError", "Rules",
    "Solver", "Turn", "__version__", "name_cell", "parse", "render",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
