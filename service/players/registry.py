"""The levels that exist: every module of `service.players.levels` is one, named as the file.

Such a module has a docstring, whose first line says in short how the level plays, and a function
`choose(turn) -> Choice`, called only while there is a move. The default level can be made weaker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

from service.players import levels, strength
from service.players.choice import Choice
from service.players.turn import Turn


@dataclass(frozen=True, slots=True)
class Level:
    """Who chooses a move."""

    choose: Callable[[Turn], Choice]
    summary: str
    """How it plays, in a sentence."""


def _load(name: str) -> Level:
    module = import_module(f"{levels.__name__}.{name}")
    return Level(module.choose, str(module.__doc__).splitlines()[0])


LEVELS = {module.name: _load(module.name) for module in iter_modules(levels.__path__)}

DEFAULT_LEVEL = "master"

STRENGTHS = {
    each: Level(partial(strength.choose, strength=each), f"{DEFAULT_LEVEL} at strength {each}.")
    for each in strength.SIGHTS
}
"""Weaker than the default level, each stronger than the one before."""


def level_at(name: str, strength: int | None) -> Level:
    """The level of this name or, with a strength, what takes the place of the default one."""
    return LEVELS[name] if strength is None else STRENGTHS[strength]
