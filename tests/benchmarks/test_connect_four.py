"""Comparing Connect Four solvers: scores are as in the public sets, and wrong ones are seen."""

import pytest

from benchmarks.connect_four import Find, Prepare, Program, compare, this_solver
from tests.support.connect_four import Published, published

LATE = 30
"""Stones of positions that are solved at once."""


def _without_end() -> Prepare:
    """Return a program that answers about positions without a stone never, else wrongly."""

    def prepare(columns: str, all_options: bool) -> Find:
        def find() -> list[int]:
            while not columns:
                pass
            return [19]

        return find

    return prepare


def _late() -> list[Published]:
    return [each for each in published() if len(each.columns) >= LATE][:20]


def test_scores_are_those_of_the_public_sets() -> None:
    prepare = this_solver()
    for position in _late():
        assert prepare(position.columns, False)() == [position.score]
        assert max(prepare(position.columns, True)()) == position.score


@pytest.mark.thorough
def test_a_program_that_takes_too_long_is_ended_and_can_be_asked_again() -> None:
    program = Program(_without_end, longest=0.2)
    assert program.ask("") == (0.2, None)
    seconds, scores = program.ask("4")
    assert scores == [19]
    assert seconds < 0.2


@pytest.mark.thorough
def test_a_wrong_score_ends_the_comparison() -> None:
    with pytest.raises(ValueError, match=r"mistaken says \[19\]"):
        compare({"mistaken": Program(_without_end)}, _late())
