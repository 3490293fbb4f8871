"""A process that speaks the Gomocup protocol, and the manager's side of the talk with it."""

import os
import re
import select
import subprocess
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from service.game import Board, Player, Rules, bits

START_SECONDS = 300.0
"""For getting ready, which no limit counts: long enough to compile all kernels."""
PAUSE_SECONDS = 0.03
"""Some engines miss what is said while they still come to rest after an answer."""
UNLIMITED = (1 << 31) - 1


class FaultError(Exception):
    """What an engine has done, or not done, so that the game is lost for it."""


class GomocupEngine:
    """One engine in one game; leaving the context ends its process."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        rules: Rules,
        seconds: float,
        tolerance: float,
        **environment: str,
    ) -> None:
        """Start the command for a game with `seconds` for a move; FaultError if it does not.

        A move counts as long as it comes at most `tolerance` seconds later.
        """
        self.name = name
        self._rules, self._latest = rules, seconds + tolerance
        self._heard = b""
        self._in_game = False
        self.slowest = 0.0
        """Seconds that its longest answer has taken."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=0, env=os.environ | environment,
        )  # fmt: skip
        width, height = rules.width, rules.height
        try:
            self._say(f"START {width}" if width == height else f"RECTSTART {width},{height}")
            while not (answer := self._hear(time.monotonic() + START_SECONDS)).startswith("OK"):
                self._fail_on_refusal(answer)
        except FaultError:
            self._end()
            raise
        turn = round(1000 * seconds)
        rule = f"rule {int(rules.exact)}"
        for info in (f"timeout_turn {turn}", "timeout_match 0", "game_type 1", rule):
            self._say(f"INFO {info}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def move(self, board: Board, last: int | None) -> int:
        """Return its reply to the opponent's `last` move; raise FaultError if that is no cell."""
        time.sleep(PAUSE_SECONDS)
        self._say(f"INFO time_left {UNLIMITED}")
        started = time.monotonic()
        self._say(*self._question(board, last))
        self._in_game = True
        while True:
            answer = self._hear(started + self._latest)
            found = re.fullmatch(r"(SUGGEST +)?(\d{1,9}) *, *(\d{1,9})", answer)
            if found is None:
                self._fail_on_refusal(answer)
            elif found[1]:
                self._say(f"PLAY {found[2]},{found[3]}")
            else:
                break
        self.slowest = max(self.slowest, time.monotonic() - started)
        x, y = int(found[2]), int(found[3])
        cell = y * self._rules.width + x
        if x >= self._rules.width or y >= self._rules.height or not board.empty >> cell & 1:
            raise FaultError(f"{self.name} plays {x},{y}, which is no empty cell")
        return cell

    def _question(self, board: Board, last: int | None) -> list[str]:
        """Return the command that makes it move: the whole position first, later the last move."""
        if self._in_game and last is not None:
            return [f"TURN {self._place(last)}"]
        if not board.x | board.o:
            return ["BEGIN"]
        return ["BOARD", *(f"{self._place(cell)},{owner}" for cell, owner in _moves(board)), "DONE"]

    def _place(self, cell: int) -> str:
        y, x = divmod(cell, self._rules.width)
        return f"{x},{y}"

    def _say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
        except BrokenPipeError:
            raise FaultError(f"{self.name} has ended") from None

    def _hear(self, deadline: float) -> str:
        """Return its next line; FaultError if it has ended, or says none until the deadline."""
        assert self._process.stdout is not None
        news = select.poll()
        news.register(self._process.stdout, select.POLLIN)
        while b"\n" not in self._heard:
            left = max(deadline - time.monotonic(), 0)
            if not news.poll(1000 * left):
                raise FaultError(f"{self.name} does not answer in time")
            said = self._process.stdout.read(1 << 16)
            if not said:
                raise FaultError(f"{self.name} has ended")
            self._heard += said
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _fail_on_refusal(self, answer: str) -> None:
        """Raise FaultError if a line is a refusal."""
        if answer.startswith(("ERROR", "UNKNOWN")):
            raise FaultError(f"{self.name} answers {answer!r}")

    def _end(self) -> None:
        """Kill the process, which keeps nothing."""
        self._process.kill()
        self._process.communicate()


def _moves(board: Board) -> list[tuple[int, int]]:
    """Return cells in an order that leads to the position, the last one the opponent's; 1 is own.

    Some engines take the stones as they come for those of one side and the other in turn.
    """
    waiting: Player = "O" if board.to_move == "X" else "X"
    stones = {1: bits(board.stones(board.to_move)), 2: bits(board.stones(waiting))}
    owner, order = 2, []
    while stones[owner]:
        order.append((stones[owner].pop(), owner))
        owner = 3 - owner
    return order[::-1]
