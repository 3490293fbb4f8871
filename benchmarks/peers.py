"""The value of the empty board: this solver against others, cold, each in a process of its own.

The others find the value and a best move; this solver also proves every option, with plies.
"""

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from benchmarks.report import milliseconds, ratio, table
from service.game import Board, Rules
from service.solver import Budget, Solver

BOARDS = [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 3), Rules(4, 3, 4)]
LONGEST_SECONDS = 60
"""A peer that takes longer is stopped and counts as that long at least."""

Solve = Callable[[Rules], tuple[float, int]]
"""Seconds taken, and the value of the empty board for the first player."""


def this_solver(rules: Rules) -> tuple[float, int]:
    """Solve all options by this solver."""
    solver = Solver()
    solver.warm_up()
    solver.forget()
    started = time.perf_counter()
    value = solver.analyse(Board(rules), Budget()).assessment.value
    assert value is not None
    return time.perf_counter() - started, value


def textbook(rules: Rules) -> tuple[float, int]:
    """Solve by minimax as textbooks print it, without a table or pruning."""
    lines = Board(rules).geometry.lines.tolist()
    cells: list[str | None] = [None] * rules.cells

    def minimax(player: str) -> int:
        if any(all(cells[cell] == other(player) for cell in line) for line in lines):
            return -1
        values = []
        for cell in range(rules.cells):
            if cells[cell] is None:
                cells[cell] = player
                values.append(-minimax(other(player)))
                cells[cell] = None
        return max(values, default=0)

    def other(player: str) -> str:
        return "O" if player == "X" else "X"

    started = time.perf_counter()
    value = minimax("X")
    return time.perf_counter() - started, value


def open_spiel(rules: Rules) -> tuple[float, int]:
    """Solve by the alpha-beta search of OpenSpiel, in its `mnk` game."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    shape = f"m={rules.width},n={rules.height},k={rules.row_length}"
    game = pyspiel.load_game(f"mnk({shape})")
    started = time.perf_counter()
    value, _ = minimax.alpha_beta_search(game)
    return time.perf_counter() - started, int(value)


def easy_ai(rules: Rules) -> tuple[float, int]:
    """Solve by the negamax of easyAI with its transposition table, to the full depth."""
    from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame

    lines = Board(rules).geometry.lines.tolist()

    class Game(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self, players: list[object]) -> None:
            self.players = players
            self.current_player = 1
            self.cells = [0] * rules.cells

        def possible_moves(self) -> list[int]:
            return [cell for cell, owner in enumerate(self.cells) if owner == 0]

        def make_move(self, move: int) -> None:
            self.cells[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.cells[move] = 0

        def lose(self) -> bool:
            return any(
                all(self.cells[cell] == self.opponent_index for cell in line) for line in lines
            )

        def is_over(self) -> bool:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return (*self.cells, self.current_player)

    search = Negamax(rules.cells, tt=TranspositionTable())
    game = Game([AI_Player(search), AI_Player(search)])
    started = time.perf_counter()
    search(game)
    seconds = time.perf_counter() - started
    return seconds, (search.alpha > 0) - (search.alpha < 0)


PEERS: dict[str, Solve] = {
    "textbook minimax": textbook,
    "open_spiel alpha-beta": open_spiel,
    "easyAI with table": easy_ai,
}


def apart(solve: Solve, rules: Rules) -> tuple[float, int] | None:
    """Return the result of `solve` in a process of its own, or None when it takes too long."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, solve, rules))
    process.start()
    # The process also starts an interpreter and loads its libraries.
    finished = receiver.poll(LONGEST_SECONDS + 30)
    result: tuple[float, int] | None = receiver.recv() if finished else None
    process.terminate()
    process.join()
    return result


def _send(sender: Connection, solve: Solve, rules: Rules) -> None:
    sender.send(solve(rules))


def run() -> None:
    """Print how many times as long as this solver each peer takes."""
    rows = []
    for rules in BOARDS:
        ours = apart(this_solver, rules)
        assert ours is not None
        row = [f"{rules.width}x{rules.height}, {rules.row_length}", milliseconds(ours[0])]
        for solve in PEERS.values():
            theirs = apart(solve, rules)
            if theirs is None:
                row.append(f"> {ratio(LONGEST_SECONDS / ours[0])}")
            else:
                differs = "" if theirs[1] == ours[1] else f" says {theirs[1]}, not {ours[1]}"
                row.append(ratio(theirs[0] / ours[0]) + differs)
        rows.append(row)
    header = ["empty board", "this solver", *(f"{name} / this" for name in PEERS)]
    table("Peers, cold, as multiples of this solver's time", header, rows)
