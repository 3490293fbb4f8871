"""Kinds of arguments that several commands take."""

from __future__ import annotations

import math
from typing import Any

import click


class Seconds(click.FloatRange):
    """A duration."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no duration.", param, ctx)
        return seconds


SIZES = click.argument(
    "sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT ROW_LENGTH]"
)
CLASSIC = (3, 3, 3)
"""The sizes where none are given."""
SEED = click.IntRange(-(1 << 63), (1 << 63) - 1)
