"""`python -m benchmarks.tune`: learn the evaluation from self-play.

Games between equals, from seeded random openings, and positions a few promising moves beside them,
give positions, results, what the search saw a few plies on, and the move that it made. Of what
stones of each side would make on the empty cells, all four lines together, a net learns who wins
(see `net`), and a regression how promising the best move is (see `regression`). Forms of which
little is seen count what their four classes and their kind do. The games are played with the
evaluation that there is, and take about an hour of processor time.
"""

import json
import math
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.net import SCORE, Sample, learn_net
from benchmarks.regression import Choice, fit_promise, kinds_of
from service.game import Board, Rules, other
from service.solver.heuristic import weights
from service.solver.heuristic.heuristic import HeuristicSearch, evaluated
from service.solver.heuristic.kernels.transposition_table import MATE, SURE
from service.solver.heuristic.weights import POLICIES
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASSES,
    FAR,
    FIVE,
    WINNING,
    classes_of,
    codes_of,
)

BOARDS = {4: Rules(10, 10, 4), 5: Rules(15, 15, 5), 6: Rules(12, 12, 6)}
GAMES = {4: 8000, 5: 14000, 6: 500}
"""Of each board, with the seeds from 0 on. Those of four in a row are short, those of six long."""
MOST_CHOICES = 40_000
"""So many moves tell what is promising."""
NODES = 4000
"""Nodes a move; positions beside the game get half as many."""
LEAST_STONES, MOST_STONES = 2, 8
"""Of an opening; they lie near each other."""
BALANCE, BALANCE_NODES = 1500, 300
"""How good at most so many nodes see an opening for either side: even games teach most."""
CARELESS = 0.05
"""How often a move is played at random among the best."""
BESIDE, MOST_BESIDE, ASIDES = 12, 3, 2
"""Promising moves of which some are played at random to get beside a game, how many at most, and
how often from each position."""
RESULT_SHARE = 0.25
"""Of the target; the rest is what the search saw."""
SOON = 9
"""Wins within so many plies are seen by the search itself at its leaves, and so not learnt."""
LEAST_FELT, LEAST_CHOSEN = 60, 150
"""Forms seen on fewer cells add to lanes, and promise, what their classes do."""
ALL_FAR = sum(FAR << CLASS_BITS * line for line in range(4))


def opening(rules: Rules, chance: random.Random, most: int = MOST_STONES) -> Board:
    """Return some stones near the middle, none of which decides the game."""
    while True:
        board = Board(rules)
        for _ in range(chance.randint(LEAST_STONES, most)):
            row = round(chance.gauss((rules.height - 1) / 2, 1.6))
            column = round(chance.gauss((rules.width - 1) / 2, 1.6))
            cell = row * rules.width + column
            if 0 <= row < rules.height and 0 <= column < rules.width and cell in board.legal_moves:
                board = board.play(cell)
        if not evaluated(board).kind_counts[:, FIVE].any():
            return board


def look(board: Board, memory: np.ndarray, chance: random.Random, nodes: int) -> tuple[int, int]:
    """Return a move of self-play, and the score of the best."""
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
    """Return the board after some promising moves, unless the game ends before."""
    for _ in range(chance.randint(1, MOST_BESIDE)):
        position, mover = evaluated(board), int(board.to_move == "O")
        own, opposing = position.network.policy[position.forms[[mover, 1 - mover]]]
        policy = own["own"] + opposing["opposing"]
        policy[position.owner != NOBODY] = -1
        likely = np.argsort(-policy, kind="stable")[: min(BESIDE, board.empty.bit_count())]
        board = board.play(chance.choice(likely.tolist()))
        if board.status != "in_progress":
            break
    return board


def forms_of(board: Board) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return the empty cells, and their forms for the mover and the other, shape (cells,), int64.

    Return None if the end of the game is near.
    """
    position = evaluated(board)
    mover = int(board.to_move == "O")
    if position.kind_counts[mover, WINNING:].any() or position.kind_counts[1 - mover, FIVE]:
        return None
    cells = np.flatnonzero(position.owner == NOBODY)
    own, rival = (sorted_codes(position.codes[player, cells]) for player in (mover, 1 - mover))
    return cells, own, rival


def sorted_codes(codes: np.ndarray) -> np.ndarray:
    """Return codes with the classes of their four lines in order."""
    classes = np.sort(classes_of(codes))
    return codes_of(classes).astype(np.int32)


def sample(own: np.ndarray, rival: np.ndarray, target: float) -> Sample:
    """Return a sample of what counts: cells with more than dead and far lines for either side."""
    near = np.maximum(own, rival) > ALL_FAR
    pairs = own[near].astype(np.int64) << 4 * CLASS_BITS | rival[near]
    kinds, times = np.unique(pairs, return_counts=True)
    return Sample(kinds >> 4 * CLASS_BITS, kinds & (1 << 4 * CLASS_BITS) - 1, times, target)


def play(rules: Rules, seed: int) -> tuple[list[Sample], list[Choice]]:
    """Return the quiet positions of a game and beside it, up to a win that the search sees."""
    chance = random.Random(f"{rules} {seed}")
    memory = np.zeros((1 << 16, 2), np.uint64)
    board, score = opening(rules, chance), 0
    while abs(look(board, memory, chance, BALANCE_NODES)[1]) > BALANCE:
        board = opening(rules, chance)
    seen, samples, choices = [], [], []
    while board.status == "in_progress" and abs(score) < SURE:
        found, mover = forms_of(board), board.to_move
        for _ in range(ASIDES):
            aside = beside(board, chance)
            quiet = forms_of(aside) if aside.status == "in_progress" else None
            if quiet is not None:
                aside_score = look(aside, memory, chance, NODES // 2)[1]
                if MATE - aside_score > SOON:
                    samples.append(sample(quiet[1], quiet[2], expected(aside_score)))
        move, score = look(board, memory, chance, NODES)
        if found is not None:
            cells, own, rival = found
            if MATE - score > SOON:
                seen.append((own, rival, mover, score))
            choices.append(Choice(own, rival, int(np.searchsorted(cells, move))))
        board = board.play(move)
    winner = board.winner
    if winner is None and abs(score) >= SURE:
        winner = mover if score > 0 else other(mover)
    samples += [sample(own, rival, target(each, score, winner)) for own, rival, each, score in seen]
    return [each for each in samples if each.own.size], choices


def expected(score: int) -> float:
    """Return how likely a score wins."""
    return 1 / (1 + math.exp(-max(min(score / SCORE, 5), -5)))


def target(mover: str, score: int, winner: str | None) -> float:
    """Return what the net is to say of a position."""
    result = 0.5 if winner is None else float(winner == mover)
    return RESULT_SHARE * result + (1 - RESULT_SHARE) * expected(score)


def learn(samples: list[Sample], choices: list[Choice]) -> dict[str, Any]:
    """Return what there is to learn of a row length; see `TrainedWeights` in `weights`."""
    codes, counts, added, apart, units = learn_net(samples)
    felt = dict(zip(codes[counts >= LEAST_FELT].tolist(), added[counts >= LEAST_FELT], strict=True))
    codes, counts, promises, alone = fit_promise(choices)
    enough = counts >= LEAST_CHOSEN
    chosen = dict(zip(codes[enough].tolist(), promises[enough], strict=True))
    table, forms = np.hstack([alone, apart]), []
    known = np.array(sorted(set(felt) | set(chosen)), np.int64)
    for code, classes, kind in zip(known, classes_of(known), kinds_of(known), strict=True):
        sums = table[classes].sum(axis=0) + table[CLASSES + kind]
        found = [chosen.get(code, sums[:POLICIES]), felt.get(code, sums[POLICIES:])]
        forms.append(np.concatenate([classes, *found]).tolist())
    return {"apart": table.tolist(), "forms": forms, "units": units.tolist()}


def write(path: Path, how: dict[str, Any], learnt: dict[int, dict[str, Any]]) -> None:
    """Write what is learnt, one table a line."""
    parts = []
    for row_length, tables in learnt.items():
        rows = (
            f'      "{name}": {json.dumps(table, separators=(",", ":"))}'
            for name, table in tables.items()
        )
        parts.append(f'    "{row_length}": {{\n' + ",\n".join(rows) + "\n    }")
    learnt_text = '  "learnt": {\n' + ",\n".join(parts) + "\n  }"
    path.write_text(f'{{\n  "how": {json.dumps(how)},\n{learnt_text}\n}}\n')


def run() -> None:
    """Learn, and write the file."""
    learnt, positions, start = {}, {}, time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        for row_length, rules in BOARDS.items():
            games = list(pool.map(partial(play, rules), range(GAMES[row_length]), chunksize=10))
            samples = [sample for game in games for sample in game[0]]
            choices = [choice for game in games for choice in game[1]]
            learnt[row_length] = learn(samples, choices[:MOST_CHOICES])
            positions[row_length] = len(samples)
            forms = len(learnt[row_length]["forms"])
            print(f"{rules}: {forms} forms from {len(samples)} positions")
    how = {
        "by": "python -m benchmarks.tune",
        "boards": {key: f"{rules.width}x{rules.height}" for key, rules in BOARDS.items()},
        "games": GAMES,
        "nodes_a_move": NODES,
        "positions": positions,
        "seconds": round(time.perf_counter() - start),
    }
    write(Path(weights.__file__).with_name(weights.FILE), how, learnt)


if __name__ == "__main__":
    run()
