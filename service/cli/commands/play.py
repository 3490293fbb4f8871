"""`play`: a game in the terminal."""

import click
from rich.console import Console

from service.cli.inputs import (
    BOARD,
    CLASSIC,
    SEED,
    SIZES,
    URL,
    Seconds,
    read_book,
    read_position,
    takes_switches,
)
from service.cli.play.running_service import RunningService
from service.cli.play.session import PERSON, Session
from service.cli.play.source import InProcess, Source
from service.game import Player, Switches
from service.players import DEFAULT_LEVEL, LEVELS, STRENGTHS
from service.settings import read_settings
from service.solver import Solver

PLAYERS = click.Choice([PERSON, *LEVELS])
STRENGTH = click.IntRange(min(STRENGTHS), max(STRENGTHS))
SECONDS = 1.0


@click.command("play")
@SIZES
@BOARD
@takes_switches
@click.option("--x", "x", type=PLAYERS, default=PERSON, help="Who plays X.")
@click.option("--o", "o", type=PLAYERS, default=DEFAULT_LEVEL, help="Who plays O.")
@click.option("--x-strength", type=STRENGTH, help="How strong master plays X, from 1 to 10.")
@click.option("--o-strength", type=STRENGTH, help="How strong master plays O, from 1 to 10.")
@click.option(
    "--first",
    type=click.Choice(["X", "O"], case_sensitive=False),
    help="Who moves first, X by default; with stones on the --board, whose turn it is.",
)
@click.option("--seconds", type=Seconds(min=0, min_open=True), help="Thinking time for a move.")
@click.option("--seed", type=SEED, help="Makes what the levels leave to chance repeatable.")
@URL
def command(
    sizes: tuple[int, ...],
    board: str | None,
    x: str,
    o: str,
    x_strength: int | None,
    o_strength: int | None,
    first: Player | None,
    seconds: float | None,
    seed: int | None,
    url: str | None,
    switches: Switches,
) -> None:
    """Play on a board of WIDTH and HEIGHT, 3 3 3 by default: yourself, or let levels play.

    Type a cell by its letter and number, such as b3, or hint, why, undo or quit. With --gravity
    the letter or the number of the column is enough.
    """
    players: dict[Player, str] = {"X": x, "O": o}
    strengths: dict[Player, int | None] = {"X": x_strength, "O": o_strength}
    for side, strength in strengths.items():
        if strength is not None and players[side] != DEFAULT_LEVEL:
            name = side.lower()
            raise click.UsageError(
                f"Only {DEFAULT_LEVEL} has a strength: say --{name} {DEFAULT_LEVEL}, or leave out "
                f"--{name}-strength."
            )
    settings = read_settings()
    if board is None:
        sizes, first = sizes or CLASSIC, first or "X"
    position = read_position(sizes, board, first, settings, "--first", **switches)
    console = Console()
    source: Source
    if url is not None:
        source = RunningService(url, seconds, seed)
    else:
        book = read_book(settings)
        solver = Solver(settings.table_mebibytes, settings.threads_per_search, book=book)
        with console.status("Getting ready"):
            solver.warm_up()
        source = InProcess(solver, seconds or SECONDS, seed)
    Session(position, players, source, console, strengths).run()
