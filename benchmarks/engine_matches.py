"""Matches against engines that speak the Gomocup protocol, which the manager here judges."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from benchmarks.gomocup_engine import FaultError, GomocupEngine
from benchmarks.matches import fair_openings, interval
from benchmarks.report import duration, table
from service.game import Board, Rules, other
from service.research.tournament.chart import draw_chart
from service.research.tournament.games import Game
from service.research.tournament.standings import Record

OURS = "this solver"

Start = Callable[[], GomocupEngine]
"""Starts an engine for one game; FaultError if it cannot play it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A game with the reason why it ended early, if it did, and the longest answers."""

    game: Game
    fault: str | None
    slowest: dict[str, float]
    """Seconds, by name."""


def play(start: Board, first: Start, second: Start) -> Judged:
    """Return a game from a position, in which X moves first; a fault loses it."""
    board, last, plies, fault = start, None, 0, None
    with first() as x, second() as o:
        engines = {"X": x, "O": o}
        while board.status == "in_progress":
            try:
                last = engines[board.to_move].move(board, last)
            except FaultError as error:
                fault = str(error)
                break
            board, plies = board.play(last), plies + 1
    winner = other(board.to_move) if fault else board.winner
    game = Game(x.name, o.name, engines[winner].name if winner else None, plies)
    return Judged(game, fault, {x.name: x.slowest, o.name: o.slowest})


def match(ours: Start, theirs: Start, openings: Sequence[Board]) -> Iterator[Judged]:
    """Yield the games of each opening, with either colour, and a line about each as it ends."""
    for number, start in enumerate(openings, 1):
        for first, second in ((theirs, ours), (ours, theirs)):
            judged = play(start, first, second)
            game = judged.game
            print(
                f"opening {number}, {game.first} is X, {game.second} is O: "
                f"{f'{game.winner} wins' if game.winner else 'drawn'} after {game.plies} moves"
                f"{f', for {judged.fault}' if judged.fault else ''}",
                flush=True,
            )
            yield judged


def run(
    paths: Sequence[Path],
    rules: Rules,
    seconds: float,
    tolerance: float,
    openings: int,
    seed: int,
    chart: Path,
) -> None:
    """Play each engine; print the score of each match and draw them all."""
    own = [sys.executable, "-m", "service", "gomocup", "--row-length", f"{rules.row_length}"]
    ours = partial(GomocupEngine, OURS, own, rules, seconds, tolerance, SEARCH_THREADS="1")
    starts = list(fair_openings(rules, openings, seed))
    ladder, rows = [], []
    for path in paths:
        theirs = partial(GomocupEngine, path.name, [str(path)], rules, seconds, tolerance)
        try:
            judged = list(match(ours, theirs, starts))
        except FaultError as error:
            raise click.ClickException(f"{error}, so that there is no game.") from None
        record = Record()
        for each in judged:
            record.add(each.game, OURS)
        low, high = interval(record.wins, record.draws, record.games)
        faults = sum(each.fault is not None for each in judged)
        ladder.append((path.name, record))
        longest = [max(each.slowest[name] for each in judged) for name in (OURS, path.name)]
        rows.append(
            [
                path.name, f"{record.wins}", f"{record.draws}", f"{record.losses}", f"{faults}",
                f"{record.score:.1%}", f"{low:.1%} to {high:.1%}", f"{record.mean_plies:.0f}",
                *map(duration, longest),
            ]
        )  # fmt: skip
    header = ["opponent", "won", "drawn", "lost", "by fault", "score", "95 %", "moves"]
    game = f"{rules.width}x{rules.height}, {'exactly ' * rules.exact}{rules.row_length} in a row"
    title = f"{game}, {seconds:g} s a move"
    table(f"Matches: {title}", [*header, "longest answer", "theirs"], rows)
    chart.parent.mkdir(parents=True, exist_ok=True)
    chart.write_text(draw_chart(ladder, f"{title}: {OURS} against"), encoding="utf-8")
    print(f"drawn into {chart}")
