"""Levels and their reasons under every combination of rules."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service.game import Board, Player, Rules, find_move, parse
from service.game import Switches as GameSwitches
from service.languages import say
from service.players import Reason, explain_move
from service.players.explanation import explain_best
from service.players.open_lines import OpenLines
from service.solver import Assessment, Bounds, Budget, Solver
from tests.players.asking import WHOLE, ask
from tests.players.claim import Claim
from tests.players.test_levels import PLAYERS
from tests.players.truths import check
from tests.rules.cases import (
    LARGER,
    SMALL,
    Case,
    Shape,
    Switches,
    every_combination,
    random_case,
    variant_of,
)
from tests.support.reference import Wrap, put
from tests.support.sampling import chance_of, enough, samples

SHAPES: list[Shape] = [*SMALL, *LARGER, (5, 5, 4), (7, 6, 4), (8, 7, 5), (5, 3, 3), (9, 9, 5)]
SOLVED: list[Shape] = [(3, 3, 3), (4, 3, 3), (2, 6, 3), (4, 4, 3), (5, 4, 4), (4, 4, 4), (7, 1, 3)]
"""Shapes of positions that are solved."""
PLAYED: list[Shape] = [(5, 4, 4), (4, 4, 3), (5, 5, 4), (7, 6, 4)]
"""Shapes of games that are played."""
FALLING: list[Shape] = [(4, 4, 3), (5, 4, 4), (4, 4, 4), (7, 6, 4), (5, 5, 4), (6, 6, 5)]
"""Shapes of positions in which stones fall."""
SEARCHING = ("master", "novice")
AT_ONCE = [player for player in PLAYERS if player not in SEARCHING]
SOLVER = Solver(4)
UNKNOWN = Assessment(Bounds(-1, 1), 0.0, None, None)
UNCHECKED = Reason("random", [0], say("{move}: picked at random", move="a1"))


def cases(switches: Switches, shapes: list[Shape], count: int, most: int) -> list[Case]:
    """Return seeded random positions of games that go on, with at most so many moves left."""
    chance, found = chance_of(f"players {switches} {most}"), list[Case]()
    while len(found) < samples(count):
        variant = variant_of(chance.choice(shapes), switches)
        left = chance.randint(1, min(variant.width * variant.height, most))
        case = random_case(variant, left, chance)
        if case.reference.legal_moves(case.cells):
            found.append(case)
    return found


def played(switches: Switches, games: int) -> Iterator[Case]:
    """Yield the positions of games as people play them: rows built and blocked, and some slips."""
    chance = chance_of(f"played {switches}")
    for seed in range(samples(games, least=1)):
        case = random_case(variant_of(chance.choice(PLAYED), switches), 100, chance)
        while legal := case.reference.legal_moves(case.cells):
            yield case
            usual = ask(chance.choice(("10", "lines")), case.board, SOLVER, seed).cell
            case = case.after(usual if chance.random() < 0.7 else chance.choice(legal))


@every_combination
def test_levels_that_answer_at_once_play_legal_moves_for_true_reasons(switches: Switches) -> None:
    some = cases(switches, SHAPES, 200, 81)
    chance = chance_of(f"at once {switches}")
    for seed, case in enumerate([*some, *played(switches, 20)]):
        for player in chance.sample(AT_ONCE, 4):
            choice = ask(player, case.board, SOLVER, seed)
            check(case, choice.cell, choice.reason)


@every_combination
@pytest.mark.parametrize("nodes", [None, 3])
def test_levels_that_search_say_nothing_false(switches: Switches, nodes: int | None) -> None:
    for seed, case in enumerate(cases(switches, SOLVED, 80, 9)):
        for player in SEARCHING:
            choice = ask(player, case.board, SOLVER, seed, Budget(nodes=nodes))
            check(case, choice.cell, choice.reason)


@every_combination
def test_of_any_move_something_is_seen_that_is_true(switches: Switches) -> None:
    """In a misère game a move that makes a row ends it, and nobody asks about it."""
    for case in [*cases(switches, SHAPES, 60, 81), *played(switches, 5)]:
        board = case.board
        for cell in board.legal_moves:
            if board.play(cell).winner:
                continue
            check(case, cell, explain_move(board, cell, UNKNOWN))


@pytest.mark.parametrize("wrap", ["none", "horizontal"])
def test_of_falling_stones_what_players_say_is_said(wrap: Wrap) -> None:
    """Each of these reasons occurs, and is true."""
    switches, seen = (True, wrap, False, False), Counter[str]()
    for case in [*cases(switches, FALLING, 400, 81), *played(switches, 80)]:
        for cell in case.board.legal_moves:
            if not case.board.play(cell).winner:
                seen[check(case, cell, explain_move(case.board, cell, UNKNOWN))] += 1
    assert min(seen[code] for code in ("follow_up", "later_threat", "not_below")) >= enough(6)


@pytest.mark.parametrize(
    ("rows", "to_move", "move", "text"),
    [([".......", ".....O.", ".....XO", ".....XX", ".O..OOX", ".X.OXOX"], "X", "e3",
      "Makes an odd threat at d3: O must not play at d2."),
     (["X.X...", "OOO..O", "XXX..X", "OXX.OO"], "O", "b4",
      "Makes an even threat at d2: X would win there, too, so neither can play at d1."),
     ([".O....", ".XX..O", ".XOX.O", "OOXOXX"], "X", "d3",
      "Makes two threats at a3 and e3: O must not play at a2 or e2."),
     ([".XXOO.", ".OXOO.", "OXOOXX", "XXOXXO"], "X", "a3",
      "Every other move lets O win on top: at f4."),
     (["X..XX", "X..OO", "O..OX", "O.OXX"], "O", "c2",
      "Leaves all columns even: by answering on top of each move O keeps X from any row.")],
)  # fmt: skip
def test_what_is_said_of_falling_stones(
    rows: list[str], to_move: Player, move: str, text: str
) -> None:
    board = parse(rows, 4, to_move, gravity=True)
    assert explain_move(board, find_move(board, move), UNKNOWN).text == text


@pytest.mark.parametrize("wrap", ["none", "vertical"])
def test_zugzwang_is_named_where_it_ends_the_line_of_play(wrap: Wrap) -> None:
    found = Counter[bool]()
    for case in cases((True, wrap, False, False), FALLING, 300, 12):
        analysis = SOLVER.analyse(case.board, WHOLE)
        line = analysis.principal_variation
        if len(analysis.options) == 1 or len(line) < 3 or not analysis.assessment.value:
            continue
        told = re.search(" has to play right below ([a-z][0-9])", explain_best(analysis).text)
        for cut in (line[:-1], line[:-2]):
            shorter = explain_best(replace(analysis, principal_variation=cut))
            assert "has to play" not in shorter.text, str(case)
        for cell in line[:-2]:
            case = case.after(cell)
        claim = Claim(case, line[-2], UNCHECKED)
        must = not claim.completing(case.cells, claim.rival) and all(
            each - claim.variant.width
            in claim.completing(put(case.cells, each, claim.mover), claim.rival)
            for each in claim.legal
        )
        assert (told and told[1]) == (claim.name(line[-1]) if must else None), str(case)
        found[must] += 1
    assert min(found[True], found[False]) >= enough(20), found


@every_combination
def test_what_is_seen_at_once_is_not_overlooked(switches: Switches) -> None:
    """A win is taken; else a loss in one or two plies is met, where that is possible."""
    seen = Counter[str]()
    some = cases(switches, SHAPES, 300, 81)
    for seed, case in enumerate([*some, *played(switches, 60)]):
        claim = Claim(case, case.board.legal_moves[0], UNCHECKED)
        wanted = set(claim.legal)
        if own := claim.completing(case.cells, claim.mover):
            seen["row" if claim.variant.misere else "win"] += 1
            wanted = wanted - own if claim.variant.misere else own
        elif claim.variant.misere:
            continue
        elif threats := claim.completing(case.cells, claim.rival):
            seen["block"] += 1
            wanted = threats
        elif losing := {
            each
            for each in claim.legal
            if claim.completing(put(case.cells, each, claim.mover), claim.rival)
        }:
            seen["top"] += 1
            wanted -= losing
        for level in ("rules", "lines", "10"):
            assert ask(level, case.board, SOLVER, seed).cell in (wanted or claim.legal), str(case)
    gravity, *_, misere = switches
    assert min(seen[each] for each in (["row"] if misere else ["win", "block"])) >= enough(10)
    assert seen["top"] >= enough(10) * (gravity and not misere)


@pytest.mark.parametrize("level", ["rules", "lines", "10"])
def test_a_stone_of_the_other_player_makes_no_run_longer(level: str) -> None:
    """Over the joined edge X has three in the fourth column, and wins in its top cell."""
    rows = [".......", ".......", "...O...", "...XOX.", "...XXO.", "O..XOOX"]
    board = parse(rows, 4, "O", gravity=True, wrap="vertical", exact=True)
    assert all(ask(level, board, SOLVER, seed).cell != 10 for seed in range(20))


def test_an_own_stone_makes_a_run_longer() -> None:
    """In the top cell X makes four over the joined edge if X is below as well, else three."""
    board = parse([".", ".", "O", "X", "X"], 3, "X", gravity=True, wrap="vertical", exact=True,
                  any_position=True)  # fmt: skip
    lines = OpenLines(board, "X")
    assert lines.threats == {}
    assert lines.uncovering == [1]


@pytest.mark.parametrize(
    ("rows", "switches", "text"),
    [(["....", "....", ".OO.", ".##."], {"gravity": True}, "A slip: lets O win at a2, unlike b3."),
     (["XX.", "O..", "O.."], {"misere": True}, "A slip: X loses with 3 in a row, unlike at b2."),
     (["XX.", "O..", "O.."], {"misere": True}, "Makes no row, as a stone at c3 would."),
     (["XXO", "OOX", "..#"], {"misere": True}, "X can make no row through here any more."),
     (["XX.", "O#O", "#X#"], {"misere": True}, "X has to make a row: every move does."),
     (["#.#", "#.#", "XOX"], {"gravity": True}, "It is the only legal move."),
     (["X.X", ".O.", "O.."], {"wrap": "both"}, "X wins with 3 in a row."),
     (["X.X.", "X...", "OO.."], {"wrap": "horizontal"}, "X wins with 3 in a row.")],
)  # fmt: skip
def test_what_the_weakest_says(rows: list[str], switches: GameSwitches, text: str) -> None:
    of_any_position: GameSwitches = {**switches, "any_position": True}
    board = parse(rows, 3, "X", **of_any_position)
    assert text in {ask("1", board, SOLVER, seed).reason.text for seed in range(60)}


def test_a_win_in_a_misere_game_is_a_row_of_the_opponent() -> None:
    """On 4x4 with three in a row the second player wins."""
    board = Board(Rules(4, 4, 3, misere=True)).play(0)
    text = ask("master", board, SOLVER).reason.text
    assert re.search("; O wins, as X has to make a row in 7 moves against the best defence", text)
