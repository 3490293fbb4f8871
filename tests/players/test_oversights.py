"""What a move overlooks one move deep, under all rules: named where it is, and only there."""

from collections import Counter

import pytest

from service.game import Player, Switches, find_move, parse
from service.players import find_oversight
from tests.rules.cases import (
    SMALL,
    Case,
    Shape,
    every_combination,
    opponent,
    random_case,
    random_game,
    variant_of,
)
from tests.rules.cases import Switches as RuleSwitches
from tests.support.sampling import chance_of, enough, samples

SHAPES: list[Shape] = [*SMALL, (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 4, 3), (5, 4, 4)]
FALLING: list[Shape] = [(4, 5, 3), (5, 5, 4), (6, 5, 4), (7, 6, 4)]
"""Shapes in which stones fall, and are often left to be played on."""

Seen = tuple[str, set[int]] | None
"""A code and cells."""


def wins_at_once(case: Case) -> set[int]:
    """Return the moves that win at once for the side to move."""
    legal = case.reference.legal_moves(case.cells)
    return {cell for cell in legal if winner_after(case, cell) == case.to_move}


def winner_after(case: Case, cell: int) -> str | None:
    after = case.after(cell)
    return after.reference.winner(after.cells)


def expected(case: Case) -> dict[int, Seen]:
    """Return what each move overlooks, by trying all moves that were there, and all replies."""
    legal = case.reference.legal_moves(case.cells)
    if case.variant.misere:
        losing = {cell for cell in legal if winner_after(case, cell)}
        blamed = len(losing) < len(legal)
        return {cell: ("row", {cell}) if blamed and cell in losing else None for cell in legal}
    if wins := wins_at_once(case):
        return {cell: None if cell in wins else ("win", wins) for cell in legal}
    left = {cell: wins_at_once(case.after(cell)) for cell in legal}
    threatened = wins_at_once(Case(case.variant, case.cells, opponent(case.to_move), True))
    code, helps = "block" if threatened else "on_top", not all(left.values())
    return {cell: (code, left[cell]) if helps and left[cell] else None for cell in legal}


@every_combination
def test_all_that_is_one_move_deep_is_seen_and_nothing_else(switches: RuleSwitches) -> None:
    chance, seen = chance_of(f"oversights {switches}"), Counter[str]()
    gravity, _, _, misere = switches
    shapes = FALLING if gravity else SHAPES
    for _ in range(samples(100)):
        start = random_case(variant_of(chance.choice(shapes), switches), 100, chance)
        for case in random_game(start, chance):
            for cell, wanted in expected(case).items():
                found = find_oversight(case.board, cell)
                assert (found and found.code) == (wanted and wanted[0]), (str(case), cell)
                if found is None or wanted is None:
                    continue
                seen[found.code] += 1
                if found.code == "row":
                    after = case.after(cell)
                    assert {after.cells[each] for each in found.cells} == {case.to_move}
                    assert cell in found.cells
                else:
                    assert set(found.cells) == wanted[1], (str(case), cell)
    codes = {"row"} if misere else {"win", "block"} | ({"on_top"} if gravity else set())
    assert set(seen) == codes
    assert min(seen.values()) >= enough(10), seen


@pytest.mark.parametrize(
    ("rows", "switches", "move", "said"),
    [
        (["XX.", "OO.", "..."], {}, "a1", "a1 overlooks that X can win at c3."),
        (["XX.", "OO.", "..."], {}, "c2", "c2 overlooks that X can win at c3."),
        (["XX.", "OO.", "..."], {}, "c3", None),
        (["OO.", "X..", "..X"], {}, "b2", "b2 does not keep O from winning at c3."),
        (["OO.", "X..", "..X"], {}, "c3", None),
        (["OO.", "O..", "..X"], {}, "b2", None),
        (["OO.", "XX.", "O.X"], {}, "c2", None),
        (["....", "....", ".OO.", ".##."], {"gravity": True}, "a1", "a1 lets O win on top, at a2."),
        (["....", "....", ".OO.", ".##."], {"gravity": True}, "b3", None),
        (["XX.", "O..", "O.."], {"misere": True}, "c3",
         "c3 makes a row, which loses; b2 makes none."),
        (["XX.", "O#O", "#X#"], {"misere": True}, "c3", None),
        (["XX.X", "OO.."], {"exact": True}, "d1", "d1 does not keep O from winning at c1."),
        (["X.X.", "O.O."], {"wrap": "horizontal"}, "b1",
         "b1 overlooks that X can win at b2 or d2."),
    ],
)  # fmt: skip
def test_what_is_said(rows: list[str], switches: Switches, move: str, said: str | None) -> None:
    """No move is blamed where two rows of the opponent cannot be blocked, or where it wins."""
    of_any_position: Switches = {**switches, "any_position": True}
    player: Player = "X"
    board = parse(rows, 3, player, **of_any_position)
    found = find_oversight(board, find_move(board, move))
    assert (found and found.message.render()) == said
