"""The records of the games of the map, the file that keeps them, and what the book has of them."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import click
from pydantic import BeforeValidator, TypeAdapter

from service.game import Rules
from service.research.long_search.files import write_whole
from service.solver import Bounds, Value
from service.solver.book import SWITCHES, Switch, rules_of

LEAST_SECONDS = 0.5
"""The processor time, first moves included, from which a game gets into the book. It is half of the
default time limit of a question, because other machines may be slower."""

WrittenValue = Annotated[Value, BeforeValidator(lambda text: int(text or ""))]


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the file: what is proven about an empty board, how, and at what cost."""

    width: int
    height: int
    row_length: int
    lower: WrittenValue
    upper: WrittenValue
    switch: Switch | None = None
    """The switch that is on; None for the plain game."""
    plies: int | None = None
    """The plies to the end of the game, if the value is proven."""
    exact: bool | None = None
    """Whether `plies` is exact; else a win may come sooner."""
    weak_draw: bool = False
    """Whether it is proven that the second player holds even in the weak game."""
    method: str | None = None
    """How the value is proven, as in `proof.method`; `theorem` if it follows from `by`."""
    by: str | None = None
    """The game whose weak draw implies this one."""
    seconds: float = 0.0
    """The processor time of one thread that the proof took, or for which it was tried. It ends when
    the plies of a win are known exactly or, if they are not, when the value is known."""
    nodes: int = 0
    certificate_bytes: int | None = None
    """The size of the certificate; None if there is none, or none was found in time."""
    certificate_sha256: str | None = None
    """The digest of the certificate file."""
    budget_seconds: float = 0.0
    """The processor time that the proof was allowed to take."""
    first_moves_seconds: float = 0.0
    """The processor time spent on the values of all first moves, in addition."""
    machine: str | None = None
    version: str | None = None
    commit: str | None = None
    """The commit of the source that proved it."""
    options: str | None = None
    """The proven bounds of the first moves, as the book writes them."""
    line: str | None = None
    """The moves under best play, as names of cells."""

    @property
    def rules(self) -> Rules:
        return rules_of(self.width, self.height, self.row_length, self.switch)

    @property
    def bounds(self) -> Bounds:
        """Return the proven bounds on the value, for the first player."""
        return Bounds(self.lower, self.upper)

    @property
    def settled(self) -> bool:
        """Return whether nothing is left to prove: it is implied, or there is a certificate.

        There are no certificates of games with a switch.
        """
        certain = self.exact if self.switch else self.by or self.certificate_bytes
        return self.bounds.value is not None and bool(certain)

    @property
    def name(self) -> str:
        """Return the name of the game as in the book, such as 7x7-5, with its switch."""
        name = f"{self.width}x{self.height}-{self.row_length}"
        return f"{name} {self.switch}" if self.switch else name

    @property
    def certificate(self) -> str | None:
        """Return the file name of the certificate; None if there is none."""
        return f"{self.name}.txt" if self.certificate_sha256 else None


def switch_of(rules: Rules) -> Switch | None:
    """Return the switch of a game of the map; None for the plain game."""
    return next((name for name in SWITCHES if rules_of(*rules.shape, name) == rules), None)


_RECORD = TypeAdapter(Record)
_COLUMNS = [field.name for field in fields(Record)]


class RecordFile:
    """The records in a CSV file, which is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        """Read the file, if it exists; UsageError if it is not a file of records."""
        self._path = path
        self._records: dict[Rules, Record] = {}
        try:
            if path.exists():
                with path.open(encoding="utf-8", newline="") as file:
                    rows = csv.DictReader(file, restkey="", strict=True)
                    self._records = {record.rules: record for record in map(_read, rows)}
        except (OSError, ValueError, csv.Error) as error:
            raise click.UsageError(f"{path} cannot be gone on from: {error}") from None

    def __iter__(self) -> Iterator[Record]:
        """Iterate over the records, by switch, small boards first."""

        def place(record: Record) -> tuple[str, int, int, int]:
            return record.switch or "", record.rules.cells, record.height, record.row_length

        return iter(sorted(self._records.values(), key=place))

    def find(self, rules: Rules) -> Record | None:
        return self._records.get(rules)

    def keep(self, record: Record) -> None:
        """Add or replace a record and write the file; FileError if that fails."""
        self._records[record.rules] = record
        file = StringIO()
        writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, self))
        write_whole(self._path, file.getvalue())


def _read(row: dict[str, str]) -> Record:
    """Return the record of a row, in which an empty field is None; ValueError if malformed."""
    return _RECORD.validate_python({name: text or None for name, text in row.items()})


def chapters(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Return the solved games in the form that `solver.book.written` takes."""
    return [
        {
            "game": record.name,
            "weak_draw": record.weak_draw,
            "options": "" if record.weak_draw else record.options or "",
            "line": record.line or "",
            "certificate": record.certificate,
        }
        for record in records
        if record.bounds.value is not None
        and record.seconds + record.first_moves_seconds >= LEAST_SECONDS
    ]
