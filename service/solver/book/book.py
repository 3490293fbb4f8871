"""The file of the opening book, and its entry for a position."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from service.game import Board, Rules
from service.solver.book.entry import Entry, read_bounds, read_cell

FORMAT = 1
SHIPPED = Path(__file__).parent / "games.json"
"""The book that comes with the service."""


class BookError(Exception):
    """The book cannot be used, for the reason in the message."""


class Book:
    """Entries by their games; a board and the same board turned by 90 degrees are one game."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries: dict[Rules, Entry] = {}
        for entry in entries:
            for each in (entry, entry.turned()):
                self._entries[each.rules] = each

    @classmethod
    def read(cls, path: Path = SHIPPED) -> "Book":
        """Read the book in a file; raise BookError if it is damaged or cannot be read."""
        try:
            content = json.loads(path.read_bytes())
            if content["format"] != FORMAT:
                raise BookError(f"{path} is a book of format {content['format']}, not {FORMAT}.")
            if content["sha256"] != digest(content["games"]):
                raise BookError(f"{path} is damaged: its entries have another SHA-256.")
            return cls(_entry(**each) for each in content["games"])
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise BookError(f"{path} is damaged: it is no book ({error}).") from None

    def find(self, board: Board) -> Entry | None:
        """Return the entry of a position; None unless it is an empty board with an entry."""
        return None if board.x | board.o else self._entries.get(board.rules)


def written(games: list[dict[str, Any]]) -> str:
    """Return the text of a book of these games, each as the arguments of `_entry`."""
    lines = ",\n".join(json.dumps(each) for each in games)
    return f'{{"format": {FORMAT}, "sha256": "{digest(games)}", "games": [\n{lines}\n]}}\n'


def digest(games: Any) -> str:
    """Return the SHA-256 of the games, whatever the white space between them."""
    return hashlib.sha256(json.dumps(games, sort_keys=True).encode()).hexdigest()


def _entry(game: str, weak_draw: bool, options: str, line: str, certificate: str | None) -> Entry:
    """Return the entry of a game such as 9x4-4; cells are written by their names."""
    width, height, row_length = map(int, game.replace("-", "x").split("x"))
    rules = Rules(width, height, row_length)
    cells = tuple(read_cell(rules, name) for name in line.split())
    return Entry(rules, read_bounds(rules, options), cells, weak_draw, certificate)
