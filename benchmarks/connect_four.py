"""Connect Four against other programs and limits, each question asked of an empty table.

Nobody has a book, every search has one thread, and all times are processor times. A wrong score
ends the run.
"""

import multiprocessing
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import numpy as np

from benchmarks.ladder import VALUES
from benchmarks.report import duration, ratio, table
from service.game import Board
from service.settings import Settings
from service.solver import Analysis, Budget, Look, Solver
from service.solver.gravity import GravityDeepening, gravity_position
from service.solver.lines import WIN
from service.solver.memory import TranspositionTable
from service.solver.root import sign
from tests.support.connect_four import Published, board_after, connect_four, published
from tests.support.facts import facts

SAMPLES = {"L1_R3": 20}
"""How many positions of a set are asked for where all would take too long."""
LONGEST_SECONDS = 600
"""A program that takes longer for one question is ended, and counts as that long."""

STONES, POSITIONS, OF_OTHERS = 12, 1000, 100
"""Random positions of 7x6; so many of them are asked of other programs, too."""
TARGET_SECONDS = 1.0
"""For all options of such a position, in 99 of 100 cases."""

C4_SECONDS, C4_NODES = 36.0, 94_400_000
"""What C. Steininger's c4, the fastest public solver, takes for the empty 7x6 with exact plies, in
one thread and 1 GiB; measured on such a machine, with two cores of an Intel Xeon."""
LIMITS = {(7, 6): C4_SECONDS, (6, 6): 60.0, (7, 5): 60.0, (8, 5): 60.0, (9, 4): 60.0}
"""Seconds for the best option of empty boards."""
LARGE_LIMITS = {(8, 6): 600.0, (7, 7): 600.0}
LEAST_SECONDS = 180.0
"""No search of an empty board is stopped sooner, whatever its limit."""

Find = Callable[[], list[int]]
"""Finds scores as in public test sets, see `Published`; this is what is timed."""
Prepare = Callable[[str, bool], Find]
"""Forgets everything and takes a position, as the columns of its moves. The bool asks for the
scores of all options, in the order of their columns, instead of that of the position."""


def this_solver() -> Prepare:
    """Return the analyses that the service gives, each with a line of play."""
    solver = Solver(Settings().table_mebibytes)
    solver.warm_up(wide_words=False)

    def prepare(columns: str, all_options: bool) -> Find:
        solver.forget()
        board, budget = board_after(columns), Budget(best_only=not all_options)
        return lambda: _scores(solver.analyse(board, budget), all_options=all_options)

    return prepare


def alpha_beta_alone() -> Prepare:
    """Return the main search of this solver, without what comes before and around it."""
    memory = TranspositionTable(Settings().table_mebibytes)

    def prepare(columns: str, all_options: bool) -> Find:
        assert not all_options
        memory.clear()
        board = board_after(columns)
        position, cells = gravity_position(board, memory), np.array(board.legal_moves, np.int64)
        assert position is not None
        search = GravityDeepening(position, cells, memory, best_only=True)

        def find() -> list[int]:
            search.advance(1 << 60)
            best = int(search.lower.max())
            return [_score(board, sign(best), WIN - abs(best))]

        return find

    return prepare


def bitbully() -> Prepare:
    """Return BitBully, by the fastest of its searches."""
    from bitbully.bitbully_core import BitBullyCore, BoardCore

    core = BitBullyCore()
    assert not core.isBookLoaded()

    def prepare(columns: str, all_options: bool) -> Find:
        core.resetTranspositionTable()
        board = BoardCore()
        assert board.play([int(column) - 1 for column in columns])
        if not all_options:
            return lambda: [core.nullWindow(board)]
        legal = [column for column in range(7) if board.isLegalMove(column)]

        def find() -> list[int]:
            scores = core.scoreMoves(board)
            return [scores[column] for column in legal]

        return find

    return prepare


OURS = {"this solver": this_solver, "its alpha-beta": alpha_beta_alone}
OTHERS = {"bitbully": bitbully}


class Program:
    """A program in a process of its own, which is ended if it takes too long."""

    def __init__(self, begin: Callable[[], Prepare], longest: float = LONGEST_SECONDS) -> None:
        """Take what begins the program in its process, and the most seconds for a question."""
        self._begin, self._longest = begin, longest
        self._process = self._start()

    def ask(self, columns: str, *, all_options: bool = False) -> tuple[float, list[int] | None]:
        """Return the seconds that a question takes, and the scores; None if it takes too long."""
        try:
            return self._process.submit(_answer, columns, all_options, self._longest).result()
        except BrokenProcessPool:
            self._process = self._start()
            return self._longest, None

    def _start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, context, _set_up, (self._begin,))


_prepare: Prepare


def _set_up(begin: Callable[[], Prepare]) -> None:
    """Begin a program in this process, and ask it something, since first answers take longer."""
    global _prepare
    _prepare = begin()
    _prepare(published()[0].columns, False)()


def _answer(columns: str, all_options: bool, longest: float) -> tuple[float, list[int]]:
    """Return the seconds that the program of this process takes, and its scores."""
    find = _prepare(columns, all_options)
    # Its signal ends the process. Meanwhile the clock of the process, not of the thread, is coarse.
    signal.setitimer(signal.ITIMER_PROF, longest)
    started = time.thread_time()
    scores = find()
    seconds = time.thread_time() - started
    signal.setitimer(signal.ITIMER_PROF, 0)
    return seconds, scores


def _score(board: Board, value: int, plies: int) -> int:
    """Return the score of a 7x6 board whose game ends after so many plies."""
    stones = (board.x | board.o).bit_count() + plies
    return value * (22 - (stones + 1) // 2)


def _scores(analysis: Analysis, *, all_options: bool) -> list[int]:
    """Return the score of the best option, or of all of them by their columns."""
    options = analysis.options if all_options else analysis.options[:1]
    scores = []
    for cell, known, _ in sorted(options, key=lambda each: each.cell % 7):
        assert known.value is not None, cell
        assert known.plies_to_end is not None, cell
        assert known.shortest, cell
        scores.append(_score(analysis.board, known.value, known.plies_to_end))
    return scores


def run() -> None:
    """Print how long the public sets, random positions and empty boards take."""
    programs = {name: Program(begin) for name, begin in (OURS | OTHERS).items()}
    _sets(programs)
    _random_positions({name: programs[name] for name in ("this solver", *OTHERS)})
    _empty_boards(LIMITS, {name: programs[name] for name in OTHERS})


def run_large() -> None:
    """Print how far ten minutes get on larger empty boards."""
    _empty_boards(LARGE_LIMITS, {})


def compare(
    programs: dict[str, Program], positions: list[Published]
) -> dict[str, tuple[float, bool]]:
    """Return of each program the mean of its seconds, and whether it ever took too long.

    All programs are asked about a position in turn. Raise a ValueError if a score is wrong.
    """
    seconds, late = dict.fromkeys(programs, 0.0), dict.fromkeys(programs, False)
    for position in positions:
        for name, program in programs.items():
            spent, scores = program.ask(position.columns)
            seconds[name] += spent / len(positions)
            late[name] |= scores is None
            if scores not in (None, [position.score]):
                raise ValueError(f"{name} says {scores} of {position}")
    return {name: (seconds[name], late[name]) for name in programs}


def _sets(programs: dict[str, Program]) -> None:
    """Print the mean times of the public sets."""
    rows, positions = [], published()
    for name in dict.fromkeys(each.name for each in positions):
        own = [each for each in positions if each.name == name]
        asked = random.Random(0).sample(own, SAMPLES.get(name, len(own)))
        means = compare(programs, asked)
        fastest = min(means[program][0] for program in OTHERS)
        rows.append(
            [
                name,
                f"{len(asked)} of {len(own)}",
                *("> " * late + duration(mean) for mean, late in means.values()),
                *(
                    "> " * means[program][1] + ratio(means[program][0] / fastest)
                    for program in OURS
                ),
            ]
        )
    header = ["set", "positions", *programs, *(f"{program} / fastest other" for program in OURS)]
    table("Connect Four, public sets of 7x6, mean processor time", header, rows)


def _random_positions(programs: dict[str, Program]) -> None:
    """Print how long all options of random positions take, with exact plies."""
    seconds: dict[str, list[float]] = {program: [] for program in programs}
    for number in range(POSITIONS):
        columns, answers = _random_game(number), set()
        for program, each in programs.items():
            if program in OURS or number < OF_OTHERS:
                spent, scores = each.ask(columns, all_options=True)
                seconds[program].append(spent)
                answers |= {tuple(scores)} if scores is not None else set()
        if len(answers) > 1:
            raise ValueError(f"after {columns}: {answers}")
    rows = [
        [
            program,
            f"{len(taken)}",
            duration(float(np.mean(taken[:OF_OTHERS]))),
            *(duration(float(np.percentile(taken, percent))) for percent in (50, 99, 100)),
            ratio(float(np.percentile(taken, 99)) / TARGET_SECONDS),
        ]
        for program, taken in seconds.items()
    ]
    header = [
        "program", "positions", f"mean of {OF_OTHERS}", "median", "p99", "longest",
        f"p99 / {TARGET_SECONDS:g} s",
    ]  # fmt: skip
    title = f"Connect Four, random positions of 7x6 with {STONES} stones, all options"
    table(f"{title}, processor time", header, rows)


def _random_game(number: int) -> str:
    """Return the columns of a seeded random game that is not over after `STONES` stones."""
    chance = random.Random(f"connect four {number}")
    while True:
        columns, board = "", Board(connect_four(7, 6))
        while board.status == "in_progress":
            if len(columns) == STONES:
                return columns
            cell = chance.choice(board.legal_moves)
            columns, board = columns + f"{cell % 7 + 1}", board.play(cell)


def _empty_boards(limits: dict[tuple[int, int], float], others: dict[str, Program]) -> None:
    """Print how long the best option of empty boards takes, or what is proven until then.

    Others are asked about 7x6 alone.
    """
    known = {(int(row[0]), int(row[1])): row[2:] for row in facts("connect_four_sizes.csv")}
    solver = Solver(Settings().table_mebibytes)
    solver.warm_up()
    rows = []
    for (width, height), limit in limits.items():
        solver.forget()
        started = time.process_time()
        end = started + max(limit, LEAST_SECONDS)

        def stop(_: Look, end: float = end) -> bool:
            return time.process_time() > end

        analysis = solver.analyse(Board(connect_four(width, height)), Budget(best_only=True), stop)
        seconds = time.process_time() - started
        _check(analysis, *known[width, height])
        nodes = analysis.search.nodes
        rows.append(
            [
                f"{width}x{height}",
                _told(analysis),
                duration(seconds),
                f"{nodes}",
                f"{nodes / seconds:.3g}",
                duration(limit),
                "> " * (not analysis.search.complete) + ratio(seconds / limit),
            ]
        )
        if others and (width, height) == (7, 6):
            taken = compare(others, [Published("empty", "", 1)])
            times = ("> " * late + duration(spent) for spent, late in taken.values())
            rows[-1] += [ratio(nodes / C4_NODES), *times]
        elif others:
            rows[-1] += [""] * (1 + len(others))
    header = ["empty board", "answer", "time", "nodes", "nodes/s", "limit", "time / limit"]
    header += ["nodes / c4's", *others] if others else []
    table("Connect Four, best option of empty boards, processor time", header, rows)


def _check(analysis: Analysis, winner: str, last_move: str) -> None:
    """Raise an error if an analysis of an empty board contradicts what is published."""
    found, value = analysis.assessment, {"0": 0, "1": 1, "2": -1}[winner]
    wrong = not found.bounds.lower <= value <= found.bounds.upper
    if wrong or (analysis.search.complete and f"{found.plies_to_end}" != last_move):
        raise ValueError(
            f"{analysis}, but winner {winner} and last stone {last_move} are published"
        )


def _told(analysis: Analysis) -> str:
    """Return what an analysis has proven."""
    found = analysis.assessment
    if analysis.search.complete and found.value is not None:
        return f"{VALUES[found.value]} in {found.plies_to_end}"
    least, most = (VALUES[bound] for bound in found.bounds)
    return f"{least} to {most}, known within {analysis.search.depth}"
