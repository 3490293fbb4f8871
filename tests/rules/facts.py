"""What is known of positions under every combination of rules, read from `tests/data`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from tests.rules.cases import Case, variant_of
from tests.support.facts import DATA, facts
from tests.support.reference import WRAPS, Outcome


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
    for *sizes, gravity, exact, misere, wrap, value, plies in facts("rule_values.csv"):
        width, height, row_length = map(int, sizes)
        (joined,) = [each for each in WRAPS if each == wrap]
        variant = variant_of(
            (width, height, row_length), (gravity == "1", joined, exact == "1", misere == "1")
        )
        case = Case(variant, "." * (width * height), "X")
        yield Fact(case, (int(value), int(plies)), None)
