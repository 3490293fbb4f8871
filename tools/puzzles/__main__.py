"""`python -m tools.puzzles`: makes the file of puzzles that comes with the service."""

from pathlib import Path

import click

from service.puzzles import DIFFICULTIES, GAMES
from service.puzzles.puzzle import FILE, records
from service.research.long_search.files import write_whole
from service.settings import read_settings
from service.solver import Solver
from tools.puzzles.making import PLANS, Records, make, written

TABLE_MEBIBYTES = 16
"""The table of the solver, which is cleared before each position, so that each is always proven
alike."""
EVERY = 16
"""The file is written whenever so many puzzles have been added."""


@click.command("puzzles")
@click.option(
    "--file",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=FILE,
    help="The file, to go on from if it exists; by default that of the service.",
)
@click.option(
    "--game",
    "games",
    type=click.Choice(list(GAMES)),
    multiple=True,
    help="Puzzles of this game; may be given several times. All by default.",
)
@click.option(
    "--count",
    type=click.IntRange(1),
    help="So many of each difficulty, instead of what is planned for each game.",
)
def command(path: Path, games: tuple[str, ...], count: int | None) -> None:
    """Make puzzles: positions with one best first move, which is proven.

    What is in the file stays, and puzzles are added to it. The file is written now and then, whole
    or not at all, and at the end, so that the command may be ended at any moment and gone on with.
    """
    # No setting changes what is made, but a wrong one is named, as by every command.
    read_settings()
    content: dict[str, Records] = {game: {each: [] for each in DIFFICULTIES} for game in GAMES}
    content |= records(path) if path.exists() else {}
    solver = Solver(TABLE_MEBIBYTES)
    solver.warm_up()
    for game in games or GAMES:
        plan = PLANS[game]
        puzzles = make(game, content[game], solver, count or plan.of_each, plan.last)
        for added, _ in enumerate(puzzles, 1):
            if added % EVERY == 0:
                write_whole(path, written(content))
        write_whole(path, written(content))
        counts = ", ".join(f"{len(content[game][each])} {each}" for each in DIFFICULTIES)
        click.echo(f"{game}: {counts}")


if __name__ == "__main__":
    command()
