"""The commands of the tools that make what comes with the service, by their modules."""

from importlib import import_module

import click

MAKERS: dict[str, click.Command] = {
    f"tools.{name}": import_module(f"tools.{name}.__main__").command
    for name in ("map", "openings", "puzzles")
}
