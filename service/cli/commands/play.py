"""`play`: a game in the terminal."""

from __future__ import annotations

import click
from rich.console import Console

from service.cli.parameters import CLASSIC, SEED, SIZES, Seconds
from service.cli.play.evaluation import Source
from service.cli.play.in_process import InProcess
from service.cli.play.running_service import RunningService
from service.cli.play.session import PERSON, Session
from service.cli.position import read_position
from service.game import Player
from service.players import DEFAULT_LEVEL, LEVELS
from service.settings import read_settings
from service.solver import Solver

PLAYERS = click.Choice([PERSON, *LEVELS])
SECONDS = 1.0


@click.command("play")
@SIZES
@click.option("--x", "x", type=PLAYERS, default=PERSON, show_default=True, help="Who plays X.")
@click.option(
    "--o", "o", type=PLAYERS, default=DEFAULT_LEVEL, show_default=True, help="Who plays O."
)
@click.option(
    "--first",
    type=click.Choice(["X", "O"], case_sensitive=False),
    default="X",
    show_default=True,
    help="Who moves first.",
)
@click.option("--seconds", type=Seconds(min=0, min_open=True), help="Thinking time for a move.")
@click.option("--seed", type=SEED, help="Makes what the levels leave to chance repeatable.")
@click.option("--url", help="Ask the service that runs there instead of a solver of our own.")
def command(
    sizes: tuple[int, ...],
    x: str,
    o: str,
    first: Player,
    seconds: float | None,
    seed: int | None,
    url: str | None,
) -> None:
    """Play on a board of WIDTH and HEIGHT, 3 3 3 by default: yourself, or let levels play.

    Type a cell by its letter and number, such as b3, or hint, why, undo or quit.
    """
    settings = read_settings()
    board = read_position(sizes or CLASSIC, None, first, settings)
    console = Console()
    source: Source
    if url is not None:
        source = RunningService(url, seconds, seed)
    else:
        solver = Solver(settings.table_mebibytes, settings.threads_per_search)
        with console.status("Getting ready"):
            solver.warm_up()
        source = InProcess(solver, seconds or SECONDS, seed)
    Session(board, {"X": x, "O": o}, source, console).run()
