"""What the moves beside the only good one lose to, and what keeps a player safe where rows lose."""

import pytest

from service.game import Board, Rules, find_move, parse
from service.game import Switches as GameSwitches
from service.players import explain_move
from tests.players.asking import ask
from tests.players.test_every_rule import SOLVER, UNKNOWN, cases
from tests.players.truths import check
from tests.rules.cases import Shape, Switches
from tests.support.sampling import enough

FEW: list[Shape] = [(3, 3, 3), (4, 4, 4), (5, 4, 4)]
FALLING: Switches = (True, "none", False, False)


@pytest.mark.parametrize(
    ("rows", "switches", "text"),
    [(["...", "...", "..X"], {},
      ": a3 loses to c3, which threatens to win at c2."),
     (["....", ".O..", ".X..", ".XO."], {"gravity": True},
      ": c2 loses to b4, as O then makes a row by answering on top of each move."),
     ([".X.O.", "OO.OX", "XX.XX", "OX.OO"], {"gravity": True},
      ": c1 loses to c2, which makes two threats at once."),
     ([".O.OXX.", ".O.XOXX", "XX.OXOO", "OO.OXOX", "OX.XXOO", "XX.OOXX"], {"gravity": True},
      ": c1 loses to c2, which makes 4 in a row."),
     (["....", "....", "..O.", "O.XX"], {"gravity": True}, ".")],
)  # fmt: skip
def test_a_reply_to_another_move_is_named(
    rows: list[str], switches: GameSwitches, text: str
) -> None:
    board = parse(rows, min(len(rows), 4), **switches)
    assert ask("master", board, SOLVER).reason.text.endswith(f"; every other move loses{text}")


def test_where_stones_fall_replies_are_often_named() -> None:
    """Each is true: it wins in a plain search, or in games that are played on."""
    named = 0
    for case in cases(FALLING, FEW, 1500, 12):
        choice = ask("master", case.board, SOLVER)
        if "every other move loses" in choice.reason.text:
            check(case, choice.cell, choice.reason)
            named += " loses to " in choice.reason.text
    assert named >= enough(20), named


@pytest.mark.parametrize(
    ("shape", "moves", "is_safe"),
    [((3, 3, 3), "b2", True), ((3, 3, 3), "b2 a1 c3", True), ((3, 3, 3), "b2 a1 b1", False),
     ((3, 3, 3), "a1", False), ((4, 4, 3), "a1 d4", True), ((4, 4, 3), "a1", False),
     # X could make a row from the middle to one side.
     ((5, 5, 3), "c3", False), ((5, 5, 4), "c3", True)],
)  # fmt: skip
def test_who_answers_on_the_cell_opposite_is_safe_where_rows_lose(
    shape: Shape, moves: str, is_safe: bool
) -> None:
    board = Board(Rules(*shape, misere=True))
    *before, move = [find_move(board, name) for name in moves.split()]
    for cell in before:
        board = board.play(cell)
    player, rival = ("X", "O") if board.to_move == "X" else ("O", "X")
    text = explain_move(board, move, UNKNOWN).text
    said = f"Lets {player} answer each move on the cell opposite, so that {rival} would make a row"
    assert text.startswith(said) == is_safe, text
