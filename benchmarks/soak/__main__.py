"""`python -m benchmarks.soak [--minutes N]`: mixed load, and what it has done to the server."""

import click

from benchmarks.report import table
from benchmarks.soak.memory import MEBIBYTE
from benchmarks.soak.soak import Soak

WARM_MINUTES = 5
"""It takes so long until the memory is that of a warm server."""


@click.command()
@click.option(
    "--minutes",
    default=30.0,
    help=f"How long; 30 by default. From {WARM_MINUTES} on, memory has to stay as it is then.",
)
@click.option("--seed", default=1, help="Of what is asked.")
def main(minutes: float, seed: int) -> None:
    """Ask everything at once for a while; fail if anything went wrong or memory grew."""
    soak = Soak.run(60 * minutes, seed)
    rows = [
        [kind, str(sum(seen.values())), ", ".join(f"{each} {seen[each]}" for each in sorted(seen))]
        for kind, seen in soak.outcomes.items()
    ]
    table(f"What {minutes:g} minutes of clients got", ["clients", "requests", "outcomes"], rows)
    rows = [
        [
            f"worker {number}",
            f"{sizes[-1] / MEBIBYTE:.1f}",
            f"{soak.memory.growth(pid):+.1%}",
            f"{soak.memory.slope(pid):+.1f}",
        ]
        for number, (pid, sizes) in enumerate(soak.memory.sizes.items(), 1)
    ]
    header = ["memory of its own", "MiB", "growth, second to last quarter", "MiB an hour"]
    table("What it has left behind", header, rows)
    soak.check()
    if minutes >= WARM_MINUTES:
        soak.check_flat()
    else:
        print(f"Whether memory grows is judged after {WARM_MINUTES} minutes or more.")


if __name__ == "__main__":
    main()
