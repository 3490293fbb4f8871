"""How much the tests try, and what their chance begins from: said here and nowhere else.

The quick tier tries a part of each sample, always the same one. The thorough tier tries all of it,
from a seed of its own that the head of its report names; with `--seed` it is repeated, and with
`--share` it tries less. Seed 0 is the quick tier's. Benchmarks, which are in no tier, try all of it
and always the same.
"""

import random

QUICK_SHARE = 0.15
"""Of what the thorough tier tries."""
FEW = 5
"""So few are always tried."""

_share = 1.0
_seed: int | None = None


def choose_tier(seed: int | None, share: float) -> None:
    """Choose the thorough tier, with a seed and a share of its samples, or else the quick one."""
    global _share, _seed
    _share, _seed = (QUICK_SHARE, None) if seed is None else (share, seed)


def samples(thorough: int, least: int = FEW) -> int:
    """Return how many to try where the thorough tier tries so many."""
    return min(thorough, max(least, round(thorough * _share)))


def enough(thorough: int) -> int:
    """Return how often something must occur in a sample, if so often in a whole one.

    Half as often will do, since chance has a say in it.
    """
    return max(1, int(thorough * _share / 2))


def chance_of(name: object) -> random.Random:
    """Return chance of its own for whatever has this name."""
    return random.Random(f"{name}" if not _seed else f"{name} of {_seed}")
