"""The output of a heap: results in the order of the questions, to which a later run adds."""

import csv
import fcntl
import gzip
import os
import stat
import time
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from service.heaps.answering import WHOLE, Answers, Terms
from service.heaps.files import GZIP, named
from service.heaps.questions import Line, Questions
from service.heaps.results import ANSWER, PROBLEM, Form, Tally, may_begin

SYNC_SECONDS = 1.0
"""The interval at which what is written is made to outlive a loss of power."""
COMPARED = 16
"""So many of the last results that are there are compared with their questions."""
READ = 1 << 16
STANDARD_OUTPUT = 1
HEADER = gzip.compress(b"", mtime=0)[:8]
"""How a member of a compressed output begins."""


class OutputError(Exception):
    """The output cannot be used, for the reason in the message."""


class Output:
    """A file, or the standard output, to which results are appended in order."""

    def __init__(self, path: Path | None, form: Form = WHOLE) -> None:
        """Open it for this process alone; OutputError if another has it, OSError if it cannot."""
        self._form, self._head = form, form.head
        self._is_new = path is not None and not path.exists()
        """Whether there was no such file, and nothing has been written to it."""
        self._name = str(path or "standard output")
        self._compressed = path is not None and path.suffix == GZIP
        self._file = open(path or STANDARD_OUTPUT, "ab", 0, closefd=path is not None)  # noqa: SIM115
        self._end: int | None = None
        """Where the last whole result ends, once that is known."""
        self._synced = time.monotonic()
        self.tally = Tally()
        """Of all results that are there."""
        self.lasts = path is not None and stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        """Whether it is a file, which a later run finds again."""
        if self.lasts:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OutputError(f"Another process is writing to {path}.") from None

    def go_on(self, questions: Questions, terms: Terms) -> Iterator[Line]:
        """Return the questions that have no result yet, and cut off what is no whole result.

        Where all chunks have the same number of lines, what there is of an unfinished one is cut
        off, too. OutputError if the file has anything else than results of these questions.
        """
        if not self.lasts:
            return questions
        tally, where, end = Tally(), 0, 0
        pending, last = list[Line](), deque[tuple[int, Line, bytes]](maxlen=COMPARED)
        for results, where in self._pieces():
            for result in results:
                try:
                    tally[self._form.kind_of(result)] += 1
                    pending.append(next(questions))
                except (csv.Error, ValueError):
                    raise self._foreign() from None
                except StopIteration:
                    raise OutputError(f"{self._name} has more results than questions.") from None
                last.append((tally.total(), pending[-1], result))
            if tally.total() % (terms.chunk_lines or 1) == 0:
                self.tally, end, pending = tally.copy(), where, []
        for number, line, result in last:
            if not self._form.belongs(result, line, terms.settings):
                raise OutputError(f"{self._name} has another answer than one to line {number}.")
        following = list(islice(questions, 1))
        if not following:  # All questions have a result, those of a short last chunk, too.
            self.tally, end, pending = tally, where, []
        first = following[0] if following else None
        if not tally and not self._form.begins(self._rest(), first, terms.settings):
            raise self._foreign()
        with named(self._name):
            self._file.truncate(end)
        if end:
            self._head = b""
        self._end = end
        return chain(pending, following, questions)

    def append(self, answers: Answers) -> None:
        """Write the results of the next questions; FileError if that fails."""
        members = answers.member
        if self._head:
            members = gzip.compress(self._head, mtime=0) + members
        lines = members if self._compressed else gzip.decompress(members)
        self._head, self._is_new = b"", False
        unwritten = memoryview(lines)
        with named(self._name):
            while unwritten:
                unwritten = unwritten[self._file.write(unwritten) :]
            self.tally = self.tally + answers.tally
            if self._end is None:
                return
            self._end += len(lines)
            if time.monotonic() - self._synced >= SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def close(self) -> None:
        """Cut off what an interruption has left of a result, and let other processes write.

        A file that nothing was written to is not left behind.
        """
        if self._is_new:
            os.unlink(self._name)
        if self._end is not None:
            with named(self._name):
                self._file.truncate(self._end)
                os.fsync(self._file.fileno())
        self._file.close()

    def _foreign(self) -> OutputError:
        return OutputError(f"{self._name} has something else than results.")

    def _pieces(self) -> Iterator[tuple[list[bytes], int]]:
        """Yield the lines that are there, piece by whole piece, and where each piece ends."""
        with open(self._name, "rb") as file, named(self._name):
            plain = [self._head] if self._head else [ANSWER, PROBLEM]
            if not may_begin(file.read(len(ANSWER)), [HEADER] if self._compressed else plain):
                raise self._foreign()
            file.seek(0)
            pieces = _members(file) if self._compressed else _lines(file)
            if self._head and next(pieces, ([self._head], 0))[0] != [self._head]:
                raise self._foreign()
            yield from pieces

    def _rest(self) -> bytes:
        """Return the beginning of a file that has no whole result, without what was not written."""
        with open(self._name, "rb") as file, named(self._name):
            found = file.read(READ)
        if self._compressed:
            member, parts = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16), list[bytes]()
            with suppress(zlib.error):
                parts.extend(member.decompress(bytes([byte])) for byte in found)
            found = b"".join(parts)
        return found.rstrip(b"\0")


def _lines(file: BinaryIO) -> Iterator[tuple[list[bytes], int]]:
    """Yield each whole line of a file, and where it ends."""
    return (([line], file.tell()) for line in file if line.endswith(b"\n"))


def _members(file: BinaryIO) -> Iterator[tuple[list[bytes], int]]:
    """Yield the lines of each whole member of a gzip file that has any, and where it ends.

    What is damaged, such as blocks that were never written, counts as the end of the file.
    """
    unused, end = b"", 0
    with suppress(zlib.error):
        while True:
            member, parts = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16), list[bytes]()
            while not member.eof:
                read = unused or file.read(READ)
                if not read:
                    return
                parts.append(member.decompress(read))
                unused = member.unused_data
                end += len(read) - len(unused)
            if lines := b"".join(parts).splitlines(keepends=True):
                yield lines, end
