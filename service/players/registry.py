"""The levels that exist. A level is a module of `service.players.levels`, named in `BY_STRENGTH`.

Its function `choose(turn) -> Choice` chooses a move; it is called only while the game is not over.
Two messages are about it: `SUMMARY`, a sentence that says how it plays, and `FRIENDLY_NAME`, which
children understand and which may be left out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from service.languages import Message
from service.players import levels, strength
from service.players.choice import Choice
from service.players.turn import Turn


@dataclass(frozen=True, slots=True)
class Level:
    """A way to choose a move."""

    choose: Callable[[Turn], Choice]
    summary: Message
    """One sentence that says how the level plays."""
    friendly_name: Message
    """A name that children understand; the name of the level if it has no other."""


def _load(name: str) -> Level:
    module = import_module(f"{levels.__name__}.{name}")
    friendly_name = getattr(module, "FRIENDLY_NAME", Message(name, {}))
    return Level(module.choose, module.SUMMARY, friendly_name)


BY_STRENGTH = ("master", "rules", "lines", "novice", "blind")
"""The names of the levels, the strongest first. Every list of levels is made from this one."""

LEVELS = {name: _load(name) for name in sorted(BY_STRENGTH)}
"""The levels by name, in alphabetical order, which is the order in the contract."""

DEFAULT_LEVEL = "master"

STRENGTHS = {
    number: Level(
        partial(strength.choose, strength=number),
        summary,
        LEVELS[DEFAULT_LEVEL].friendly_name,
    )
    for number, summary in strength.SUMMARIES.items()
}
"""The default level made weaker: each strength is stronger than the one before it."""


def level_at(name: str, strength: int | None) -> Level:
    """Return the level of this name or, with a strength, the default level made weaker."""
    return LEVELS[name] if strength is None else STRENGTHS[strength]
