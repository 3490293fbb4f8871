"""The opening book: what long searches have proven of empty boards and of Connect Four."""

from service.solver.book.book import (
    CONNECT_FOUR_FILE,
    GAMES,
    Book,
    BookError,
    read_book,
    read_first_stones,
    written,
    written_first_stones,
)
from service.solver.book.entry import (
    SWITCHES,
    UNKNOWN,
    Bounds,
    Entry,
    Switch,
    read_bounds,
    read_game,
    rules_of,
    written_bounds,
)
from service.solver.book.first_stones import FirstStones, name_position, read_position

__all__ = [
    "CONNECT_FOUR_FILE", "GAMES", "SWITCHES", "UNKNOWN", "Book", "BookError", "Bounds", "Entry",
    "FirstStones", "Switch", "name_position", "read_book", "read_bounds", "read_first_stones",
    "read_game", "read_position", "rules_of",
    "written", "written_bounds", "written_first_stones",
]  # fmt: skip
