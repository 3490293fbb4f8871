"""The class of a line follows its definition, tried out stone by stone."""

import random
from functools import cache

import numpy as np
import pytest

from service.solver.lines import MOST_ROW_LENGTH, pattern_classes
from service.solver.lines.kernels import pattern_board as patterns
from tests.solver.lines.support import number
from tests.support.sampling import chance_of, samples


class Line:
    """The moves of one player on a line around a stone; contents are text of `.`, `O` and `#`."""

    def __init__(self, row_length: int, exact: bool) -> None:
        self.row_length, self.exact = row_length, exact
        self.lacking = cache(self._lacking)
        self.is_open = cache(self._is_open)

    def _lacking(self, line: str) -> int | None:
        """Return the fewest stones that a row through the middle lacks, or None if none fits."""
        middle = len(line) // 2
        first = middle - self.row_length + 1
        lacking = []
        for start in range(first, middle + 1):
            row, end = line[start : start + self.row_length], start + self.row_length
            if "#" not in row and not (self.exact and "O" in (line[start - 1], line[end])):
                lacking.append(row.count("."))
        return min(lacking, default=None)

    def better(self, line: str) -> list[str]:
        """Return the contents after one more stone that is needed."""
        lacking = self.lacking(line)
        assert lacking is not None
        after = [
            line[:cell] + "O" + line[cell + 1 :] for cell, mark in enumerate(line) if mark == "."
        ]
        return [each for each in after if self.lacking(each) == lacking - 1]

    def _is_open(self, line: str) -> bool:
        """Return whether, with one stone less to go, there can be two cells to complete it on."""
        after = self.better(line)
        return len(after) > 1 if self.lacking(line) == 1 else any(map(self.is_open, after))

    def worked_out(self, content: str) -> int:
        """Return the class of a content."""
        middle = len(content) // 2
        line = content[:middle] + "O" + content[middle:]
        lacking = self.lacking(line)
        if lacking is None:
            return patterns.DEAD
        if lacking == 0:
            return patterns.COMPLETES
        is_open = self.is_open(line)
        if lacking == 1:
            return patterns.OPEN if is_open else patterns.ROW
        if lacking > patterns.MOST_LACKING:
            return patterns.FAR
        after = [each for each in self.better(line) if not is_open or self.is_open(each)]
        graded = lacking, is_open, min(len(after), patterns.MOST_WAYS)
        return patterns.FAR + 1 + patterns.GRADED.index(graded)


def drawn(places: int, chance: random.Random) -> str:
    """Return a random content with a share of blocked cells and any share of stones."""
    stones, blocked = chance.random(), chance.choice((0.0, 0.1, 0.3))
    return "".join(
        "#" if chance.random() < blocked else "O" if chance.random() < stones else "."
        for _ in range(places)
    )


@pytest.mark.parametrize("exact", [False, True], ids=["or more", "exact"])
@pytest.mark.parametrize("row_length", range(1, MOST_ROW_LENGTH + 1))
def test_classes_are_as_worked_out(row_length: int, exact: bool) -> None:
    chance, line = chance_of(f"patterns {row_length}"), Line(row_length, exact)
    table, places = pattern_classes(row_length, exact), 2 * (row_length - 1 + exact)
    assert table.size == 3**places
    seen = set()
    for index in range(table.size) if table.size < 5000 else [None] * samples(4000):
        content = drawn(places, chance) if index is None else written(index, places)
        found = int(table[number(content)])
        assert found == line.worked_out(content), content
        seen.add(found)
    assert len(seen) >= min(4 * row_length - 5, 14)


def written(index: int, places: int) -> str:
    """Return the content of a number."""
    digits = np.base_repr(index, 3).zfill(places) if places else ""
    return "".join(".O#"[int(digit)] for digit in digits)
