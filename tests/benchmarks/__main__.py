"""`python -m tests.benchmarks [section ...]`: run all benchmarks, or those named."""

from __future__ import annotations

import click

from tests.benchmarks import (
    deadlines,
    http_rate,
    ladder,
    late_positions,
    matches,
    peers,
    quick,
    self_play,
    signature,
    stopping,
    threats,
)

SECTIONS = {
    "ladder": ladder.run,
    "late": late_positions.run,
    "threats": threats.run,
    "deadlines": deadlines.run,
    "quick": quick.run,
    "stopping": stopping.run,
    "signature": signature.run,
    "peers": peers.run,
    "http": http_rate.run,
    "self-play": self_play.run,
    "matches": matches.run,
}


@click.command(help=f"Run all benchmarks, or those named: {', '.join(SECTIONS)}.")
@click.argument("sections", metavar="[SECTION]...", nargs=-1, type=click.Choice(list(SECTIONS)))
def main(sections: tuple[str, ...]) -> None:
    """Run some sections, or all."""
    for name in sections or SECTIONS:
        SECTIONS[name]()


if __name__ == "__main__":
    main()
