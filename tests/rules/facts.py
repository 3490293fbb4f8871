"""What is known of positions under every combination of rules, read from `tests/data`."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass

from tests.rules.cases import Case, variant_of
from tests.support.project import ROOT
from tests.support.reference import WRAPS, Outcome

DATA = ROOT / "tests" / "data"


@dataclass(frozen=True)
class Fact:
    """A position, its value and plies for the side to move, and what is known of its options."""

    case: Case
    outcome: Outcome
    options: dict[int, Outcome] | None

    def __str__(self) -> str:
        return str(self.case)


def known_positions() -> Iterator[Fact]:
    """Yield positions with all of their options."""
    for line in (DATA / "rule_positions.jsonl").read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        rows, wrap = read["board"], read["wrap"]
        variant = variant_of(
            (len(rows[0]), len(rows), read["row_length"]),
            (read["gravity"], wrap, read["exact"], read["misere"]),
        )
        options = {
            row * variant.width + column: (value, plies)
            for row, column, value, plies in read["options"]
        }
        case = Case(variant, "".join(rows), read["to_move"])
        yield Fact(case, (read["value"], read["plies"]), options)


def known_values() -> Iterator[Fact]:
    """Yield empty boards."""
    with (DATA / "rule_values.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            width, height, row_length = (
                int(row[each]) for each in ("width", "height", "row_length")
            )
            gravity, exact, misere = (row[each] == "1" for each in ("gravity", "exact", "misere"))
            wrap = next(each for each in WRAPS if each == row["wrap"])
            variant = variant_of((width, height, row_length), (gravity, wrap, exact, misere))
            outcome = int(row["value"]), int(row["plies"])
            yield Fact(Case(variant, "." * (width * height), "X"), outcome, None)
