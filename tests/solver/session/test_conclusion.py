"""A conclusion looks at the clock, however long a line of play is."""

from itertools import count

import pytest

from service.solver import Budget
from service.solver.session.conclusion import PORTION, _whole_line


def test_a_line_of_play_ends_with_the_time() -> None:
    steps = _whole_line(count(), 10**9, Budget(seconds=0.0))
    assert next(steps) == PORTION
    with pytest.raises(StopIteration) as ended:
        next(steps)
    assert ended.value.value == []


def test_a_line_of_play_is_given_up() -> None:
    steps = _whole_line(count(), 10**9, Budget())
    assert [next(steps), next(steps)] == [PORTION, PORTION]
    with pytest.raises(StopIteration) as ended:
        steps.send(True)
    assert ended.value.value == []


@pytest.mark.parametrize(("most", "found"), [(100, list(range(100))), (99, [])])
def test_a_line_of_play_is_whole_or_none(most: int, found: list[int]) -> None:
    steps = _whole_line(range(100), most, Budget())
    assert next(steps) == PORTION
    with pytest.raises(StopIteration) as ended:
        next(steps)
    assert ended.value.value == found
