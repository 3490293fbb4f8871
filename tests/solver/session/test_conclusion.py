"""A conclusion looks at the clock, however long a line of play is."""

from itertools import count

import pytest

from service.solver import Budget
from service.solver.session.conclusion import whole_line


def test_a_line_of_play_ends_with_the_time() -> None:
    assert whole_line(count(), 10**9, Budget(seconds=0.0)) == []


@pytest.mark.parametrize(("most", "found"), [(100, list(range(100))), (99, [])])
def test_a_line_of_play_is_whole_or_none(most: int, found: list[int]) -> None:
    assert whole_line(range(100), most, Budget()) == found
