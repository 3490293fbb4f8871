"""The opening book: what long searches have proven of empty boards."""

from service.solver.book.book import Book, BookError, written
from service.solver.book.entry import UNKNOWN, Bounds, Entry, read_bounds, written_bounds

__all__ = [
    "UNKNOWN", "Book", "BookError", "Bounds", "Entry", "read_bounds", "written", "written_bounds",
]  # fmt: skip
