"""`solve`: analyses one position, if wanted for days."""

import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TextIO, Unpack

import click
from pydantic_core import to_json

from service.cli.game_file import GAME_FILE, GameFile, read_game
from service.cli.inputs import BOARD, NODES, Seconds, question_of, read_position, takes_switches
from service.cli.report import describe
from service.game import Board, Player, Switches, name_rules
from service.interrupts import first_signal
from service.players import DEFAULT_LEVEL, LEVELS, Turn
from service.questions.schemas.building import build_answer
from service.research import certificates
from service.research.long_search.files import CertificateFile, CheckpointFile
from service.research.long_search.progress_line import ProgressLine, shown
from service.research.long_search.provenance import Provenance, provenance
from service.research.long_search.publication import Publication
from service.research.long_search.search_observer import SearchObserver
from service.settings import read_settings
from service.solver import Analysis, Budget, Solver, read_book

LARGEST_TABLE = 1 << 20
"""The largest transposition table in MiB, as in the settings."""


@click.command("solve")
@click.argument("sizes", nargs=-1, type=click.IntRange(min=1), metavar="[WIDTH HEIGHT] ROW_LENGTH")
@BOARD
@click.option(
    "--board-file",
    type=click.File(encoding="utf-8"),
    help="Read the rows from a file, one a line; - is the standard input.",
)
@click.option(
    "--game",
    type=GAME_FILE,
    help="Read moves from the board on from a file: their names, or a game of Piskvork's (.psq), "
    "which tells WIDTH and HEIGHT.",
)
@click.option("--moves", type=click.IntRange(min=0), help="Play so many moves of --game; else all.")
@click.option(
    "--to-move",
    type=click.Choice(["X", "O"], case_sensitive=False),
    help="The side to move. Without it, X moved first; with it, either player may have.",
)
@takes_switches
@click.option("--seconds", type=Seconds(0, min_open=True), help="Thinking time; else no limit.")
@click.option("--nodes", type=NODES, help="Positions to visit at most.")
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
    type=Seconds(1),
    default=300.0,
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
    game: str | None,
    moves: int | None,
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
    **switches: Unpack[Switches],
) -> None:
    """Solve a position: an empty board of WIDTH and HEIGHT, or the rows of --board, or the moves of
    a --game from there on.

    The search goes on until all is proven or a limit is reached. Ctrl-C (or SIGTERM) ends it, too:
    what is known by then is printed, as when the time runs out, and the exit status is 0. If there
    is no certificate to write, or nothing to publish, it is 1.
    """
    settings = read_settings()
    if moves is not None and game is None:
        raise click.UsageError("--moves counts moves of a --game.")
    rows = _rows(board, board_file)
    played = read_game(game) if game else GameFile([])
    given = {"to_move": to_move, "moves": played.moves[:moves], **switches}
    position = read_position(question_of((*played.size, *sizes), rows, **given), settings)
    _check_rules(position, checkpoint=checkpoint_path, certificate=certificate_path)
    # The kernels are compiled or loaded from their cache before the thinking time begins.
    Solver(1).warm_up()
    mebibytes = table_mib or settings.table_mebibytes
    # With a limit of nodes a search uses one thread, so that its result is repeatable.
    threads = 1 if nodes else settings.threads_per_search
    certificate = CertificateFile(certificate_path) if certificate_path else None
    publication = Publication(settings) if publish else None
    observer = SearchObserver()
    with first_signal(observer.stop):
        try:
            solver = Solver(mebibytes, threads, book=read_book(wanted=settings.book))
        except MemoryError:
            raise click.ClickException(f"No memory for a table of {mebibytes} MiB.") from None
        checkpoint = CheckpointFile(checkpoint_path, solver, position) if checkpoint_path else None
        if checkpoint is not None:
            observer.every(checkpoint_every, checkpoint.on_the_way)
        with ExitStack() as line:
            if sys.stderr.isatty() if progress is None else progress:
                show, apart = line.enter_context(shown(ProgressLine(position, solver)))
                observer.every(apart, show, at_once=True)
            budget = Budget(seconds=seconds, nodes=nodes, best_only=best)
            proven = None if checkpoint is None else checkpoint.proven
            analysis = solver.analyse(position, budget, observer, proven=proven)
        try:
            _print(analysis, provenance(threads, mebibytes) if as_json else None)
        finally:
            if checkpoint is not None:
                checkpoint.at_the_end(analysis.search)
        if publication is not None:
            publication.publish(analysis, best_only=best)
        if certificate is not None:
            certify = partial(certificates.certificate, analysis, solver.table)
            certificate.write(certify, budget, observer)


def _check_rules(position: Board, **given: object) -> None:
    """Raise UsageError for an option that is not for the rules of a position."""
    for name, value in given.items():
        if value is not None and not position.rules.is_plain:
            raise click.UsageError(
                f"--{name} is only for games without walls, --gravity, --wrap, --exact and "
                f"--misere, not for {name_rules(position.rules)}."
            )


def _rows(board: str | None, board_file: TextIO | None) -> str | None:
    """Return the rows that were given, if any; UsageError if they cannot be read."""
    if board_file is None:
        return board
    if board is not None:
        raise click.UsageError("Give --board or --board-file, not both.")
    try:
        return board_file.read()
    except UnicodeDecodeError:
        raise click.UsageError("The board file is not text in UTF-8.") from None


def _print(analysis: Analysis, run: Provenance | None) -> None:
    """Print an analysis: as JSON with its provenance `run`, else as text."""
    turn = Turn.analysed(analysis, seed=None)
    choice = LEVELS[DEFAULT_LEVEL].choose(turn) if analysis.options else None
    if run is None:
        click.echo(describe(analysis, choice))
    else:
        click.echo(to_json({**build_answer(analysis, DEFAULT_LEVEL, choice), "run": run}))
