"""`python -m tests.benchmarks.tune`: learn the weights of the evaluation from self-play.

Games between equals, from seeded random openings, give positions, results, and what the search saw
a few plies on. The weights are those of the logistic regression of both on what stones of each side
would make on the empty cells, all four lines together: those of the side to move and those of the
side that waits. Where little is seen of a shape they stay near those before, at first the sums of
the weights of its four classes and its kind.
"""

from __future__ import annotations

import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from service.game import Board, Rules, other
from service.solver.heuristic import weights as weights_file
from service.solver.heuristic.heuristic import HeuristicSearch, evaluated
from service.solver.heuristic.kernels.score_table import SURE
from service.solver.heuristic.weights import shapes
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import CLASS_BITS, FIVE, WINNING

BOARDS = {5: Rules(15, 15, 5)}
GAMES = 3000
"""Of one board."""
NODES = 2000
"""Nodes a move."""
OPENING = (2, 8)
"""Stones of an opening, at least and at most; they lie near each other."""
CARELESS = 0.06
"""How often a move is played at random among the most promising ones."""
RESULT_SHARE = 0.5
"""Of the target; the rest is what the search saw."""
RIDGE = 20.0
"""Strength of the pull of the weights towards those before."""
LEAST_SEEN = 30
"""Shapes seen on fewer cells keep the weights of their classes."""
STEPS = ((150, 0.02), (60, 0.006), (40, 0.002))
"""How many steps the regression takes, and how large they are at most, in logits."""
UNIT = 1000
"""Weights are in thousandths of a logit."""

Sample = tuple[np.ndarray, np.ndarray, float]
"""The shapes of the cells for the mover and for the other, int64, and the target."""


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


def look(board: Board, memory: np.ndarray, chance: random.Random) -> tuple[int, int]:
    """A move of self-play, and the score of the best."""
    shuffled = board.legal_moves
    chance.shuffle(shuffled)
    cells = np.array(shuffled)
    bounds = np.full(cells.size, -1), np.ones(cells.size, np.int64)
    heuristic = HeuristicSearch(board, cells, bounds, memory)
    heuristic.advance(NODES)
    order = np.argsort(-heuristic.scores, kind="stable")
    careless = chance.random() < CARELESS
    move = cells[order[chance.randrange(min(6, cells.size)) if careless else 0]]
    return int(move), int(heuristic.scores.max())


def shapes_of(board: Board) -> tuple[np.ndarray, np.ndarray] | None:
    """The shapes of the empty cells, for the mover and the other, the classes of each in order;
    None where the next moves are plain to see."""
    position = evaluated(board)
    mover = int(board.to_move == "O")
    if position.census[mover, WINNING:].any() or position.census[1 - mover, FIVE]:
        return None
    own, rival = (
        sorted_shapes(position.codes[player, position.owner == NOBODY])
        for player in (mover, 1 - mover)
    )
    return own, rival


def sorted_shapes(codes: np.ndarray) -> np.ndarray:
    """The same codes, with the classes of the four lines in order, where there are any."""
    shifts = CLASS_BITS * np.arange(4)
    classes = np.sort(codes[codes > 0, None] >> shifts & ((1 << CLASS_BITS) - 1))
    found: np.ndarray = (classes.astype(np.int64) << shifts).sum(axis=1)
    return found


def play(rules: Rules, seed: int) -> list[Sample]:
    """The quiet positions of a game, up to the first win that the search sees."""
    chance = random.Random(f"{rules} {seed}")
    board, score = opening(rules, chance), 0
    memory = np.zeros((1 << 16, 2), np.uint64)
    seen = []
    while board.status == "in_progress" and abs(score) < SURE:
        found, mover = shapes_of(board), board.to_move
        move, score = look(board, memory, chance)
        if found is not None:
            seen.append((*found, mover, score))
        board = board.play(move)
    winner = board.winner
    if winner is None and abs(score) >= SURE:
        winner = mover if score > 0 else other(mover)
    return [(own, rival, target(each, score, winner)) for own, rival, each, score in seen]


def target(mover: str, score: int, winner: str | None) -> float:
    """What the regression is to say of a position."""
    result = 0.5 if winner is None else float(winner == mover)
    expected = 1 / (1 + math.exp(-max(min(score / UNIT, 8), -8)))
    return RESULT_SHARE * result + (1 - RESULT_SHARE) * expected


def fit(samples: list[Sample], row_length: int) -> list[list[int]]:
    """What is learnt of each shape that was seen; see `weights.tuned_shapes`."""
    targets = np.array([sample[2] for sample in samples])
    sizes = [side.size for sample in samples for side in sample[:2]]
    rows = np.repeat(np.repeat(np.arange(len(samples)), 2), sizes)
    waiting = np.repeat(np.tile([0, 1], len(samples)), sizes)
    seen, columns, counts = np.unique(
        np.concatenate([side for sample in samples for side in sample[:2]]),
        return_inverse=True,
        return_counts=True,
    )
    columns = columns + waiting * seen.size
    signs = 1.0 - 2 * waiting
    before = shapes(row_length)[seen, :2].T.reshape(-1) / UNIT
    found, mean, square = before.copy(), np.zeros_like(before), np.zeros_like(before)
    step = 0
    # Adam (Kingma and Ba, 2015).
    for count, size in STEPS:
        for _ in range(count):
            step += 1
            logits = np.bincount(rows, signs * found[columns], targets.size)
            errors = 1 / (1 + np.exp(-logits)) - targets
            slope: np.ndarray = np.bincount(columns, signs * errors[rows], found.size)
            slope = slope + RIDGE * (found - before)
            mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
            spread = np.sqrt(square / (1 - 0.99**step)) + 1e-9
            found = found - size * mean / (1 - 0.9**step) / spread
    learnt = np.round(UNIT * found.reshape(2, -1)).astype(np.int64)
    classes = seen[:, None] >> CLASS_BITS * np.arange(4) & ((1 << CLASS_BITS) - 1)
    kept: list[list[int]] = np.column_stack([classes, learnt.T])[counts >= LEAST_SEEN].tolist()
    return kept


def run() -> None:
    """Learn, and write the file."""
    path = Path(weights_file.__file__).with_name(weights_file.FILE)
    learnt, positions = {}, {}
    with ProcessPoolExecutor(2) as pool:
        for row_length, rules in BOARDS.items():
            games = list(pool.map(partial(play, rules), range(GAMES), chunksize=10))
            samples = [sample for game in games for sample in game]
            learnt[row_length] = fit(samples, row_length)
            positions[row_length] = len(samples)
            print(f"{rules}: {len(learnt[row_length])} shapes from {len(samples)} positions")
    data = json.loads(path.read_text())
    data["how"]["shapes"] = {
        "by": "python -m tests.benchmarks.tune",
        "boards": {key: f"{rules.width}x{rules.height}" for key, rules in BOARDS.items()},
        "games": GAMES,
        "nodes_a_move": NODES,
        "positions": positions,
    }
    tables = {
        name: ",\n".join(
            f'    "{key}": {json.dumps(rows, separators=(",", ":"))}' for key, rows in table.items()
        )
        for name, table in (("weights", data["weights"]), ("shapes", learnt))
    }
    parts = [f'  "how": {json.dumps(data["how"])}']
    parts += [f'  "{name}": {{\n{table}\n  }}' for name, table in tables.items()]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    run()
