"""`python -m tests.benchmarks.tune`: learn the weights of the evaluation from self-play.

Games between equals, from seeded random openings, give positions and results. The weights are
those of the logistic regression of the result (a draw is half a win) on the open lines that each
side has, by the stones they lack: those of the side to move, and those of the side that waits. In
each round the games are played with the weights of the round before.
"""

from __future__ import annotations

import json
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from service.game import Board, Rules
from service.solver import linegames
from service.solver import weights as weights_file
from service.solver.kernels.evaluation import COMPLETES, NEARLY
from service.solver.outlook import Outlook
from tests.benchmarks.report import table

BOARDS = {4: Rules(10, 10, 4), 5: Rules(15, 15, 5), 6: Rules(14, 14, 6)}
ROUNDS = 3
GAMES = 200
"""Games of a round on one board."""
NODES = 3000
"""Nodes a move."""
OPENING = (2, 8)
"""Stones of an opening, at least and at most; they lie near each other."""
CARELESS = 0.05
"""How often a move is played at random among the most promising ones."""
RIDGE = 2.0
"""Strength of the pull of the weights towards 0, so that rare lines get no wild ones."""
UNIT = 1000
"""Weights are in thousandths of a logit."""
MOST_MISSING = 6
"""Lines that lack more stones get no weight."""

Sample = tuple[list[int], float]


def opening(rules: Rules, chance: random.Random) -> Board:
    """Some stones near the middle, none of which decides the game."""
    while True:
        board = Board(rules)
        for _ in range(chance.randint(*OPENING)):
            row = round(chance.gauss((rules.height - 1) / 2, 1.6))
            column = round(chance.gauss((rules.width - 1) / 2, 1.6))
            cell = row * rules.width + column
            if 0 <= row < rules.height and 0 <= column < rules.width and cell in board.legal_moves:
                board = board.play(cell)
        if not linegames.evaluated(board).census[:, NEARLY].any():
            return board


def choose(board: Board, memory: np.ndarray, chance: random.Random) -> int:
    """A move of self-play."""
    shuffled = board.legal_moves
    chance.shuffle(shuffled)
    cells = np.array(shuffled)
    bounds = np.full(cells.size, -1), np.ones(cells.size, np.int64)
    outlook = Outlook(board, cells, bounds, memory)
    position = linegames.evaluated(board)
    mover = int(board.to_move == "O")
    for player in (mover, 1 - mover):
        forced = [cell for cell in shuffled if position.urgency[player, cell] >= COMPLETES]
        if forced:
            return forced[0]
    outlook.advance(NODES)
    order = np.argsort(-outlook.estimates, kind="stable")
    careless = chance.random() < CARELESS
    return int(cells[order[chance.randrange(min(6, cells.size)) if careless else 0]])


def features(board: Board) -> list[int] | None:
    """Open lines by missing stones, of the mover, then of the other; None if one lacks one."""
    counters = linegames.line_board(board)
    row_length = board.rules.row_length
    counted = []
    for player in range(2):
        is_open = counters.counts[1 - player] == 0
        missing = row_length - counters.counts[player][is_open]
        counted.append(np.bincount(missing, minlength=row_length + 1))
    if counted[0][1] or counted[1][1]:
        return None
    return [int(each) for side in counted for each in side[2 : MOST_MISSING + 1]]


def play(rules: Rules, seed: int) -> list[Sample]:
    """The quiet positions of a game, each with its result for the side to move."""
    chance = random.Random(f"{rules} {seed}")
    board = opening(rules, chance)
    memory = np.zeros((1 << 16, 2), np.uint64)
    seen: list[tuple[list[int], str]] = []
    while board.status == "in_progress":
        found = features(board)
        if found is not None:
            seen.append((found, board.to_move))
        board = board.play(choose(board, memory, chance))
    half = 0.5
    return [
        (found, half if board.winner is None else float(board.winner == mover))
        for found, mover in seen
    ]


def fit(samples: list[Sample], row_length: int) -> list[list[int]]:
    """The weights of a row length; see `service.solver.weights`."""
    counts = np.array([sample[0] for sample in samples], float)
    results = np.array([sample[1] for sample in samples])
    columns = counts.shape[1] // 2
    counts[:, columns:] *= -1
    found = np.zeros(counts.shape[1])
    for _ in range(50):
        expected = 1 / (1 + np.exp(-counts @ found))
        slope = counts.T @ (results - expected) - RIDGE * found
        curve = (counts * (expected * (1 - expected))[:, None]).T @ counts
        found += np.linalg.solve(curve + RIDGE * np.eye(found.size), slope)
    rows = np.round(UNIT * found.reshape(2, columns)).astype(int).tolist()
    # A line that lacks one stone wins or is answered at once: it counts as one that lacks two.
    return [[row[0], row[0], *row][: row_length + 1] for row in rows]


def start(known: dict[str, list[list[int]]]) -> None:
    """Have a process play with these weights."""
    tuned = {int(key): np.array(rows, np.int64) for key, rows in known.items()}
    weights_file.weights.cache_clear()
    weights_file.tuned = lambda: tuned  # type: ignore[assignment]


def run() -> None:
    """Learn, print the weights of each round, and write the file."""
    path = Path(weights_file.__file__).with_name(weights_file.FILE)
    known = json.loads(path.read_text())["weights"]
    played: dict[str, int] = {}
    for number in range(ROUNDS):
        with ProcessPoolExecutor(2, initializer=start, initargs=(known,)) as pool:
            learnt = {}
            for row_length, rules in BOARDS.items():
                seeds = range(number * GAMES, (number + 1) * GAMES)
                games = list(pool.map(partial(play, rules), seeds, chunksize=10))
                samples = [sample for game in games for sample in game]
                learnt[str(row_length)] = fit(samples, row_length)
                played[str(row_length)] = len(samples)
        known = learnt
        rows = [
            [key, role, *(str(each) for each in row), *[""] * (MOST_MISSING + 1 - len(row))]
            for key, pair in known.items()
            for role, row in zip(("mover", "waiting"), pair, strict=True)
        ]
        header = ["row length", "side", *(f"lacks {lack}" for lack in range(MOST_MISSING + 1))]
        table(f"Weights after round {number + 1}, from {played} positions", header, rows)
    boards = {str(key): f"{rules.width}x{rules.height}" for key, rules in BOARDS.items()}
    how = {
        "by": "python -m tests.benchmarks.tune",
        "boards": boards,
        "rounds": ROUNDS,
        "games_a_round": GAMES,
        "nodes_a_move": NODES,
        "positions_of_last_round": played,
    }
    lines = json.dumps({"how": how, "weights": known}, indent=2)
    path.write_text(lines + "\n")


if __name__ == "__main__":
    run()
