"""The files of the opening book, and its entry for a position."""

import hashlib
import json
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from service.game import CONNECT_FOUR, Board, Rules
from service.solver.book.entry import Entry, plies_of, read_bounds, read_cell, read_game, score_of
from service.solver.book.first_stones import FirstStones

FORMAT = 2
GAMES = Path(__file__).parent / "games.json"
"""The file of empty boards that comes with the service."""
CONNECT_FOUR_FILE = Path(__file__).parent / "connect_four.json"
"""The file of the first stones of Connect Four that comes with the service."""

Content = TypeVar("Content")
_log = logging.getLogger(__name__)


class BookError(Exception):
    """The book cannot be used, for the reason in the message."""


class Book:
    """Entries by their games; a plain board and the same board turned are one game."""

    def __init__(self, entries: Iterable[Entry], first_stones: FirstStones | None = None) -> None:
        self._entries: dict[Rules, Entry] = {}
        self._first_stones = first_stones or FirstStones({})
        for entry in entries:
            for each in (entry, entry.turned()) if entry.board.rules.is_plain else (entry,):
                self._entries[each.board.rules] = each

    @classmethod
    def read(cls, games: Path = GAMES, first_stones: Path = CONNECT_FOUR_FILE) -> "Book":
        """Read the book in two files; raise BookError if one is damaged or cannot be read."""
        entries = _read(games, lambda content: [_entry(**each) for each in content])
        return cls(entries, read_first_stones(first_stones))

    def find(self, board: Board) -> Entry | None:
        """Return the entry of a position; None if there is none."""
        empty = not board.x | board.o
        found = self._entries.get(board.rules) if empty else None
        return found or self._first_stones.find(board)


def read_book(*, wanted: bool) -> Book | None:
    """Return the book; None where it is not wanted, or is damaged, which is logged."""
    try:
        return Book.read() if wanted else None
    except BookError as error:
        _log.error("Doing without the book: %s", error)
        return None


def read_first_stones(path: Path) -> FirstStones:
    """Read a file of `written_first_stones`; raise BookError if it is damaged."""

    def scores(content: dict[str, int]) -> FirstStones:
        return FirstStones({name: score_of(plies, CONNECT_FOUR) for name, plies in content.items()})

    return _read(path, scores)


def written(games: list[dict[str, Any]]) -> str:
    """Return the text of a file of these games, each as the arguments of `_entry`."""
    return _sealed("[]", map(json.dumps, games))


def written_first_stones(known: FirstStones) -> str:
    """Return the text of a file of these positions and the plies of each."""
    scores = sorted(known.scores.items())
    return _sealed("{}", (f'"{name}": {plies_of(score)}' for name, score in scores))


def _sealed(brackets: str, lines: Iterable[str]) -> str:
    """Return the text of a file: its format and digest, then its content, the lines in brackets."""
    content = "\n".join([brackets[0], ",\n".join(lines), brackets[1], ""])
    seal = {"format": FORMAT, "sha256": hashlib.sha256(content.encode()).hexdigest()}
    return f"{json.dumps(seal)}\n{content}"


def _read(path: Path, read: Callable[[Any], Content]) -> Content:
    """Return what `read` makes of the content of a file; raise BookError if it is damaged."""
    try:
        first_line, _, content = path.read_bytes().partition(b"\n")
        seal = json.loads(first_line)
        if seal["format"] != FORMAT:
            raise BookError(f"{path} is a book of format {seal['format']}, not {FORMAT}.")
        if seal["sha256"] != hashlib.sha256(content).hexdigest():
            raise BookError(f"{path} is damaged: its entries have another SHA-256.")
        return read(json.loads(content))
    except OSError as error:
        raise BookError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BookError(f"{path} is damaged: it is no book ({error}).") from None


def _entry(
    game: str,
    weak_draw: bool,
    options: str,
    line: str,
    certificate: str | None,
) -> Entry:
    """Return the entry of a game; its cells are written by their names."""
    rules = read_game(game)
    cells = tuple(read_cell(rules, name) for name in line.split())
    return Entry(Board(rules), read_bounds(rules, options), cells, weak_draw, certificate)
