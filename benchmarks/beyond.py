"""Boards of more than 64 cells: what is proven within ten seconds, and of how many positions."""

from collections import Counter

from benchmarks.ladder import VALUES
from benchmarks.measure import timed
from benchmarks.report import duration, table
from benchmarks.self_play import start
from service.game import Board, Rules
from service.settings import Settings
from service.solver import Budget, Solver

EMPTY = [(9, 8, 4), (9, 9, 4), (10, 10, 4)]
"""With four in a row hardly an opening is left that is not won at once."""
OPENED, STONES = [(9, 9, 5), (10, 10, 5)], [6, 8, 10, 12]
POSITIONS = 10
"""Of each number of stones."""
SECONDS = 10.0


def run() -> None:
    """Print the values that are found of each board and number of stones, and at what cost."""
    solver = Solver(threads=Settings().threads_per_search)
    solver.warm_up()
    rows = []
    boards = {(shape, 0): [Board(Rules(*shape))] for shape in EMPTY} | {
        (shape, stones): [start(Rules(*shape), stones, each) for each in range(POSITIONS)]
        for shape in OPENED
        for stones in STONES
    }
    for (shape, stones), positions in boards.items():
        runs = [timed(solver, each, Budget(seconds=SECONDS, best_only=True)) for each in positions]
        proven = [
            (seconds, analysis.assessment, analysis.search.nodes)
            for seconds, analysis in runs
            if analysis.assessment.value is not None
        ]
        found = Counter(VALUES[known.value] for _, known, _ in proven if known.value is not None)
        plies = [known.plies_to_end or 0 for _, known, _ in proven if known.value]
        times = sorted(seconds for seconds, _, _ in proven)
        nodes = sorted(visited for _, _, visited in proven)
        rows.append(
            [
                "{}x{}, {}".format(*shape),
                f"{stones}",
                f"{len(proven)} of {len(runs)}",
                ", ".join(f"{count} {value}" for value, count in sorted(found.items())),
                f"{min(plies)} to {max(plies)}" if plies else "",
                duration(times[len(times) // 2]) if times else "",
                duration(times[-1]) if times else "",
                f"{nodes[len(nodes) // 2]}" if nodes else "",
            ]
        )
    header = [
        "board", "stones", "proven", "for the side to move", "plies", "median time", "longest",
        "median nodes",
    ]  # fmt: skip
    table(f"More than 64 cells, best option, cold table, within {SECONDS:g} s", header, rows)
