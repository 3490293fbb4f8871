"""The command line: `k-in-a-row`, or `python -m service`.

Every module of `service.cli.commands` is one command with the name of the file.
"""

import atexit
import gc
import logging
from importlib import import_module
from pkgutil import iter_modules

import click

from service import __version__
from service.cli import commands
from service.cli.streams import prepare_streams
from service.extras import EXTRAS, advice

# What is left at the end goes with the process: to look through it for garbage takes 0.1 s or more.
atexit.register(gc.freeze)


class Commands(click.Group):
    """A group that imports a command only when it is used, so that `serve` starts fast."""

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
            return _lacking(cmd_name, error.name)
        return command


def _lacking(name: str, package: str) -> click.Command:
    """Return a command that takes any arguments and fails with the advice to install `package`."""

    def complain() -> None:
        raise click.ClickException(f"`{name}` {advice(package)}")

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    brief = f"Needs the extra {EXTRAS[package]!r}."
    return click.Command(name, anything, complain, short_help=brief, add_help_option=False)


@click.group(cls=Commands, context_settings={"show_default": True})
@click.version_option(__version__, prog_name="k-in-a-row", message="%(prog)s %(version)s")
def main() -> None:
    """Best moves for k-in-a-row games."""
    prepare_streams()
    # The log says when kernels are being compiled, which takes a minute.
    logging.basicConfig(format="%(message)s")
    logging.getLogger("service").setLevel(logging.INFO)
