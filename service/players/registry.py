"""The levels that exist. A level is a module of `service.players.levels`, named in `BY_STRENGTH`.

The first line of the module's docstring says in one sentence how the level plays. Its function
`choose(turn) -> Choice` chooses a move; it is called only while the game is not over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from service.players import levels, strength
from service.players.choice import Choice
from service.players.turn import Turn


@dataclass(frozen=True, slots=True)
class Level:
    """A way to choose a move."""

    choose: Callable[[Turn], Choice]
    summary: str
    """One sentence that says how the level plays."""


def _load(name: str) -> Level:
    module = import_module(f"{levels.__name__}.{name}")
    return Level(module.choose, str(module.__doc__).splitlines()[0])


BY_STRENGTH = ("master", "rules", "lines", "novice", "blind")
"""The names of the levels, the strongest first. Every list of levels is made from this one."""

LEVELS = {name: _load(name) for name in sorted(BY_STRENGTH)}
"""The levels by name, in alphabetical order, which is the order in the contract."""

DEFAULT_LEVEL = "master"

STRENGTHS = {
    each: Level(partial(strength.choose, strength=each), f"{DEFAULT_LEVEL} at strength {each}.")
    for each in strength.SKILLS
}
"""The default level made weaker: each strength is stronger than the one before it."""


def level_at(name: str, strength: int | None) -> Level:
    """Return the level of this name or, with a strength, the default level made weaker."""
    return LEVELS[name] if strength is None else STRENGTHS[strength]
