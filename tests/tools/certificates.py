"""Certificates to try the checker on, and what their facts say, worked out by plain search."""

import io
from types import ModuleType
from typing import Any

from tests.support.project import ROOT
from tests.support.reference import Reference
from tools import check_certificate

CHECKER = ROOT / "tools" / "check_certificate.py"
FILES = {path.stem: path for path in sorted((ROOT / "docs" / "certificates").glob("*.txt"))}
DRAW, WIN = FILES["3x3-3"].read_text(), FILES["4x3-3"].read_text()

MOST_FREE = 9
"""The number of free cells up to which a plain search is quick."""


def claim_of(certificate: bytes) -> str:
    """Return what the checker says that a file proves; it raises if it does not accept the file."""
    return check_certificate.check(check_certificate.Reader(io.BytesIO(certificate)))


def is_true(game: Reference, fact: Any, wins: bool) -> bool:
    """Return whether X reaches its goal even if all that it does not need is O's."""
    cells = "".join(
        "X" if fact.stones >> cell & 1 else "." if fact.free >> cell & 1 else "O"
        for cell in range(game.width * game.height)
    )
    if game.has_line(cells, "X"):
        return True  # No game goes on from there.
    if game.has_line(cells, "O"):
        return False
    if "." not in cells:
        return not wins
    value, plies = game.solve(cells, "X" if fact.own_turn else "O")
    value = value if fact.own_turn else -value
    return value == 1 and plies <= fact.plies if wins else value >= 0


def part_of(checker: ModuleType, text: str) -> tuple[Any, Reference]:
    """Return the first part of a certificate as the checker has it, and its game."""
    lines = text.splitlines()
    width, height, row_length = map(int, lines[1].split()[1:])
    game = Reference(width, height, row_length)
    lines_of = checker.lines_of(width, height, row_length)
    part = checker.Part((width, height, row_length), lines_of, lines[5].endswith("wins"))
    for line in lines[6 : lines.index("qed")]:
        part.read(line)
    return part, game
