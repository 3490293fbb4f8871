"""The levels that exist: every module of `service.players.levels` is one, named as the file.

A level is a function `choose(analysis, seed) -> Choice`, called only while there is a move.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from service.players import levels
from service.players.choice import Choice
from service.solver import Analysis

Level = Callable[[Analysis, int | None], Choice]

LEVELS: dict[str, Level] = {
    module.name: import_module(f"{levels.__name__}.{module.name}").choose
    for module in iter_modules(levels.__path__)
}

DEFAULT_LEVEL = "master"
