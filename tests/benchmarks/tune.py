"""`python -m tests.benchmarks.tune`: learn the weights of the evaluation from self-play.

Games between equals, from seeded random openings, give positions and results. The weights are
those of the logistic regression of the result (a draw is half a win) on what stones of each side
would make on the empty cells: classes and kinds, those of the side to move and those of the side
that waits. In each round the games are played with the weights of the round before.
"""

from __future__ import annotations

import json
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from service.game import Board, Rules
from service.solver.heuristic import weights as weights_file
from service.solver.heuristic.heuristic import HeuristicSearch, evaluated
from service.solver.lines import pattern_class
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASSES,
    FIVE,
    KINDS,
    MOST_LACKING,
    NOTHING,
    WINNING,
)
from tests.benchmarks.report import table

BOARDS = {4: Rules(10, 10, 4), 5: Rules(15, 15, 5), 6: Rules(14, 14, 6)}
ROUNDS = 2
GAMES = 300
"""Games of a round on one board."""
NODES = 800
"""Nodes a move."""
OPENING = (2, 8)
"""Stones of an opening, at least and at most; they lie near each other."""
CARELESS = 0.05
"""How often a move is played at random among the most promising ones."""
RIDGE = 4000.0
"""Strength of the pull of the weights towards those before, so that what is rare gets no wild
ones."""
UNIT = 1000
"""Weights are in thousandths of a logit."""
FEATURES = CLASSES + KINDS

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
        if not evaluated(board).census[:, FIVE].any():
            return board


def choose(board: Board, memory: np.ndarray, chance: random.Random) -> int:
    """A move of self-play."""
    shuffled = board.legal_moves
    chance.shuffle(shuffled)
    cells = np.array(shuffled)
    bounds = np.full(cells.size, -1), np.ones(cells.size, np.int64)
    heuristic = HeuristicSearch(board, cells, bounds, memory)
    position = evaluated(board)
    mover = int(board.to_move == "O")
    for player in (mover, 1 - mover):
        forced = [cell for cell in shuffled if position.kinds[player, cell] == FIVE]
        if forced:
            return forced[0]
    heuristic.advance(NODES)
    order = np.argsort(-heuristic.estimates, kind="stable")
    careless = chance.random() < CARELESS
    return int(cells[order[chance.randrange(min(6, cells.size)) if careless else 0]])


def features(board: Board) -> list[int] | None:
    """How many empty cells are of each class and kind, of the mover, then of the other, shape
    (2 * FEATURES,); None where the next moves are plain to see."""
    position = evaluated(board)
    mover = int(board.to_move == "O")
    if position.census[mover, WINNING:].any() or position.census[1 - mover, FIVE]:
        return None
    empty = position.owner == NOBODY
    counted: list[int] = []
    for player in (mover, 1 - mover):
        classes = position.classes[position.contents[empty, :, player]].ravel()
        counted += np.bincount(classes, minlength=CLASSES).tolist()
        counted += position.census[player].tolist()
    return counted


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


def fit(samples: list[Sample], row_length: int, before: np.ndarray) -> np.ndarray:
    """The weights of a row length from those before, shape (FEATURES, 2); see `weights`."""
    counts = np.array([sample[0] for sample in samples], float)
    results = np.array([sample[1] for sample in samples])
    counts[:, FEATURES:] *= -1
    # What a stone makes on a line without any other tells nothing.
    lonely = pattern_class(min(row_length - 2, MOST_LACKING), 0, 0)
    for feature in [*range(lonely), CLASSES + NOTHING]:
        counts[:, [feature, FEATURES + feature]] = 0
    known = before.T.reshape(-1) / UNIT
    found = known.copy()
    for _ in range(30):
        expected = 1 / (1 + np.exp(-counts @ found))
        slope = counts.T @ (results - expected) - RIDGE * (found - known)
        curve = (counts * (expected * (1 - expected))[:, None]).T @ counts
        found += np.linalg.solve(curve + RIDGE * np.eye(found.size), slope)
    learnt: np.ndarray = np.round(UNIT * found.reshape(2, FEATURES).T).astype(np.int64)
    return learnt


def start(known: dict[int, np.ndarray]) -> None:
    """Have a process play with these weights."""
    weights_file.tuned = lambda: known  # type: ignore[assignment]


def learn(
    number: int, known: dict[int, np.ndarray]
) -> tuple[dict[int, np.ndarray], dict[str, int]]:
    """The weights after one more round, and how many positions it took."""
    learnt, played = dict(known), {}
    with ProcessPoolExecutor(2, initializer=start, initargs=(known,)) as pool:
        for row_length, rules in BOARDS.items():
            seeds = range(number * GAMES, (number + 1) * GAMES)
            games = list(pool.map(partial(play, rules), seeds, chunksize=10))
            samples = [sample for game in games for sample in game]
            before = known[min(known, key=lambda each: abs(each - row_length))]
            learnt[row_length] = fit(samples, row_length, before)
            played[str(row_length)] = len(samples)
    return learnt, played


def run() -> None:
    """Learn, print the weights of each round, and write the file."""
    path = Path(weights_file.__file__).with_name(weights_file.FILE)
    known, played = weights_file.tuned(), dict[str, int]()
    for number in range(ROUNDS):
        known, played = learn(number, known)
        rows = [
            [str(feature), *(f"{known[each][feature].tolist()}" for each in BOARDS)]
            for feature in range(FEATURES)
        ]
        header = ["class or kind", *(f"row length {each}" for each in BOARDS)]
        table(f"Weights after round {number + 1}, from {played} positions", header, rows)
    how = {
        "by": "python -m tests.benchmarks.tune",
        "boards": {str(key): f"{rules.width}x{rules.height}" for key, rules in BOARDS.items()},
        "rounds": ROUNDS,
        "games_a_round": GAMES,
        "nodes_a_move": NODES,
        "positions_of_last_round": played,
    }
    tables = [f'    "{key}": {json.dumps(known[key].tolist())}' for key in BOARDS]
    weights = ",\n".join(tables)
    path.write_text(f'{{\n  "how": {json.dumps(how)},\n  "weights": {{\n{weights}\n  }}\n}}\n')


if __name__ == "__main__":
    run()
