"""Which moves of a whole game were mistakes: what to ask about it, and what the answers say.

Who asks is not its concern. The judge of a single move is `mistake` of an answer. What moves
overlook is seen without asking.
"""

import time
from collections.abc import Generator, Mapping
from typing import Any, NamedTuple

from service.game import Player, find_move, name_cell, other
from service.players import OversightCode, find_oversight
from service.questions.reading import read_board, read_request
from service.settings import Settings

Question = dict[str, Any]
"""A question as `POST /move` takes it."""
Answer = Mapping[str, Any]
"""An answer as `POST /move` gives it."""
MOST_CELLS = 4096
"""The cells of the largest board that any service admits."""


class Overlooked(NamedTuple):
    """A move that overlooks something, see `find_oversight`; cells are called by their names."""

    player: Player
    move: str
    code: OversightCode
    cells: list[str]
    text: str


class Judged(NamedTuple):
    """The moves of a game, by their numbers, which count from 1."""

    mistakes: dict[int, Answer]
    """Those that are proven to have given something up, with the answer about the game up to it."""
    open_moves: list[int]
    """Those that could not be judged in the time."""
    overlooked: dict[int, Overlooked]
    """Those that overlook a win or a row, whatever is proven of them."""


def judge_game(
    question: Question, seconds: float, most_milliseconds: int
) -> Generator[Question, Answer, Judged]:
    """Yield the questions to ask about a game, which is asked about as a whole, one by one.

    All take so many `seconds` together, and none more than `most_milliseconds`. The last move comes
    first: what is proven about later positions helps with earlier ones.
    """
    count = len(question["moves"])
    deadline = time.monotonic() + seconds

    def up_to(number: int, questions: int) -> Question:
        """Return the question about the game up to a move, in a share of the time."""
        milliseconds = round((deadline - time.monotonic()) * 1000 / questions)
        limit = max(1, min(milliseconds, most_milliseconds))
        return {**_up_to(question, number), "time_limit_ms": limit}

    mistakes: dict[int, Answer] = {}
    open_moves = list(range(1, count + 1))
    after = yield up_to(count, count + 1)
    for number in reversed(range(1, count + 1)):
        if time.monotonic() > deadline:
            break
        before = yield up_to(number - 1, number)
        had = before["bounds"]
        if had["lower"] > -after["bounds"]["lower"] and not after["mistake"]:
            # The judge did not know by then what is proven now.
            after = yield up_to(number, number)
        if after["mistake"]:
            mistakes[number] = after
        if after["mistake"] or had["upper"] <= -after["bounds"]["upper"]:
            open_moves.remove(number)
        after = before
    return Judged(dict(sorted(mistakes.items())), open_moves, _find_oversights(question))


def _find_oversights(question: Question) -> dict[int, Overlooked]:
    """Return what the moves of a game overlook, which has been asked about, so that it is right."""
    # Its size is a matter of who was asked.
    settings = Settings.model_construct(max_cells=MOST_CELLS)
    board, found = read_board(read_request(_up_to(question, 0), settings)), dict[int, Overlooked]()
    for number, move in enumerate(question["moves"], 1):
        cell = find_move(board, move)
        if seen := find_oversight(board, cell):
            names = [name_cell(board, each) for each in seen.cells]
            found[number] = Overlooked(
                board.to_move, name_cell(board, cell), seen.code, names, seen.message.render()
            )
        board = board.play(cell)
    return found


def _up_to(question: Question, number: int) -> Question:
    """Return the question about a game after so many of its moves, and about its value alone."""
    moves, turn = question["moves"], question.get("to_move")
    game = {**question, "moves": moves[:number], "evaluate": "best", "max_options": 0}
    if turn in ("X", "O") and (len(moves) - number) % 2:
        game["to_move"] = other(turn)
    return game
