"""What the map knows of a game, and the file that keeps it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Annotated

import click
from pydantic import BeforeValidator, TypeAdapter

from service.atomic_write import atomic_write
from service.game import Rules
from service.solver import Bounds, Value

WrittenValue = Annotated[Value, BeforeValidator(lambda text: int(text or ""))]


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the file: what is proven of an empty board, how and at what cost."""

    width: int
    height: int
    row_length: int
    lower: WrittenValue
    upper: WrittenValue
    plies: int | None = None
    """To the end of the game, where the value is proven."""
    exact: bool | None = None
    """Whether that is exact; else a win may come sooner."""
    weak_draw: bool = False
    """Whether it is known that the second player holds even where only the lines of the first one
    count."""
    method: str | None = None
    """How the value is proven, as in `proof.method`; `theorem` where it follows from `by`."""
    by: str | None = None
    """The game whose weak draw implies this one."""
    seconds: float = 0.0
    """Processor time, of one thread, that the proof took or was tried for: until it was known how
    soon the game is won or, where that is not exact, until the value was."""
    nodes: int = 0
    certificate_bytes: int | None = None
    """None where there is no certificate, or none was found in time."""
    certificate_sha256: str | None = None
    """Of the whole file, by which it is told from others that prove the same."""
    budget_seconds: float = 0.0
    """Processor time that the proof might have taken."""
    first_moves_seconds: float = 0.0
    """Processor time that went to the values of all first moves beside."""
    machine: str | None = None
    version: str | None = None
    commit: str | None = None
    """Of the source that proved it."""
    options: str | None = None
    """What is proven of first moves, as the book writes it."""
    line: str | None = None
    """How the game goes on under best play, by names of cells."""

    @property
    def rules(self) -> Rules:
        """The game."""
        return Rules(self.width, self.height, self.row_length)

    @property
    def bounds(self) -> Bounds:
        """What is proven of the value, for the first player."""
        return Bounds(self.lower, self.upper)

    @property
    def settled(self) -> bool:
        """Whether it need not be proven again: the value and its certificate are known."""
        return self.bounds.value is not None and bool(self.by or self.certificate_bytes)

    @property
    def name(self) -> str:
        """The game in a word, such as 7x7-5, as in the book."""
        return f"{self.width}x{self.height}-{self.row_length}"

    @property
    def certificate(self) -> str | None:
        """The name of the certificate that was made of the value, if one was."""
        return f"{self.name}.txt" if self.certificate_sha256 else None


_RECORD = TypeAdapter(Record)
_COLUMNS = [field.name for field in fields(Record)]


class RecordFile:
    """The records so far, in a CSV file that is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; UsageError where it is none of ours."""
        self._path = path
        self._records: dict[Rules, Record] = {}
        try:
            if path.exists():
                with path.open(encoding="utf-8", newline="") as file:
                    rows = csv.DictReader(file, restkey="", strict=True)
                    self._records = {each.rules: each for each in map(_read, rows)}
        except (OSError, ValueError, csv.Error) as error:
            raise click.UsageError(f"{path} cannot be gone on from: {error}") from None

    def __iter__(self) -> Iterator[Record]:
        """The records, those of small boards first."""
        order = sorted(self._records, key=lambda each: (each.cells, each.height, each.row_length))
        return (self._records[each] for each in order)

    def find(self, rules: Rules) -> Record | None:
        """What is known of a game."""
        return self._records.get(rules)

    def keep(self, record: Record) -> None:
        """Take in a record and write the file; FileError where that fails."""
        self._records[record.rules] = record
        file = StringIO()
        writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, self))
        write_whole(self._path, file.getvalue())


def _read(row: dict[str, str]) -> Record:
    """A record of a row, in which what is empty is None."""
    return _RECORD.validate_python({name: text or None for name, text in row.items()})


def write_whole(path: Path, text: str) -> None:
    """Write a file, all at once; FileError where that fails."""
    try:
        with atomic_write(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise click.FileError(str(path), error.strerror) from None
