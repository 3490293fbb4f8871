"""What is common to the files of a heap."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

GZIP = ".gz"
"""The end of the name of a file that is compressed."""


class FileError(Exception):
    """A file cannot be read or written; its name and the reason are in the message."""


@contextmanager
def named(name: str) -> Iterator[None]:
    """Raise FileError for what fails with the file of this name, but for a pipe nobody reads."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (EOFError, OSError, zlib.error) as error:
        raise FileError(f"{name}: {error}") from error
