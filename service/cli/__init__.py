"""The command line: `python -m service`.

Every module of `service.cli.commands` is a command, named as the file.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import click

from service.cli import commands


class Commands(click.Group):
    """Imports a command when it is called for: `serve` needs nothing of what `solve` does."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{commands.__name__}.{cmd_name}").command
        return command


@click.group(cls=Commands)
def main() -> None:
    """Best moves for k-in-a-row games."""
