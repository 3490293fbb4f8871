"""Matches of the best option under other rules, by nodes a move: no busy machine changes them.

The opponent is the level `rules`; or on joined edges the flat game's own search, which sees the
board shifted so that the last move lies in the middle. Each opening is played from both sides.
"""

import random
from collections.abc import Callable

from benchmarks.matches import interval
from benchmarks.report import table
from service.game import Board, Rules, bits, name_rules, union
from service.players import LEVELS, Turn
from service.solver import Budget, Solver

NODES = 30_000
"""The nodes of an analysis, about 0.03 s."""
OPENINGS, STONES = 20, 3
"""The openings of a match, and their stones, which lie at random."""

Chooser = Callable[[Board, int], int]
"""Chooses a legal move after the last one."""


def best_option() -> Chooser:
    """Return a player of the best option of this solver."""
    solver = Solver(64)

    def choose(board: Board, last: int) -> int:
        return solver.analyse(board, Budget(nodes=NODES, best_only=True)).options[0].cell

    return choose


def flat_search() -> Chooser:
    """Return a player that shifts the last move to the middle and then forgets the joined edges."""
    choose_flat = best_option()

    def choose(board: Board, last: int) -> int:
        rules = board.rules
        down = (rules.height // 2 - last // rules.width) * rules.joins_rows
        right = (rules.width // 2 - last % rules.width) * rules.joins_columns

        def shifted(cell: int, sign: int) -> int:
            row, column = divmod(cell, rules.width)
            row = (row + sign * down) % rules.height
            return row * rules.width + (column + sign * right) % rules.width

        x, o = (union(1 << shifted(cell, 1) for cell in bits(own)) for own in (board.x, board.o))
        flat = Board(rules._replace(wrap="none"), x, o, board.to_move)
        return shifted(choose_flat(flat, shifted(last, 1)), -1)

    return choose


def level_rules() -> Chooser:
    """Return the level `rules`."""
    solver = Solver(1)

    def choose(board: Board, last: int) -> int:
        turn = Turn(board, lambda: solver.analyse(board, Budget(nodes=1)), seed=last)
        return LEVELS["rules"].choose(turn).cell

    return choose


OPPONENTS = {"the flat game's search": flat_search, "level rules": level_rules}
MATCHES = [
    (Rules(11, 11, 5, wrap="both"), "the flat game's search"),
    (Rules(15, 15, 5, wrap="both"), "the flat game's search"),
    (Rules(11, 11, 5, wrap="horizontal"), "level rules"),
    (Rules(11, 11, 5, wrap="both", exact=True), "level rules"),
    (Rules(9, 9, 4, gravity=True, wrap="both"), "level rules"),
    (Rules(9, 9, 5, gravity=True, exact=True), "level rules"),
    (Rules(9, 8, 4, gravity=True, misere=True), "level rules"),
    (Rules(9, 9, 4, misere=True), "level rules"),
    (Rules(12, 12, 5, misere=True), "level rules"),
]


def match(rules: Rules, opponent: str) -> tuple[int, int, int]:
    """Return wins, draws and losses of the best option."""
    results = {1: 0, 0: 0, -1: 0}
    for opening in range(OPENINGS):
        for colour in "XO":
            board, last = Board(rules), 0
            chance = random.Random(f"{rules} {opening}")
            choosers = {True: best_option(), False: OPPONENTS[opponent]()}
            while board.status == "in_progress":
                if board.occupied.bit_count() < STONES:
                    last = chance.choice(board.legal_moves)
                else:
                    last = choosers[board.to_move == colour](board, last)
                board = board.play(last)
            results[0 if board.winner is None else 1 if board.winner == colour else -1] += 1
    return results[1], results[0], results[-1]


def run() -> None:
    """Print the score of each match with its confidence interval."""
    rows = []
    for rules, opponent in MATCHES:
        wins, draws, losses = match(rules, opponent)
        games = wins + draws + losses
        low, high = interval(wins, draws, games)
        score = f"{(wins + draws / 2) / games:.1%}"
        counts = [f"{wins}", f"{draws}", f"{losses}"]
        rows.append([name_rules(rules), opponent, *counts, score, f"{low:.1%} to {high:.1%}"])
    header = ["game", "opponent", "won", "drawn", "lost", "score", "95 %"]
    table(f"Matches under other rules, {NODES:,} nodes a move", header, rows)
