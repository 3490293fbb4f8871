"""`python -m tools.openings`: proofs of the first stones of Connect Four, for the book."""

from pathlib import Path
from random import Random

import click

from service.cli.inputs import SEED
from service.interrupts import first_signal
from service.research.long_search.files import write_whole
from service.research.long_search.search_observer import SearchObserver
from service.settings import read_settings
from service.solver import Solver
from service.solver.book import (
    CONNECT_FOUR_FILE,
    BookError,
    FirstStones,
    read_first_stones,
    read_position,
    written_first_stones,
)
from tools.openings.proving import derive, layers, prove

EVERY = 64
"""The file is written whenever so many positions have been proven."""


@click.command("openings")
@click.option(
    "--file",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=CONNECT_FOUR_FILE,
    help="The file, to go on from if it exists; by default that of the book.",
)
@click.option(
    "--stones",
    type=click.IntRange(0, 8),
    default=0,
    help="Prove every option of all positions with up to so many stones.",
)
@click.option(
    "--check",
    type=click.IntRange(0),
    default=0,
    help="Instead, prove so many positions of the file again, and compare.",
)
@click.option("--seed", type=SEED, default=0, help="Chooses the positions to check.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, help="They share one table.")
def command(path: Path, stones: int, check: int, seed: int, threads: int) -> None:
    """Prove the positions of Connect Four (7x6, four in a row) with few stones.

    What is in the file is not proven again. The file is written now and then, whole or not at all,
    and at the end. Ctrl-C (or SIGTERM) ends the command. The book is not used.
    """
    try:
        scores = dict(read_first_stones(path).scores) if path.exists() else {}
    except BookError as error:
        raise click.UsageError(f"{error}") from None
    solver = Solver(read_settings().table_mebibytes)
    solver.warm_up()
    observer = SearchObserver()
    if check:
        _check(scores, check, seed, solver, threads, observer)
        return
    all_layers = layers(stones + 1)
    unknown = [board for name, board in all_layers[-1].items() if name not in scores]
    with first_signal(observer.stop):
        for done, (name, score) in enumerate(prove(unknown, solver, threads, observer), 1):
            scores[name] = score
            if done % EVERY == 0:
                write_whole(path, written_first_stones(FirstStones(scores)))
                click.echo(f"{done:,} of {len(unknown):,} positions", err=True)
    derive(scores, all_layers)
    write_whole(path, written_first_stones(FirstStones(scores)))
    click.echo(f"{path}: {len(scores):,} positions.")


def _check(
    scores: dict[str, int],
    count: int,
    seed: int,
    solver: Solver,
    threads: int,
    observer: SearchObserver,
) -> None:
    """Prove some positions again; ClickException if one has another score."""
    chosen, proven = Random(seed).sample(sorted(scores), min(count, len(scores))), 0
    with first_signal(observer.stop):
        for name, score in prove(map(read_position, chosen), solver, threads, observer):
            if scores[name] != score:
                raise click.ClickException(f"{name} is wrong in the book.")
            proven += 1
    click.echo(f"{proven:,} of {len(scores):,} positions were proven again; all are right.")


if __name__ == "__main__":
    command()
