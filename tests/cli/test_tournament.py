"""`python -m service tournament`: games are fair and repeatable, and are counted and shown."""

import json
from math import comb, perm
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from service.game import Rules
from service.players import BY_STRENGTH, LEVELS
from service.research.tournament.chart import LENGTH, draw_chart
from service.research.tournament.games import Game, Plan
from service.research.tournament.standings import Standings
from service.solver import Solver
from tests.cli.commands import output_of, run_on_terminal

LARGER = [
    ("5", "5", "4"), ("9", "9", "5"), ("11", "11", "5", "--wrap", "both"),
    ("8", "7", "4", "--gravity", "--exact"),
]  # fmt: skip
PLAN = Plan(Rules(4, 3, 3), games=6, nodes=500, seed=7)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Provide a tournament."""
    return list(PLAN.play(Solver(4)))


def standings_of(*arguments: str) -> Any:
    """Return what the command prints as JSON."""
    return json.loads(output_of("tournament", *arguments, "--json"))


def scores(standings: Any) -> dict[str, float]:
    """Return the points for a game of each level, the best first."""
    return {each["level"]: each["score"] for each in standings["levels"]}


def test_every_level_meets_every_other_and_begins_half_of_the_games(games: list[Game]) -> None:
    assert len(games) == PLAN.total == PLAN.games * comb(len(LEVELS), 2)
    for one in LEVELS:
        for another in set(LEVELS) - {one}:
            begun = [game for game in games if (game.first, game.second) == (one, another)]
            assert len(begun) == PLAN.games // 2
            assert {game.winner for game in begun} <= {one, another, None}
            assert all(5 <= game.plies <= 12 for game in begun)


def test_the_same_plan_leads_to_the_same_games(games: list[Game]) -> None:
    assert list(PLAN.play(Solver(4))) == games
    other_seed = Plan(PLAN.rules, PLAN.games, PLAN.nodes, seed=8)
    assert list(other_seed.play(Solver(4))) != games


def test_levels_play_under_any_rules() -> None:
    board = ["..#.", "....", "#..."]
    switches = ["--gravity", "--wrap", "horizontal", "--misere"]
    told = standings_of("3", "--board", "/".join(board), *switches, "--games", "2")
    assert told["board"] == board
    assert told["rules"] == {
        "width": 4, "height": 3, "row_length": 3, "gravity": True, "wrap": "horizontal",
        "exact": False, "misere": True, "any_position": False,
    }  # fmt: skip
    assert scores(told)["master"] > scores(told)["blind"]


def test_the_games_are_counted(games: list[Game]) -> None:
    told = Standings(games).as_dict(PLAN)
    assert sum(each["score"] * each["games"] for each in told["levels"]) == len(games)
    for each in told["levels"]:
        own = [game for game in games if each["level"] in (game.first, game.second)]
        assert each["games"] == len(own)
        assert each["wins"] == sum(game.winner == each["level"] for game in own)
        assert each["draws"] == sum(game.winner is None for game in own)
        assert each["wins"] + each["draws"] + each["losses"] == len(own)
        assert each["mean_plies"] == pytest.approx(sum(game.plies for game in own) / len(own))
        for name in ("games", "wins", "draws", "losses"):
            against = [pair[name] for pair in told["pairs"] if pair["level"] == each["level"]]
            assert sum(against) == each[name]
    assert list(scores(told).values()) == sorted(scores(told).values(), reverse=True)
    assert len(told["pairs"]) == perm(len(LEVELS), 2)


@pytest.mark.thorough
def test_the_ladder_holds_on_5x5_with_four_in_a_row() -> None:
    assert list(scores(standings_of("5", "5", "4", "--games", "24"))) == list(BY_STRENGTH)


@pytest.mark.thorough
def test_on_3x3_neither_master_nor_rules_ever_loses() -> None:
    """Nothing decides which of the two comes first."""
    told = standings_of("--games", "100")
    one, other, *rest = list(scores(told))
    assert {one, other} == {*BY_STRENGTH[:2]} == {"master", "rules"}
    assert rest == list(BY_STRENGTH[2:])
    assert [each["losses"] for each in told["levels"][:2]] == [0, 0]


@pytest.mark.parametrize(
    "game",
    [(), *(pytest.param(game, marks=pytest.mark.thorough) for game in LARGER)],
    ids=str,
)
def test_each_strength_beats_the_one_below(game: tuple[str, ...]) -> None:
    told = standings_of(*game, "--strengths", "--games", "100")
    steps = told["steps"]
    assert [(each["strength"], each["against"]) for each in steps] == [
        (strength, strength - 1) for strength in range(2, 11)
    ]
    assert all(each["games"] == 100 for each in steps)
    # On 3x3 the upper ones mostly draw.
    least = 0.5 if game else 0.45
    assert all(least < each["score"] < 0.85 for each in steps), steps


def test_strengths_are_shown_from_the_highest_down(tmp_path: Path) -> None:
    path = tmp_path / "ladder.svg"
    output = output_of("tournament", "--strengths", "--games", "4", "--chart", str(path))
    shown = [f"{strength} against {strength - 1}" for strength in range(10, 1, -1)]
    places = [output.index(f"\u2502 {each} ") for each in shown]
    assert places == sorted(places)
    texts = [each.text for each in ElementTree.parse(path).iter(f"{SVG}text")]
    assert [each for each in texts if each in shown] == shown


def test_people_get_tables() -> None:
    output = output_of("tournament", "--games", "2", "--seed", "3")
    assert "3x3, 3 in a row" in output
    rows = [row.replace("│", " ").split() for row in output.splitlines()]
    for each in standings_of("--games", "2", "--seed", "3")["levels"]:
        counts = [str(each[name]) for name in ("games", "wins", "draws", "losses")]
        means = [f"{each['score']:.3f}", f"{each['mean_plies']:.1f}"]
        assert [each["level"], *counts, *means] in rows


def test_the_chart_shows_the_shares(games: list[Game], tmp_path: Path) -> None:
    standings = Standings(games)
    root = ElementTree.fromstring(draw_chart(standings.ladder, "A title"))
    texts = [each.text for each in root.iter(f"{SVG}text")]
    bars = {
        each.findtext(f"{SVG}title"): float(each.attrib["width"])
        for each in root.iter(f"{SVG}rect")
    }
    assert "A title" in texts
    for level, record in standings.ladder:
        assert {level, f"{record.score:.3f}"} <= {*texts}
        lengths = [bars[f"{level}: {getattr(record, kind)} {kind}"] for kind in ("wins", "draws")]
        assert lengths == pytest.approx(
            [LENGTH * record.wins / record.games, LENGTH * record.draws / record.games], abs=0.01
        )
    path = tmp_path / "chart.SVG"
    standings_of("--games", "2", "--chart", str(path))
    assert ElementTree.parse(path).getroot().tag == f"{SVG}svg"


@pytest.mark.thorough
def test_progress_is_shown_on_a_terminal() -> None:
    output, shown = run_on_terminal("tournament", "--games", "2", columns=100)
    assert b"games" in shown
    assert b"100%" in shown
    assert "All games" in output
