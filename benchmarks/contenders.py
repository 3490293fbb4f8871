"""Players for matches: this solver, its predecessor, and others, each with the same time a move."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import requests

from service.game import Board, Rules, flags_of, render
from service.solver import Budget, Solver
from service.solver.root import look_at_root
from tests.support.live_server import START_SECONDS
from tests.support.ports import free_port
from tests.support.project import ROOT
from tests.support.waiting import wait_until

Player = Callable[[Board, float], int]
"""Chooses a legal move within about so many seconds."""


@contextmanager
def this_solver(rules: Rules) -> Iterator[Player]:
    """Provide this solver with all cores, as the service plays."""
    solver = Solver(64, threads=2)
    solver.warm_up()

    def choose(board: Board, seconds: float) -> int:
        return solver.analyse(board, Budget(seconds=seconds, best_only=True)).options[0].cell

    yield choose


@contextmanager
def most_lines(rules: Rules) -> Iterator[Player]:
    """Provide a player without search: a win, else a block, else the most promising cell."""

    def choose(board: Board, seconds: float) -> int:
        contents = board.contents
        promise = np.where(contents == 0, look_at_root(board).scores, -np.inf)
        lines = contents[board.geometry.lines]
        for player in (1, 2):
            nearly = (lines == player).sum(axis=1) == board.rules.row_length - 1
            for line in board.geometry.lines[nearly]:
                for cell in line[contents[line] == 0].tolist():
                    return int(cell)
        return int(promise.argmax())

    yield choose


@contextmanager
def open_spiel(rules: Rules) -> Iterator[Player]:
    """Provide a player of OpenSpiel: Monte Carlo tree search with random rollouts, in C++."""
    import pyspiel

    shape = f"m={rules.width},n={rules.height},k={rules.row_length}"
    game = pyspiel.load_game(f"mnk({shape})")
    rate = 1000.0

    def choose(board: Board, seconds: float) -> int:
        nonlocal rate
        state = game.new_initial_state()
        stones = {player: cells(board, player) for player in "XO"}
        # The order of the stones is of no account, as long as nobody has won.
        for index in range(len(stones["X"]) + len(stones["O"])):
            state.apply_action(stones["XO"[index % 2]][index // 2])
        simulations = max(int(rate * seconds), 2)
        evaluator = pyspiel.RandomRolloutEvaluator(1, len(stones["X"]))
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, True, 1, False)
        started = time.perf_counter()
        action: int = bot.step(state)
        rate = simulations / (time.perf_counter() - started)
        return action

    yield choose


def cells(board: Board, player: str) -> list[int]:
    """Return the player's stones, ascending."""
    flags = flags_of(board.x if player == "X" else board.o, board.rules.cells)
    found: list[int] = np.flatnonzero(flags).tolist()
    return found


class TimeIsUpError(Exception):
    """A search has used up its time."""


@contextmanager
def easy_ai(rules: Rules) -> Iterator[Player]:
    """Provide a player of easyAI: negamax, deepened until the time is up."""
    from easyAI import AI_Player, Negamax, TwoPlayerGame

    lines = Board(rules).geometry.lines.tolist()
    through: list[list[list[int]]] = [[] for _ in range(rules.cells)]
    for line in lines:
        for cell in line:
            through[cell].append(line)

    class Game(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self, board: Board, deadline: float) -> None:
            self.players = [AI_Player(None), AI_Player(None)]
            self.current_player = 1 if board.to_move == "X" else 2
            self.deadline = deadline
            self.cells = [0] * rules.cells
            for number, player in ((1, "X"), (2, "O")):
                for cell in cells(board, player):
                    self.cells[cell] = number
            self.last: list[int] = []

        def possible_moves(self) -> list[int]:
            return [cell for cell, owner in enumerate(self.cells) if owner == 0]

        def make_move(self, move: int) -> None:
            if time.perf_counter() > self.deadline:
                raise TimeIsUpError
            self.cells[move] = self.current_player
            self.last.append(move)

        def unmake_move(self, move: int) -> None:
            self.cells[move] = 0
            self.last.pop()

        def lose(self) -> bool:
            return bool(self.last) and any(
                all(self.cells[cell] == self.opponent_index for cell in line)
                for line in through[self.last[-1]]
            )

        def is_over(self) -> bool:
            return self.lose() or 0 not in self.cells

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    def choose(board: Board, seconds: float) -> int:
        deadline = time.perf_counter() + seconds
        move, depth = board.legal_moves[0], 1
        while depth <= len(board.legal_moves):
            try:
                move = Negamax(depth)(Game(board, deadline))
            except TimeIsUpError:
                break
            depth += 1
        return int(move)

    yield choose


def predecessor() -> str | None:
    """Return the revision before the last change of the evaluation; None outside a repository."""
    command = ["git", "log", "-1", "--format=%H", "--", "service/solver/heuristic/evaluation.json"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"{found.stdout.strip()}^" if found.stdout.strip() else None


@contextmanager
def previous_release(rules: Rules) -> Iterator[Player]:
    """Provide the service as it was before the last change of the evaluation, over HTTP."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", predecessor() or "HEAD", "service"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        port = free_port()
        command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
        with subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL) as process:
            url = f"http://127.0.0.1:{port}"
            try:
                wait_until(lambda: is_ready(url), START_SECONDS)
                yield lambda board, seconds: ask(url, board, seconds)
            finally:
                process.terminate()


def is_ready(url: str) -> bool:
    """Return whether a service answers; it may have to compile its kernels first."""
    try:
        return requests.get(f"{url}/readyz", timeout=5).ok
    except requests.ConnectionError:
        return False


def ask(url: str, board: Board, seconds: float) -> int:
    """Return the best move that a running service gives."""
    question: dict[str, Any] = {
        "board": render(board),
        "row_length": board.rules.row_length,
        "to_move": board.to_move,
        "time_limit_ms": round(1000 * seconds),
        "evaluate": "best",
    }
    answer = requests.post(f"{url}/move", json=question, timeout=60)
    answer.raise_for_status()
    best = answer.json()["best_move"]
    return int(best["row"]) * board.rules.width + int(best["column"])
