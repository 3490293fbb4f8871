"""The command line: `k-in-a-row`, or `python -m service`.

Every module of `service.cli.commands` is a command, named as the file.
"""

from __future__ import annotations

import logging
from importlib import import_module
from pkgutil import iter_modules

import click

from service import __version__
from service.cli import commands
from service.extras import EXTRAS, advice


class Commands(click.Group):
    """Imports a command when it is called for: `serve` needs nothing of what `solve` does."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        try:
            command: click.Command = import_module(f"{commands.__name__}.{cmd_name}").command
        except ModuleNotFoundError as error:
            if error.name not in EXTRAS:
                raise
            return _out_of_order(cmd_name, error.name)
        return command


def _out_of_order(name: str, package: str) -> click.Command:
    """A command that says that it lacks `package`, whatever it is told to do."""

    def complain() -> None:
        raise click.ClickException(f"`{name}` {advice(package)}")

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    brief = f"Needs the extra {EXTRAS[package]!r}."
    return click.Command(name, anything, complain, short_help=brief, add_help_option=False)


@click.group(cls=Commands)
@click.version_option(__version__, prog_name="k-in-a-row", message="%(prog)s %(version)s")
def main() -> None:
    """Best moves for k-in-a-row games."""
    # It may say that kernels are being compiled, which takes a minute.
    logging.basicConfig(format="%(message)s")
    logging.getLogger("service").setLevel(logging.INFO)
