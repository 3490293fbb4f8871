"""The progress of a search in one line, which a terminal keeps up to date."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.text import Text

from service.game import Board, name_cell
from service.players import VALUES
from service.research.long_search.formatting import duration, short
from service.solver import Progress, Solver

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_UPDATES = 0.2


class ProgressLine:
    """Puts the progress of one analysis into a line, with the speed since the line before."""

    def __init__(self, board: Board, solver: Solver) -> None:
        self._board, self._table = board, solver.table
        self._nodes, self._seconds = 0, 0.0

    def __call__(self, progress: Progress) -> str:
        nodes, seconds = progress.nodes - self._nodes, progress.seconds - self._seconds
        self._nodes, self._seconds = progress.nodes, progress.seconds
        parts = [
            duration(progress.seconds),
            f"{short(progress.nodes)} nodes",
            f"{short(nodes / seconds if seconds > 0 else 0)}/s",
            f"table {self._table.occupancy:.0%}",
            f"depth {progress.depth}",
            f"value {VALUES[progress.bounds].left}",
            f"{progress.settled} of {progress.options} options settled",
            f"best {name_cell(self._board, progress.best)}",
        ]
        if progress.proof_numbers is not None:
            proof, disproof = map(short, progress.proof_numbers)
            parts.append(f"proof {proof}, disproof {disproof}")
        return " · ".join(parts)


@contextmanager
def shown(line: ProgressLine) -> Iterator[tuple[Callable[[Progress], None], float]]:
    """Yield what shows progress on the standard error stream, and its interval in seconds.

    On a terminal one line changes and disappears at the end; elsewhere each line is printed.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda progress: console.print(line(progress), soft_wrap=True), SECONDS_BETWEEN_LINES
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def update(progress: Progress) -> None:
            text = Text(line(progress), no_wrap=True, overflow="ellipsis")
            live.update(text, refresh=True)

        yield update, SECONDS_BETWEEN_UPDATES
