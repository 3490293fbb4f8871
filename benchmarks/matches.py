"""Matches against other players: the same time a move, both sides, seeded openings."""

import math
import random
from collections.abc import Iterator

from benchmarks import contenders
from benchmarks.contenders import Player
from benchmarks.report import ratio, table
from benchmarks.tune import opening
from service.game import Board, Rules
from service.solver import Budget, Solver

BOARDS = [Rules(15, 15, 5), Rules(10, 10, 5), Rules(7, 7, 4), Rules(6, 6, 4)]
SECONDS = 0.1
OPENINGS = 20
"""Each is played twice, so that either side gets either colour."""
FAIR_NODES, FAIR_SCORE = 300_000, 0.4
"""An opening that after so many nodes has a greater score for either side is not played: who
has the better colour mostly wins it, and the players are not told apart."""
OPPONENTS = {
    "open_spiel MCTS": (contenders.open_spiel, 0.95),
    "easyAI negamax": (contenders.easy_ai, 0.99),
    "most lines": (contenders.most_lines, 0.99),
    "previous release": (contenders.previous_release, 0.5),
}
"""Each with the score that this solver is to reach."""


def play(board: Board, players: dict[str, Player]) -> Board:
    """Return the end of a game between the players of X and O."""
    while board.status == "in_progress":
        board = board.play(players[board.to_move](board, SECONDS))
    return board


def fair_openings(rules: Rules, count: int = OPENINGS, seed: int = 0) -> Iterator[Board]:
    """Yield seeded openings in which either side may win; fewer than `count` where few are."""
    solver = Solver(16)
    found = 0
    for number in range(10 * count):
        board = opening(rules, random.Random(f"match {rules} {seed} {number}"))
        known = solver.analyse(board, Budget(nodes=FAIR_NODES, best_only=True)).assessment
        if abs(known.score) <= FAIR_SCORE:
            yield board
            found += 1
        if found == count:
            return


def match(rules: Rules, one: Player, other: Player) -> tuple[int, int, int]:
    """Return wins, draws and losses of `one`."""
    results = {1: 0, 0: 0, -1: 0}
    for start in fair_openings(rules):
        for colour, players in (("X", {"X": one, "O": other}), ("O", {"X": other, "O": one})):
            end = play(start, players)
            results[0 if end.winner is None else 1 if end.winner == colour else -1] += 1
    return results[1], results[0], results[-1]


def interval(wins: int, draws: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the score (Wilson, 1927), with draws as half wins."""
    share, deviation = (wins + draws / 2) / games, 1.96
    spread = deviation**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = deviation / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / games / 4)
    return middle - half, middle + half


def run() -> None:
    """Print the score of each match with its confidence interval."""
    rows = []
    for name, (opponent, target) in OPPONENTS.items():
        for rules in BOARDS:
            with contenders.this_solver(rules) as ours, opponent(rules) as theirs:
                wins, draws, losses = match(rules, ours, theirs)
            games = wins + draws + losses
            score = (wins + draws / 2) / games
            low, high = interval(wins, draws, games)
            rows.append(
                [
                    f"{name}, {rules.width}x{rules.height}, {rules.row_length}",
                    f"{wins}",
                    f"{draws}",
                    f"{losses}",
                    f"{score:.1%}",
                    f"{low:.1%} to {high:.1%}",
                    ratio(score / target),
                ]
            )
    header = ["opponent and board", "won", "drawn", "lost", "score", "95 %", "score / target"]
    table(f"Matches, {SECONDS:g} s a move, openings played from both sides", header, rows)
