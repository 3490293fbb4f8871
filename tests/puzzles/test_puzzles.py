"""The puzzles that come with the service: what is offered of them, and what is said of each."""

from datetime import date, timedelta

import pytest

from service.puzzles import (
    Difficulty,
    count,
    find,
    goal,
    hint,
    of_the_day,
    puzzles,
    sheet_of_the_day,
)
from tests.puzzles.lists import ALL, LISTS

TODAY = date(2026, 11, 27)


def test_each_is_found_by_its_name() -> None:
    for puzzle in ALL:
        assert find(puzzle.id) == puzzle
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize(
    "name", ["", "five", "five-easy", "five-easy-0", "five-easy-01", "five-easy-1 ", "5-easy-1"]
)
def test_other_names_find_nothing(name: str) -> None:
    assert find(name) is None
    assert find(f"five-easy-{count('five', 'easy') + 1}") is None


@pytest.mark.parametrize(("game", "difficulty"), LISTS)
def test_every_day_has_another_puzzle_until_all_have_had_their_turn(
    game: str, difficulty: Difficulty
) -> None:
    listed = puzzles(game, difficulty)
    days = [TODAY + timedelta(days) for days in range(len(listed))]
    assert {of_the_day(game, difficulty, day) for day in days} == {*listed}
    today, tomorrow = (sheet_of_the_day(game, difficulty, day, 6) for day in days[:2])
    assert len({*today}) == min(6, len(listed))
    assert len({*today, *tomorrow}) == min(12, len(listed))


def test_a_goal_says_who_wins_and_when() -> None:
    for puzzle in ALL:
        sentence, player = goal(puzzle).render(), puzzle.board.to_move
        assert sentence.startswith(f"{player} to move and ")
        if puzzle.outcome == "draw":
            assert sentence.endswith(" not lose.")
        else:
            assert (" 1 move." if puzzle.moves == 1 else f" {puzzle.moves} moves.") in sentence
        assert ("has to make a row" in sentence) == (
            puzzle.game == "misere" and puzzle.outcome == "win"
        )


def test_a_hint_names_no_cell() -> None:
    for puzzle in ALL:
        assert hint(puzzle).render().startswith("Look ")
        assert not hint(puzzle).values
