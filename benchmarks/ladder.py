"""The ladder of solved games, from what takes a moment to what took others a day.

`ladder.csv` says what must be known of each position and within what time; `published.csv` says
how long others took. What is not proven in time is reported so; a wrong value ends the run.
"""

import csv
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import timed
from benchmarks.report import duration, ratio, table
from service.game import Board, Player, Rules
from service.settings import Settings
from service.solver import Analysis, Budget, Look, Solver

FOLDER = Path(__file__).parent
RUNS = 3
SHORT_SECONDS = 2.0
"""The best of some runs counts where one takes no longer; slower ones run once."""
VALUES = {-1: "loss", 0: "draw", 1: "win"}

Shape = tuple[int, int, int]


@dataclass(frozen=True)
class Rung:
    """A position, what is true of it, and within what time it should be known."""

    board: Board
    best_only: bool
    value: int
    plies: int | None
    """None where they are not known."""
    target_seconds: float | None
    longest_seconds: float

    @property
    def shape(self) -> Shape:
        """Return width, height and row length."""
        return self.board.rules.width, self.board.rules.height, self.board.rules.row_length

    @property
    def name(self) -> str:
        """Return the position in a few words."""
        name = "{}x{}, {}".format(*self.shape)
        stones = (self.board.x | self.board.o).bit_count()
        return f"{name}, {stones} stones" if stones else name

    def settled(self, analysis: Analysis) -> bool:
        """Return whether an analysis proves all that is known."""
        known = analysis.assessment.value is not None
        return analysis.search.complete or (known and self.plies is None)


def rungs() -> list[Rung]:
    """Return the ladder, from its file."""
    return [
        Rung(
            board=_board(row),
            best_only=row["asked"] == "best",
            value=int(row["value"]),
            plies=int(row["plies"]) if row["plies"] else None,
            target_seconds=float(row["target_seconds"]) if row["target_seconds"] else None,
            longest_seconds=float(row["longest_seconds"]),
        )
        for row in _rows("ladder.csv")
    ]


def published() -> dict[Shape, tuple[float, str]]:
    """Return seconds that others took for the value of the empty board, and who."""
    return {_shape(row): (float(row["seconds"]), row["source"]) for row in _rows("published.csv")}


def fault(rung: Rung, analysis: Analysis) -> str | None:
    """Return how an analysis contradicts what is known, if it does."""
    found = analysis.assessment
    if not found.bounds.lower <= rung.value <= found.bounds.upper:
        return f"value {found.bounds}, but it is {rung.value}"
    if found.plies_to_end is None or rung.plies is None or found.plies_to_end == rung.plies:
        return None
    # The ladder holds no losses: of a win whose shortness is open, the plies may be more.
    if not found.shortest and found.plies_to_end > rung.plies:
        return None
    return f"{found.plies_to_end} plies, but it is {rung.plies}"


def run() -> None:
    """Print the ladder; exit with an error if anything said is wrong."""
    solver = Solver(threads=Settings().threads_per_search)
    solver.warm_up()
    times = published()
    rows, wrong = [], []
    for rung in rungs():
        seconds, analysis = _best_run(solver, rung)
        problem = fault(rung, analysis)
        if problem:
            wrong.append(f"{rung.name}: {problem}")
        theirs = None if rung.board.x else times.get(rung.shape)
        rows.append(
            [
                *_found(rung, seconds, analysis, problem),
                *_against(rung.target_seconds, seconds, rung.settled(analysis)),
                *_against(None if theirs is None else theirs[0], seconds, rung.settled(analysis)),
            ]
        )
    header = [
        "position", "options", "answer", "time", "nodes", "nodes/s", "target", "time / target",
        "published", "time / published",
    ]  # fmt: skip
    table("The ladder, cold table", header, rows)
    for shape, (seconds, source) in times.items():
        print("published: {}x{}, {}".format(*shape), duration(seconds), source, sep="  ")
    if wrong:
        sys.exit("WRONG ANSWERS\n" + "\n".join(wrong))


def _best_run(solver: Solver, rung: Rung) -> tuple[float, Analysis]:
    budget = Budget(seconds=rung.longest_seconds, best_only=rung.best_only)
    observer = _enough if rung.plies is None else None
    runs = [timed(solver, rung.board, budget, observer)]
    while len(runs) < RUNS and runs[0][0] < SHORT_SECONDS:
        runs.append(timed(solver, rung.board, budget, observer))
    return min(runs, key=lambda each: each[0])


def _enough(look: Look) -> bool:
    """Return whether the value is proven, where no more is known than that."""
    bounds = look().bounds
    return bounds.lower == bounds.upper


def _found(rung: Rung, seconds: float, analysis: Analysis, problem: str | None) -> list[str]:
    known, nodes = analysis.assessment, analysis.search.nodes
    if known.value is None:
        answer = f"not proven within {rung.longest_seconds:g} s"
    else:
        within = "" if known.shortest else "at most "
        answer = f"{VALUES[known.value]} in {within}{known.plies_to_end}"
        if not rung.settled(analysis):
            answer += f", not all within {rung.longest_seconds:g} s"
    return [
        rung.name,
        "best" if rung.best_only else "all",
        f"{answer} WRONG" if problem else answer,
        duration(seconds),
        f"{nodes}",
        f"{nodes / seconds:.3g}",
    ]


def _against(other: float | None, seconds: float, settled: bool) -> list[str]:
    """Return another time and the ratio of ours to it, which is more where we were not done."""
    if other is None:
        return ["", ""]
    more = "" if settled else "> "
    return [duration(other), more + ratio(seconds / other)]


def _board(row: dict[str, str]) -> Board:
    rules = Rules(*_shape(row))
    x, o = (_stones(row[player], rules) for player in ("x", "o"))
    to_move: Player = "X" if x.bit_count() == o.bit_count() else "O"
    return Board(rules, x, o, to_move)


def _stones(cells: str, rules: Rules) -> int:
    """Return the bitboard of cells written as `row:column`."""
    pairs = (cell.split(":") for cell in cells.split())
    return sum(1 << (int(row) * rules.width + int(column)) for row, column in pairs)


def _shape(row: dict[str, str]) -> Shape:
    return int(row["width"]), int(row["height"]), int(row["row_length"])


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
