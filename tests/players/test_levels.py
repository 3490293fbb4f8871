"""What holds of all levels: their moves can be had again, and they are easy to add to."""

import re
from pathlib import Path

import pytest

from service.game import Board, Rules
from service.players import LEVELS, STRENGTHS, levels, registry
from service.players.strength import SKILLS
from service.solver import Budget, Solver
from tests.players.asking import ask
from tests.support.positions import random_positions
from tests.support.sampling import samples

QUICK = Budget(nodes=1000)
PLAYERS = [*LEVELS, *map(str, STRENGTHS)]


def test_every_file_is_a_level_that_says_how_it_plays() -> None:
    files = {path.stem for path in Path(levels.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(LEVELS) == files
    for level in LEVELS.values():
        assert re.fullmatch(r"[A-Z][^.\n]*\.", level.summary.render())


def test_a_level_needs_no_friendly_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(levels.rules, "FRIENDLY_NAME")
    assert registry._load("rules").friendly_name.render() == "rules"


def test_a_strength_says_what_it_overlooks() -> None:
    for strength, skill in SKILLS.items():
        noticed = {"wins": skill.win, "blocks": skill.block, "double threats": skill.fork}
        *some, last = [f"{how_many(1 - p)} {what}" for what, p in noticed.items() if p < 1] or [""]
        said = f"Overlooks {', '.join(some)} and {last}."
        if not last:
            said = "Overlooks no win, block or double threat, but looks no further."
        assert STRENGTHS[strength].summary.render() == said


def how_many(probability: float) -> str:
    """Return the word for a probability above 0."""
    words = {0.99: "all", 0.5: "most", 0.3: "many", 0.15: "some", 0.0: "few"}
    return next(word for bound, word in words.items() if probability > bound)


@pytest.mark.parametrize("level", PLAYERS)
def test_the_same_seed_chooses_alike_and_others_differently(level: str) -> None:
    solver = Solver(4)
    board = Board(Rules(5, 5, 4)).play(12)
    moves = set()
    for seed in range(samples(30, least=10)):
        choices = []
        for _ in range(2):
            # What one search proves the next one knows, and says.
            solver.forget()
            choices.append(ask(level, board, solver, seed, Budget(nodes=1000, seed=seed)))
        assert choices[0] == choices[1]
        moves.add(choices[0].cell)
    assert len(moves) > 1


def test_a_seed_does_not_make_the_moves_of_a_game_alike() -> None:
    """One seed serves a whole game; chance must not fall the same way at every move."""
    solver = Solver(4)
    slips = {
        ask("novice", position.board, solver, seed=1).reason.code == "slip"
        for position in random_positions((4, 4, 3), (6, 9), 40, seed=51)
    }
    assert slips == {True, False}


@pytest.mark.parametrize("level", ["master", "rules"])
def test_without_a_seed_these_levels_choose_the_same_every_time(level: str) -> None:
    for shape in ((3, 3, 3), (4, 4, 4), (5, 4, 4)):
        board = Board(Rules(*shape))
        choices = [ask(level, board, Solver(4)) for _ in range(5)]
        assert choices == choices[:1] * 5


@pytest.mark.parametrize("level", ["blind", "novice", "lines"])
def test_without_a_seed_these_levels_leave_it_to_chance(level: str) -> None:
    board, solver = Board(Rules(6, 6, 4)).play(0), Solver(4)
    moves = {ask(level, board, solver, budget=QUICK).cell for _ in range(60)}
    assert len(moves) > 1
