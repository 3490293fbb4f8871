"""`python -m tests.benchmarks.tune`: learn the weights of the evaluation from self-play.

Games between equals, from seeded random openings, and positions a few promising moves beside them,
give positions, results, what the search saw a few plies on, and the move that it made. Of what
stones of each side would make on the empty cells, all four lines together, two regressions learn
what it is worth, to the side to move and to the side that waits, and how promising the best move
is; see `regression`. Shapes of which little is seen keep the sums of what their four classes and
their kind count.
"""

from __future__ import annotations

import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from service.game import Board, Rules, other
from service.solver.heuristic import weights as weights_file
from service.solver.heuristic.heuristic import HeuristicSearch, evaluated
from service.solver.heuristic.kernels.evaluation import promise
from service.solver.heuristic.kernels.score_table import SURE
from service.solver.heuristic.weights import nearest_tuned, tuned
from service.solver.lines import kinds_of_codes
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import CLASS_BITS, CLASSES, FIVE, WINNING
from tests.benchmarks.regression import Choice, Sample, classes_of, fit_promise, fit_worth

BOARDS = {4: Rules(10, 10, 4), 5: Rules(15, 15, 5), 6: Rules(12, 12, 6)}
GAMES = {4: 4000, 5: 9000, 6: 100}
"""Of each board. Those of six in a row are long."""
NODES = 2000
"""Nodes a move; positions beside the game get half as many."""
OPENING = (2, 8)
"""Stones of an opening, at least and at most; they lie near each other."""
CARELESS = 0.05
"""How often a move is played at random among the best."""
BESIDE, MOST_BESIDE = 12, 3
"""Promising moves of which some are played at random to get beside a game, and how many at most."""
RESULT_SHARE = 0.4
"""Of the target; the rest is what the search saw."""
LEAST_VALUED, LEAST_CHOSEN = 40, 150
"""Shapes seen on fewer cells are worth, and promise, what their classes do."""
UNIT = 1000
"""Scores are in thousandths of a logit."""


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


def look(board: Board, memory: np.ndarray, chance: random.Random, nodes: int) -> tuple[int, int]:
    """A move of self-play, and the score of the best."""
    shuffled = board.legal_moves
    chance.shuffle(shuffled)
    cells = np.array(shuffled)
    bounds = np.full(cells.size, -1), np.ones(cells.size, np.int64)
    heuristic = HeuristicSearch(board, cells, bounds, memory)
    heuristic.advance(nodes)
    order = np.argsort(-heuristic.scores, kind="stable")
    careless = chance.random() < CARELESS
    move = cells[order[chance.randrange(min(6, cells.size)) if careless else 0]]
    return int(move), int(heuristic.scores.max())


def beside(board: Board, chance: random.Random) -> Board:
    """The board after some promising moves, unless the game ends before."""
    for _ in range(chance.randint(1, MOST_BESIDE)):
        position, mover = evaluated(board), int(board.to_move == "O")
        promises = np.array([promise(position, mover, cell) for cell in board.legal_moves])
        likely = np.argsort(-promises, kind="stable")[:BESIDE].tolist()
        board = board.play(board.legal_moves[chance.choice(likely)])
        if board.status != "in_progress":
            break
    return board


def shapes_of(board: Board) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """The empty cells, and their shapes for the mover and the other, shape (cells,), int64; None
    where the next moves are plain to see."""
    position = evaluated(board)
    mover = int(board.to_move == "O")
    if position.census[mover, WINNING:].any() or position.census[1 - mover, FIVE]:
        return None
    cells = np.flatnonzero(position.owner == NOBODY)
    own, rival = (sorted_shapes(position.codes[player, cells]) for player in (mover, 1 - mover))
    return cells, own, rival


def sorted_shapes(codes: np.ndarray) -> np.ndarray:
    """The same codes, with the classes of the four lines in order."""
    classes = np.sort(classes_of(codes.astype(np.int64)))
    found: np.ndarray = (classes << CLASS_BITS * np.arange(4)).sum(axis=1)
    return found


def alive(codes: np.ndarray) -> np.ndarray:
    """Those of cells that are not dead, which are worth nothing."""
    return codes[codes > 0]


def play(rules: Rules, seed: int) -> tuple[list[Sample], list[Choice]]:
    """The quiet positions of a game, up to the first win that the search sees, and beside it."""
    chance = random.Random(f"{rules} {seed}")
    board, score = opening(rules, chance), 0
    memory = np.zeros((1 << 16, 2), np.uint64)
    seen, samples, choices = [], [], []
    while board.status == "in_progress" and abs(score) < SURE:
        found, mover = shapes_of(board), board.to_move
        aside = beside(board, chance)
        quiet = shapes_of(aside) if aside.status == "in_progress" else None
        if quiet is not None:
            aside_score = look(aside, memory, chance, NODES // 2)[1]
            samples.append(Sample(alive(quiet[1]), alive(quiet[2]), expected(aside_score)))
        move, score = look(board, memory, chance, NODES)
        if found is not None:
            cells, own, rival = found
            seen.append((alive(own), alive(rival), mover, score))
            choices.append(Choice(own, rival, int(np.searchsorted(cells, move))))
        board = board.play(move)
    winner = board.winner
    if winner is None and abs(score) >= SURE:
        winner = mover if score > 0 else other(mover)
    samples += [Sample(own, rival, target(each, score, winner)) for own, rival, each, score in seen]
    return samples, choices


def expected(score: int) -> float:
    """How likely a score wins."""
    return 1 / (1 + math.exp(-max(min(score / UNIT, 8), -8)))


def target(mover: str, score: int, winner: str | None) -> float:
    """What the regression is to say of a position."""
    result = 0.5 if winner is None else float(winner == mover)
    return RESULT_SHARE * result + (1 - RESULT_SHARE) * expected(score)


def learn(
    samples: list[Sample], choices: list[Choice], row_length: int
) -> tuple[list[list[int]], list[list[int]]]:
    """The weights of a row length, of classes and kinds and of shapes; see `weights`."""
    codes, counts, worth = fit_worth(samples, row_length)
    valued = dict(
        zip(codes[counts >= LEAST_VALUED].tolist(), worth[counts >= LEAST_VALUED], strict=True)
    )
    codes, counts, promises, alone = fit_promise(choices)
    enough = counts >= LEAST_CHOSEN
    chosen = dict(zip(codes[enough].tolist(), promises[enough], strict=True))
    table = np.hstack([tuned()[nearest_tuned(row_length)][:, :2], alone])
    found = []
    kinds = kinds_of_codes()
    for code in sorted((set(valued) | set(chosen)) - {0}):
        classes = classes_of(np.array([code]))[0]
        sums = table[classes].sum(axis=0) + table[CLASSES + kinds[code]]
        learnt = [valued.get(code, sums[:2]), chosen.get(code, sums[2:])]
        found.append(np.concatenate([classes, *learnt]).tolist())
    return table.tolist(), found


def run() -> None:
    """Learn, and write the file."""
    path = Path(weights_file.__file__).with_name(weights_file.FILE)
    tables: dict[str, dict[int, Any]] = {"weights": {}, "shapes": {}}
    positions = {}
    with ProcessPoolExecutor(2) as pool:
        for row_length, rules in BOARDS.items():
            games = list(pool.map(partial(play, rules), range(GAMES[row_length]), chunksize=10))
            samples = [sample for game in games for sample in game[0]]
            choices = [choice for game in games for choice in game[1]]
            found = learn(samples, choices, row_length)
            tables["weights"][row_length], tables["shapes"][row_length] = found
            positions[row_length] = len(samples)
            print(f"{rules}: {len(found[1])} shapes from {len(samples)} positions")
    how = {
        "by": "python -m tests.benchmarks.tune",
        "boards": {key: f"{rules.width}x{rules.height}" for key, rules in BOARDS.items()},
        "games": GAMES,
        "nodes_a_move": NODES,
        "positions": positions,
    }
    parts = [f'  "how": {json.dumps(how)}']
    for name, table in tables.items():
        rows = (
            f'    "{key}": {json.dumps(row, separators=(",", ":"))}' for key, row in table.items()
        )
        parts.append(f'  "{name}": {{\n' + ",\n".join(rows) + "\n  }")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    run()
