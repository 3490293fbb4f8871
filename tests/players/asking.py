"""Asking levels about positions of the tests."""

from collections.abc import Callable, Iterable
from random import Random

from service.game import Board, Player, Rules
from service.players import LEVELS, STRENGTHS, Choice, Turn
from service.solver import Analysis, Budget, Solver

CLASSIC = Board(Rules(3, 3, 3))
WHOLE = Budget()


def ask(
    level: str, board: Board, solver: Solver, seed: int | None = None, budget: Budget = WHOLE
) -> Choice:
    """Return what a level, or a strength, chooses with all that the budget proves."""
    player = STRENGTHS[int(level)] if level.isdigit() else LEVELS[level]
    return player.choose(Turn(board, lambda: solver.analyse(board, budget), seed))


def searches(level: str) -> bool:
    """Return whether the level asks for an analysis before it chooses a move."""
    asked = []

    def analyse() -> Analysis:
        asked.append(level)
        return Solver(1).analyse(CLASSIC, WHOLE)

    LEVELS[level].choose(Turn(CLASSIC, analyse, seed=1))
    return bool(asked)


def draws(level: str) -> bool:
    """Return whether the level leaves its move to chance without a seed."""
    turn = Turn(CLASSIC, lambda: Solver(1).analyse(CLASSIC, WHOLE), seed=None)
    LEVELS[level].choose(turn)
    return turn.by_chance


def played(shape: tuple[int, int, int], plies: int, solver: Solver, chance: Random) -> Board:
    """Return a position as games have it: lines built and blocked, and some moves anywhere."""
    board = Board(Rules(*shape))
    for _ in range(plies):
        cell = ask("lines", board, solver, chance.randrange(1 << 30)).cell
        after = board.play(cell if chance.random() < 0.7 else chance.choice(board.legal_moves))
        if after.status != "in_progress":
            return board
        board = after
    return board


def met(side: Player, moves: Callable[[Board], Iterable[int]]) -> set[Board]:
    """Return all positions of 3x3 that a player of `side` can meet, who plays any of `moves`."""
    found: set[Board] = set()
    waiting = [CLASSIC]
    while waiting:
        board = waiting.pop()
        if board not in found:
            found.add(board)
            own = board.to_move == side and board.status == "in_progress"
            waiting += [board.play(cell) for cell in (moves(board) if own else board.legal_moves)]
    return found
