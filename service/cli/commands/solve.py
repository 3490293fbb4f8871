"""`solve`: one position, for as long as wanted."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import click
from pydantic_core import to_json

from service.api.routes.answer import build_answer
from service.cli.book import read_book
from service.cli.certificate_file import CertificateFile
from service.cli.checkpoint_file import CheckpointFile
from service.cli.parameters import Seconds
from service.cli.position import read_position
from service.cli.progress_line import ProgressLine, shown
from service.cli.provenance import Provenance, provenance
from service.cli.publication import Publication
from service.cli.report import describe
from service.cli.search_observer import SearchObserver
from service.game import Player
from service.players import DEFAULT_LEVEL, LEVELS, Turn
from service.settings import read_settings
from service.solver import Analysis, Book, Budget, Solver

LARGEST_TABLE = 1 << 20
"""In MiB, as in the settings."""


@click.command("solve")
@click.argument("sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT] ROW_LENGTH")
@click.option("--board", metavar="ROWS", help='Rows, top row first, such as "X.O/.X./...".')
@click.option(
    "--board-file",
    type=click.File(encoding="utf-8"),
    help="Read the rows from a file, one a line; - is the standard input.",
)
@click.option(
    "--to-move",
    type=click.Choice(["X", "O"], case_sensitive=False),
    help="The side to move. Without it, X moved first; with it, either player may have.",
)
@click.option("--seconds", type=Seconds(min=0, min_open=True), help="Thinking time; else no limit.")
@click.option("--nodes", type=click.IntRange(min=1), help="Positions to visit at most.")
@click.option("--best", is_flag=True, help="Stop as soon as the best move is certain.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the answer of POST /move, and by what it was found.",
)
@click.option(
    "--table-mib",
    type=click.IntRange(1, LARGEST_TABLE),
    help="Transposition table in MiB; what guides searches takes a quarter more. By default "
    "TABLE_MEBIBYTES.",
)
@click.option(
    "--checkpoint",
    "checkpoint_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Go on from this file if it exists, and keep what is proven in it.",
)
@click.option(
    "--checkpoint-every",
    type=Seconds(min=1),
    default=300.0,
    show_default=True,
    help="Seconds between checkpoints; the last one is written at the end.",
)
@click.option(
    "--certificate",
    "certificate_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a proof of the value to this file, which anyone can check. Finding it takes some "
    "time more, and nodes beyond --nodes.",
)
@click.option(
    "--publish",
    is_flag=True,
    help="Put a complete result into the cache that replicas of the service share (CACHE_URL).",
)
@click.option(
    "--progress/--quiet",
    default=None,
    help="Show progress on the standard error stream; by default if that is a terminal.",
)
def command(
    sizes: tuple[int, ...],
    board: str | None,
    board_file: TextIO | None,
    to_move: Player | None,
    seconds: float | None,
    nodes: int | None,
    best: bool,
    as_json: bool,
    table_mib: int | None,
    checkpoint_path: Path | None,
    checkpoint_every: float,
    certificate_path: Path | None,
    publish: bool,
    progress: bool | None,
) -> None:
    """Solve a position: an empty board of WIDTH and HEIGHT, or the rows of --board.

    The search goes on until all is proven or a limit is reached. Ctrl-C (or SIGTERM) ends it, too:
    what is known by then is printed, as when the time runs out, and the exit status is 0. If there
    is no certificate to write, or nothing to publish, it is 1.
    """
    settings = read_settings()
    position = read_position(sizes, _rows(board, board_file), to_move, settings)
    # The kernels are compiled, or loaded from their cache, before the time starts.
    Solver(1).warm_up()
    mebibytes, threads = table_mib or settings.table_mebibytes, settings.threads_per_search
    solver = _solver(mebibytes, threads, read_book(settings))
    checkpoint = CheckpointFile(checkpoint_path, solver, position) if checkpoint_path else None
    certificate = CertificateFile(certificate_path) if certificate_path else None
    publication = Publication(settings) if publish else None
    observer = SearchObserver()
    if checkpoint is not None:
        observer.every(checkpoint_every, checkpoint.on_the_way)
    with observer.heeding_signals():
        with ExitStack() as stack:
            if sys.stderr.isatty() if progress is None else progress:
                show, apart = stack.enter_context(shown(ProgressLine(position, solver)))
                observer.every(apart, show, at_once=True)
            budget = Budget(seconds=seconds, nodes=nodes, best_only=best)
            proven = None if checkpoint is None else checkpoint.proven
            analysis = solver.analyse(position, budget, observer, proven=proven)
        try:
            # With a limit of nodes a search keeps to one thread.
            run = provenance(1 if nodes else threads, mebibytes) if as_json else None
            _print(analysis, run)
        finally:
            if checkpoint is not None:
                checkpoint.at_the_end()
        if publication is not None:
            publication.publish(analysis, best)
        if certificate is not None:
            certificate.write(solver, analysis, budget, observer)


def _rows(board: str | None, board_file: TextIO | None) -> str | None:
    if board_file is None:
        return board
    if board is not None:
        raise click.UsageError("Give --board or --board-file, not both.")
    try:
        return board_file.read()
    except UnicodeDecodeError:
        raise click.UsageError("The board file is not text in UTF-8.") from None


def _solver(table_mib: int, threads: int, book: Book | None) -> Solver:
    try:
        return Solver(table_mib, threads, book=book)
    except MemoryError:
        raise click.ClickException(f"No memory for a table of {table_mib} MiB.") from None


def _print(analysis: Analysis, run: Provenance | None) -> None:
    """Print an analysis: with what it was computed by as JSON, without as text."""
    turn = Turn.analysed(analysis, seed=None)
    choice = LEVELS[DEFAULT_LEVEL].choose(turn) if analysis.options else None
    if run is None:
        click.echo(describe(analysis, choice))
    else:
        click.echo(to_json({**build_answer(analysis, DEFAULT_LEVEL, choice), "run": run}))
