"""`tournament`: measures how strong the levels, or the strengths, are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import click
from pydantic_core import to_json
from rich.console import Console
from rich.progress import track

from service.cli.inputs import (
    BOARD,
    CLASSIC,
    NODES,
    SEED,
    SIZES,
    question_of,
    read_position,
    takes_switches,
)
from service.game import Switches, name_rules
from service.research.long_search.files import write_whole
from service.research.tournament.chart import draw_chart
from service.research.tournament.games import Game, Plan
from service.research.tournament.standings import Standings
from service.research.tournament.tables import ladder_table, pairs_table
from service.settings import read_settings
from service.solver import Solver


@click.command("tournament")
@SIZES
@BOARD
@takes_switches
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=100,
    help="Games of each pair; each side moves first in half of them.",
)
@click.option(
    "--strengths",
    is_flag=True,
    help="Play each strength against the one below, instead of every level against every other.",
)
@click.option("--seed", type=SEED, default=0, help="Of the first game.")
@click.option(
    "--nodes",
    type=NODES,
    default=2000,
    help="Positions that may be searched for a move; strengths search none.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the standings into this file, an SVG picture.",
)
def command(
    sizes: tuple[int, ...],
    board: str | None,
    games: int,
    strengths: bool,
    seed: int,
    nodes: int,
    as_json: bool,
    chart: Path | None,
    **switches: Unpack[Switches],
) -> None:
    """Let every level play every other on a board of WIDTH and HEIGHT, 3 3 3 by default.

    A --board may have walls, but no stones.
    The same arguments always lead to the same games.
    """
    if chart is not None and chart.suffix.lower() != ".svg":
        raise click.UsageError("The chart is an SVG picture; name a file that ends in .svg.")
    if chart is not None and not chart.parent.is_dir():
        raise click.UsageError(f"There is no folder {chart.parent} for the chart.")
    settings = read_settings()
    if board is None:
        sizes = sizes or CLASSIC
    start = read_position(question_of(sizes, board, to_move="X", **switches), settings)
    if start.x | start.o:
        raise click.UsageError("Games begin without stones; give a --board with walls alone.")
    rules = start.rules
    solver = Solver(settings.table_mebibytes)
    if not strengths:
        solver.warm_up()
        solver.forget()
    plan = Plan(rules, games, nodes, seed, strengths=strengths)
    standings = Standings(_with_progress(plan, solver))
    ladder = standings.steps(plan) if strengths else standings.ladder
    title = name_rules(rules)
    if chart is not None:
        write_whole(chart, draw_chart(ladder, f"{title}: {games} games a pair"))
    if as_json:
        click.echo(to_json(standings.as_dict(plan)))
        return
    console = Console()
    console.print(title, highlight=False)
    if strengths:
        console.print(ladder_table(ladder, "Each against the one below", "strength"))
    else:
        console.print(ladder_table(ladder, "All games", "level"), pairs_table(standings))


def _with_progress(plan: Plan, solver: Solver) -> Iterator[Game]:
    """Play the games; show a progress bar if the standard error stream is a terminal."""
    console = Console(stderr=True)
    yield from track(
        plan.play(solver), "games", plan.total, console=console, transient=True,
        disable=not console.is_terminal,
    )  # fmt: skip
