"""Best moves for k-in-a-row games on any board, with proven values, over HTTP or from Python.

The names in `__all__` are what a program uses that asks no server. Each is loaded when it is first
used, because importing the solver takes long, and some users need only the version.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.game import Board, PositionError, Rules, name_cell, parse, render
    from service.players import LEVELS, STRENGTHS, Turn
    from service.solver import Analysis, Book, Budget, Solver
else:

    def __getattr__(name: str) -> object:
        if name in __all__:
            # The lowest floor comes first, so that using the rules alone loads no solver.
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
