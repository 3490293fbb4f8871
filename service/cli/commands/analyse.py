"""`analyse`: answers a heap of positions, a question in each line."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from importlib.util import find_spec
from pathlib import Path

import click

from service.cli.inputs import NODES, Seconds, scheduler_address
from service.cores import available_cores
from service.extras import advice
from service.heaps.answering import LONGEST_MS, Answers, Terms, answers_of, terms_of
from service.heaps.asked import EXTRA
from service.heaps.dispatch import Dispatch
from service.heaps.files import FileError
from service.heaps.output import Output, OutputError
from service.heaps.questions import Questions
from service.heaps.results import FIELDS, Form, Tally
from service.heaps.workers import Workers, WorkersError, workers_here
from service.interrupts import first_signal
from service.settings import read_settings

STANDARD = click.Path(dir_okay=False, allow_dash=True)
MOST_WORKERS = 1024
FIRST_LINES = 8
"""If all of so many lines at the beginning are refused, that is told at once."""
CSV = (".csv", ".csv.gz")
"""The ends of the names of outputs in CSV."""
REFUSED = 1
"""The exit status if questions were refused."""
SIGNALLED = 128
"""The exit status after a signal is so much more than its number, as shells have it."""


def _fields(names: str) -> tuple[str, ...]:
    """Return the names of fields; BadParameter if one is none, or if `value` is not among them."""
    fields = tuple(name.strip() for name in names.split(","))
    for name in fields:
        if name not in FIELDS:
            raise click.BadParameter(f"{name!r} is none; there are {', '.join(FIELDS)}.")
    if "value" not in fields:
        raise click.BadParameter("Have value among them: by it is counted what is proven.")
    return fields


@click.command("analyse")
@click.argument("positions", type=STANDARD)
@click.option(
    "--output",
    type=STANDARD,
    default="-",
    help="Where the answers are written, in order; a file that has some of them is gone on with. "
    "- is the standard output.",
)
@click.option(
    "--fields",
    metavar="NAMES",
    type=_fields,
    help="Write only these fields of the answers, such as id,value,best_move; as CSV if the name "
    "of the output ends with .csv or .csv.gz.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    help="Processes on this machine; by default one for each core.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=lambda ctx, param, value: value and scheduler_address(value),
    help="Have the workers of the Dask scheduler at ADDRESS answer, such as tcp://10.0.0.1:8786.",
)
@click.option(
    "--seconds",
    type=Seconds(0, min_open=True, most=LONGEST_MS / 1000),
    help="Thinking time of a question that names none; DEFAULT_TIME_LIMIT_MS by default.",
)
@click.option(
    "--nodes",
    type=NODES,
    help="Node limit of a question that names none. No clock ends a search then, and the output is "
    "always the same.",
)
def command(
    positions: str,
    output: str,
    fields: tuple[str, ...] | None,
    workers: int | None,
    cluster: str | None,
    seconds: float | None,
    nodes: int | None,
) -> None:
    """Answer the questions in the lines of the file POSITIONS, as POST /move takes them.

    Each line of the output is an answer or a problem. If the command is ended at any moment, be it
    by Ctrl-C, the same command goes on where it was. The names of compressed files end with .gz;
    - is the standard input. The exit status is 1 if questions were refused.
    """
    if workers and cluster:
        raise click.UsageError("Give --workers or --cluster, not both.")
    if seconds and nodes:
        raise click.UsageError("Give --seconds or --nodes, not both.")
    form = Form(fields or (), output.endswith(CSV))
    if form.is_csv and not fields:
        raise click.UsageError("Name the columns of the CSV, such as --fields id,value,best_move.")
    terms = terms_of(read_settings(), seconds, nodes, form)
    crew = (
        _cluster(cluster, terms) if cluster else workers_here(workers or available_cores(), terms)
    )
    before = done = Tally()
    try:
        with (
            first_signal(lambda number: sys.exit(SIGNALLED + number)),
            closing(Output(_path(output), form)) as target,
        ):
            questions = Questions(_path(positions), terms.settings.max_body_bytes)
            lines = target.go_on(questions, terms)
            before = done = target.tally
            if before:
                click.echo(f"Going on after line {before.total():,}.", err=True)
            with crew as ready, _progress(questions) as show:
                for answers in _told(Dispatch(ready, terms, lines, before.total() + 1).answers()):
                    target.append(answers)
                    done = target.tally
                    show(done.total() - before.total())
            if not done:  # No bytes at all would be no compressed file.
                target.append(answers_of([], form))
    except OutputError as error:
        raise click.UsageError(f"{error} Name another file to start anew.") from None
    except BrokenPipeError:
        raise  # Who reads the output has enough: click ends without a word.
    except (FileError, OSError, WorkersError) as error:
        click.echo(_words(done), err=True)
        raise click.ClickException(str(error)) from None
    except SystemExit:
        click.echo(f"Interrupted. {_words(done)}", err=True)
        raise
    click.echo(f"Done: {_words(done)}", err=True)
    if done["refused"] > before["refused"]:
        sys.exit(REFUSED)


def _told(found: Iterator[Answers]) -> Iterator[Answers]:
    """Yield answers, and tell what is passed through, and if all at the beginning are refused."""
    tally, extra, reason = Tally(), set[str](), ""
    for answers in found:
        if new := sorted(answers.extra - extra):
            extra.update(new)
            names = ", ".join(new)
            click.echo(f"Passed through as {EXTRA!r}, for it is no field: {names}.", err=True)
        if tally.total() < FIRST_LINES:
            tally, reason = tally + answers.tally, reason or answers.refusal
            if tally["refused"] == tally.total() >= FIRST_LINES:
                click.echo(f"All {tally.total()} lines so far are refused. {reason}", err=True)
        yield answers
    if 0 < tally["refused"] == tally.total() < FIRST_LINES:
        click.echo(f"All lines are refused. {reason}", err=True)


@contextmanager
def _progress(questions: Questions) -> Iterator[Callable[[int], None]]:
    """Yield what shows, on a terminal, how many questions have been answered here."""
    if not sys.stderr.isatty():
        yield lambda answered: None
        return
    begun, shown = time.monotonic(), questions.bytes_read
    # Of a pipe the length is not known.
    length = None if questions.bytes is None else questions.bytes - shown
    with click.progressbar(
        iter(int, 1) if length is None else None,
        length=length,
        file=sys.stderr,
        show_eta=length is not None,
    ) as bar:

        def show(answered: int) -> None:
            rate = answered / (time.monotonic() - begun)
            bar.label = f"{answered:,} answers, {rate:,.1f} a second"
            bar.update(questions.bytes_read - shown - bar.pos)
            bar.render_progress()

        yield show


def _words(tally: Tally) -> str:
    """Return a tally in words."""
    answered, refused = tally["proven"] + tally["unproven"], tally["refused"]
    questions = f"{answered:,} {'question is' if answered == 1 else 'questions are'} answered"
    unproven = f"{tally['unproven']:,} of them without a proven value"
    return f"{questions}, {unproven}, and {refused:,} refused."


def _path(name: str) -> Path | None:
    """Return the path of a file; None for the standard input or output."""
    return None if name == "-" else Path(name)


def _cluster(address: str, terms: Terms) -> AbstractContextManager[Workers]:
    """Return the workers of a cluster; UsageError if the extra for it is not installed."""
    if find_spec("distributed") is None:
        raise click.UsageError(f"--cluster {advice('distributed')}.")
    from service.heaps.cluster import workers_of_cluster

    return workers_of_cluster(address, terms)
