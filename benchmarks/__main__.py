"""`python -m benchmarks [section ...]`: run all benchmarks, or those named."""

from pathlib import Path

import click

from benchmarks import (
    beyond,
    book_answers,
    connect_four,
    deadlines,
    engine_matches,
    http_rate,
    ladder,
    late_positions,
    matches,
    peers,
    quick,
    rule_matches,
    self_play,
    signature,
    stopping,
    threats,
)
from service.game import Rules

SECTIONS = {
    "ladder": ladder.run,
    "beyond": beyond.run,
    "late": late_positions.run,
    "book": book_answers.run,
    "connect-four": connect_four.run,
    "connect-four-large": connect_four.run_large,
    "threats": threats.run,
    "deadlines": deadlines.run,
    "quick": quick.run,
    "stopping": stopping.run,
    "signature": signature.run,
    "peers": peers.run,
    "http": http_rate.run,
    "self-play": self_play.run,
    "matches": matches.run,
    "rule-matches": rule_matches.run,
}


PROGRAM = click.Path(
    exists=True, dir_okay=False, executable=True, resolve_path=True, path_type=Path
)


@click.command(help=f"Run all benchmarks, or those named: {', '.join(SECTIONS)}.")
@click.argument("sections", metavar="[SECTION]...", nargs=-1, type=click.Choice(list(SECTIONS)))
@click.option(
    "--engine",
    "engines",
    type=PROGRAM,
    multiple=True,
    help="Of matches: play this program, which speaks the Gomocup protocol; may be repeated.",
)
@click.option(
    "--time", "milliseconds", type=click.IntRange(1), default=300, help="Milliseconds a move."
)
@click.option("--tolerance", type=click.IntRange(0), default=1000, help="Milliseconds more.")
@click.option(
    "--openings", type=click.IntRange(1), default=matches.OPENINGS, help="Two games each."
)
@click.option("--size", type=click.IntRange(1), default=15, help="Width and height of the board.")
@click.option("--row-length", type=click.IntRange(1), default=5, help="How many in a row win.")
@click.option("--exact", is_flag=True, help="A longer row does not win.")
@click.option("--seed", type=int, default=0, help="Of the openings.")
@click.option("--chart", type=click.Path(path_type=Path), default="build/matches.svg", help="SVG.")
def main(
    sections: tuple[str, ...],
    engines: tuple[Path, ...],
    milliseconds: int,
    tolerance: int,
    openings: int,
    size: int,
    row_length: int,
    exact: bool,
    seed: int,
    chart: Path,
) -> None:
    """Run some sections, or all."""
    if engines:
        if sections != ("matches",):
            raise click.UsageError("Give --engine with the section matches alone.")
        rules = Rules(size, size, row_length, exact=exact)
        times = milliseconds / 1000, tolerance / 1000
        engine_matches.run(engines, rules, *times, openings, seed, chart)
        return
    for name in sections or SECTIONS:
        SECTIONS[name]()


if __name__ == "__main__":
    main()
