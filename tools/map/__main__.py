"""`python -m tools.map`: proofs of all small boards, each within a budget."""

from itertools import chain
from pathlib import Path

import click

from service.cli.inputs import Seconds
from service.interrupts import first_signal
from service.players import VALUES
from service.research.long_search.files import write_whole
from service.research.long_search.search_observer import SearchObserver
from service.settings import read_settings
from service.solver import Solver
from service.solver.book import SWITCHES, Switch, written
from tools.map.extending import extend
from tools.map.games import FEW_CELLS, MOST_CELLS, games
from tools.map.page import page, switched_page
from tools.map.record import RecordFile, chapters


@click.command("map")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=Path("docs"),
    help="Where solved_games.csv, to go on from if it exists, and solved_games.md are written; "
    "with --rules solved_rules.csv and solved_rules.md.",
)
@click.option(
    "--rules",
    type=click.Choice(list(SWITCHES)),
    multiple=True,
    help="Boards under this rule, instead of those of the plain game; may be given several times.",
)
@click.option(
    "--seconds",
    type=Seconds(0, min_open=True),
    default=10.0,
    help="Processor time for the proof of each game; as much again for its certificate.",
)
@click.option(
    "--cells",
    type=click.IntRange(1, MOST_CELLS),
    help=f"Boards of at most so many cells; {MOST_CELLS}, or {FEW_CELLS} with --rules, by default.",
)
@click.option(
    "--most-in-row",
    type=click.IntRange(1),
    help="No longer rows than this; all by default.",
)
@click.option(
    "--game",
    "names",
    multiple=True,
    help="Only this game, such as 8x6-4, without a limit of --cells; may be given several times.",
)
@click.option(
    "--first-moves",
    "first_moves_seconds",
    type=Seconds(0),
    default=0.0,
    help="Processor time for the values of all first moves of each game.",
)
@click.option(
    "--certificates",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Write the certificates of what is proven to this folder, too.",
)
@click.option(
    "--book",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a book of what took long in either record of the folder to this file, too.",
)
def command(
    folder: Path,
    rules: tuple[Switch, ...],
    seconds: float,
    cells: int | None,
    most_in_row: int | None,
    names: tuple[str, ...],
    first_moves_seconds: float,
    certificates: Path | None,
    book: Path | None,
) -> None:
    """Prove every board of at most 64 cells, with every row length; with --rules, small boards.

    A game that the record in the folder has proven is not proven again; an open one is tried again
    only with more time than before. The record is written after every game, whole or not at all.
    Ctrl-C (or SIGTERM) ends the command. The book is not used.
    """
    if rules and certificates:
        raise click.UsageError("--certificates is for the plain game.")
    files = {name: RecordFile(folder / f"{name}.csv") for name in ("solved_games", "solved_rules")}
    name = "solved_rules" if rules else "solved_games"
    records = files[name]
    most_cells = FEW_CELLS if rules and not names else MOST_CELLS
    wanted = [
        game
        for switch in rules or [None]
        for game in games(cells or most_cells, switch, most_in_row)
        if not names or "{}x{}-{}".format(*game.shape) in names
    ]
    solver = Solver(read_settings().table_mebibytes)
    solver.warm_up()
    # The table is cleared now, so that no game pays for touching its memory first.
    solver.forget()
    observer = SearchObserver()
    with first_signal(observer.stop):
        for record in extend(
            records,
            solver,
            observer,
            wanted,
            seconds=seconds,
            first_moves_seconds=first_moves_seconds,
            certificates=certificates,
        ):
            words = VALUES[record.bounds].left
            click.echo(f"{record.name}: {words}, after {record.seconds:.1f} s")
    write = switched_page if rules else page
    write_whole(folder / f"{name}.md", write(records, f"{name}.csv"))
    if book is not None:
        write_whole(book, written(chapters(chain(*files.values()))))


if __name__ == "__main__":
    command()
