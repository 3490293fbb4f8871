"""An engine for the managers of five-in-a-row tournaments.

The manager sends commands and the engine answers, in lines of text: the Gomocup protocol, which is
described at https://plastovicka.github.io/protocl2en.htm. Here the engine is X and its opponent O.
"""

import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from threading import Event, Thread
from traceback import format_exception

import click

from service import __version__
from service.game import Board, Player, parse, render
from service.players import DEFAULT_LEVEL, LEVELS, Turn
from service.research.gomocup.limits import Limits
from service.settings import Settings
from service.solver import Budget, Solver

ABOUT = f'name="k-in-a-row", version="{__version__}", author="The k-in-a-row authors"'


class Engine:
    """Plays one game after another as the manager commands."""

    def __init__(
        self, settings: Settings, row_length: int, empty_board: Callable[[int, int], Board]
    ) -> None:
        """`empty_board` makes a board of a width and a height, or raises UsageError."""
        self._empty_board = empty_board
        self._limits = Limits(settings, row_length)
        self._board: Board | None = None
        self._setup: list[str] | None = None
        """The lines since BOARD; None except between BOARD and DONE."""
        self._solver = lru_cache(maxsize=1)(partial(Solver, threads=settings.threads_per_search))
        """The solver with a table of so many MiB, the same until another size is asked for."""
        self._search: Thread | None = None
        self._stopped = Event()

    def execute(self, line: str) -> None:
        """Execute a command once the former one is done. A thread searches for moves."""
        arrived = time.monotonic()
        self.wait()
        if self._setup is not None and line.upper() != "DONE":
            self._setup.append(line)
            return
        command, _, rest = line.partition(" ")
        try:
            answer = self._answer(command.upper(), rest, arrived)
        except (ValueError, MemoryError, click.UsageError) as error:
            answer = f"ERROR {' '.join(str(error).split())}"
        if answer:
            click.echo(answer)

    def wait(self) -> None:
        """Wait for the search for a move, if there is one."""
        if self._search is not None:
            self._search.join()

    def stop(self) -> None:
        """End the search for a move without an answer."""
        self._stopped.set()
        self.wait()

    def _answer(self, command: str, rest: str, arrived: float) -> str:
        """Execute a command and return the answer, if any; ValueError with what is wrong."""
        match command:
            case "START":
                return self._start(*_numbers(rest, 1) * 2)
            case "RECTSTART":
                return self._start(*_numbers(rest, 2))
            case "RESTART":
                return self._restart(Board(self._playing.rules))
            case "BOARD":
                self._setup = []
            case "BEGIN" | "TURN" | "DONE":
                self._think(self._position(command, rest), arrived)
            case "INFO":
                key, _, value = rest.lower().partition(" ")
                self._limits.note(key, value)
                if key in self._limits.problems:
                    # INFO is not answered, but a message to people may come at any time.
                    return f"MESSAGE {self._limits.problems[key]}"
            case "TAKEBACK":
                return self._take_back(rest)
            case "PLAY":
                return self._play(rest)
            case "ABOUT":
                return ABOUT
            case _:
                return f"UNKNOWN {command:.20}"
        return ""

    @property
    def _playing(self) -> Board:
        """Return the board of the game; ValueError before START."""
        if self._board is None:
            raise ValueError("There is no board yet; send START first.")
        return self._board

    def _start(self, width: int, height: int) -> str:
        board = self._empty_board(width, height)
        if self._board is None:
            if not Solver.compiled():
                click.echo("MESSAGE Compiling the solver, once on this machine; it takes a minute.")
            Solver(1).warm_up()
        return self._restart(board)

    def _restart(self, board: Board) -> str:
        self._board, self._limits.spent = board, 0.0
        return "OK"

    def _position(self, command: str, rest: str) -> Board:
        """Return the position in which the engine is to move."""
        lines, self._setup = self._setup, None
        board = self._playing
        if command == "DONE":
            if lines is None:
                raise ValueError("DONE comes after BOARD.")
            board = Board(board.rules)
            for *place, owner in (_numbers(line, 3) for line in lines):
                if owner not in (1, 2):
                    raise ValueError(f"Stones are 1, own, or 2, the opponent's, not {owner}.")
                board = _put(board, "XO"[owner - 1], place)
        elif command == "TURN":
            if board.to_move == "X" and board.x | board.o:
                raise ValueError("It is not the opponent's move.")
            board = _put(board, "O", _numbers(rest, 2))
        elif board.x | board.o:
            raise ValueError("BEGIN is for an empty board; send BOARD.")
        board = self._checked(replace(board, to_move="X"))
        if board.status != "in_progress":
            raise ValueError("The game is over.")
        return board

    def _take_back(self, text: str) -> str:
        board = self._playing
        stone = 1 << _cell(board, _numbers(text, 2), empty=False)
        owner: Player = "X" if board.x & stone else "O"
        self._board = replace(board, x=board.x & ~stone, o=board.o & ~stone, to_move=owner)
        return "OK"

    def _play(self, text: str) -> str:
        """Make the move that the manager has chosen for the engine."""
        if self._playing.to_move != "X":
            raise ValueError("It is not the engine's move.")
        board = _put(self._playing, "X", _numbers(text, 2))
        self._board = self._checked(replace(board, to_move="O"))
        return text

    def _checked(self, board: Board) -> Board:
        """Return the position under the manager's rule; ValueError if no game can reach it."""
        rows, row_length = render(board), board.rules.row_length
        return parse(rows, row_length, board.to_move, exact=self._limits.exact)

    def _think(self, board: Board, arrived: float) -> None:
        """Begin to search for a move; ValueError if a limit cannot be kept."""
        limits = self._limits
        if limits.problems:
            raise ValueError(" ".join(limits.problems.values()))
        solver = self._solver(limits.mebibytes)
        seconds = limits.seconds(board.empty.bit_count())
        budget = Budget(seconds, best_only=True, started=arrived)
        self._board = board
        self._search = Thread(target=self._move, args=(solver, board, budget))
        self._search.start()

    def _move(self, solver: Solver, board: Board, budget: Budget) -> None:
        """Find a move, make it, and answer with it and its reason.

        The manager waits for a move whatever fails here; then it is the one nearest to the middle.
        """
        try:
            analysis = solver.analyse(board, budget, lambda _: self._stopped.is_set())
            choice = LEVELS[DEFAULT_LEVEL].choose(Turn.analysed(analysis, seed=None))
            cell, note = choice.cell, f"MESSAGE {choice.reason.text}"
        except Exception as error:
            cell = min(board.legal_moves, key=board.geometry.off_centre.__getitem__)
            note = f"DEBUG {' '.join(''.join(format_exception(error)).split())}"
        if self._stopped.is_set():
            return
        self._board = board.play(cell)
        self._limits.spent += budget.spent
        y, x = divmod(cell, board.rules.width)
        try:
            click.echo(f"{note}\n{x},{y}")
        except BrokenPipeError:  # Else Python would try to write the rest at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _numbers(text: str, count: int) -> list[int]:
    """Return the numbers in a text, `count` of them; ValueError if there are not so many."""
    if not re.fullmatch(",".join([" *-?[0-9]{1,9} *"] * count), text):
        wanted = "a whole number" if count == 1 else f"{count} whole numbers with commas between"
        raise ValueError(f"Give {wanted}, not {text!r:.40}.")
    return [int(number) for number in text.split(",")]


def _cell(board: Board, place: list[int], *, empty: bool) -> int:
    """Return the cell at x and y; ValueError if it is not on the board or not as `empty` says."""
    (x, y), rules = place, board.rules
    if not (0 <= x < rules.width and 0 <= y < rules.height):
        raise ValueError(f"{x},{y} is not on the board of {rules.width}x{rules.height}.")
    cell = y * rules.width + x
    if empty != bool(board.empty >> cell & 1):
        raise ValueError(f"There is {'a' if empty else 'no'} stone on {x},{y}.")
    return cell


def _put(board: Board, owner: str, place: list[int]) -> Board:
    """Return the board with one more stone; ValueError if the cell is not empty."""
    stone = 1 << _cell(board, place, empty=True)
    return replace(board, x=board.x | stone) if owner == "X" else replace(board, o=board.o | stone)
