"""Wins, blocks and forks, but looks no further.

The level plays by the first of these rules that applies.

1. Win: complete a line. 2. Block: take a cell where the opponent would. 3. Fork: make two threats,
so that two different cells would each complete a line. 4. Block every fork: leave the opponent
none, with a threat if possible; else make a threat whose answer makes no fork. 5. Center: the cell
nearest to the middle, as far as half of the way to the corners. 6. The corner opposite to one that
the opponent has. 7. A corner. 8. A side: of the other cells the nearest to the middle.

On 3x3 these are the rules of Newell and Simon (1972), and never lose.
"""

from collections.abc import Callable
from dataclasses import dataclass

from service.game import Board, other
from service.players import reasons
from service.players.choice import Choice, Reason
from service.players.open_lines import OpenLines
from service.players.regions import corners, in_middle, nearest_to_middle
from service.players.turn import Turn

FRIENDLY_NAME = "Guard"


@dataclass(frozen=True, slots=True)
class View:
    """The position as the rules look at it."""

    board: Board
    own: OpenLines
    opponent: OpenLines
    empty: list[int]
    """The empty cells, ascending."""


def choose(turn: Turn) -> Choice:
    """Choose a cell of the first rule that applies; the last rule always does."""
    board = turn.board
    own, opponent = OpenLines(board, board.to_move), OpenLines(board, other(board.to_move))
    view = View(board, own, opponent, board.legal_moves)
    cells, explain = next((found, explain) for find, explain in RULES if (found := find(view)))
    cell = turn.pick(nearest_to_middle(board.rules, cells))
    return Choice(cell, explain(view, cell))


def fork_blocks(view: View) -> list[int]:
    """Return the cells that leave the opponent no fork, if possible those that also make a threat.

    If there is no such cell, they are those of the threats whose answer makes no fork.
    """
    threatened = view.opponent.threats
    if not view.opponent.forks:
        return []
    # A stone on the cell of a fork removes it; so does one on either of exactly two threats.
    shields = set.intersection(
        *(
            {fork} | (threatened[fork] if len(threatened[fork]) == 2 else set())
            for fork in view.opponent.forks
        )
    )
    forcing = {
        cell
        for cell, (reply, *others) in view.own.threats.items()
        if not others and len(threatened.get(reply, set()) - {cell}) < 2
    }
    return sorted(shields & forcing or shields or forcing)


def center(view: View) -> list[int]:
    return [cell for cell in view.empty if in_middle(view.board.rules, cell)]


def opposite_corners(view: View) -> list[int]:
    """Return the empty corners that face a corner of the opponent."""
    facing = corners(view.board.rules)
    return [cell for cell in empty_corners(view) if view.board.opponent >> facing[cell] & 1]


def empty_corners(view: View) -> list[int]:
    return [cell for cell in corners(view.board.rules) if view.board.empty >> cell & 1]


Rule = tuple[Callable[[View], list[int]], Callable[[View, int], Reason]]

RULES: list[Rule] = [
    (lambda view: view.own.completing, lambda view, cell: reasons.wins(view.board, cell)),
    (lambda view: view.opponent.completing, lambda view, cell: reasons.blocks(view.board, cell)),
    (lambda view: view.own.forks, lambda view, cell: reasons.forks(view.board, cell)),
    (fork_blocks, lambda view, _: reasons.blocks_forks(view.board, view.opponent.forks)),
    (center, lambda _, cell: reasons.takes_center(cell)),
    (
        opposite_corners,
        lambda view, cell: reasons.takes_opposite_corner(
            view.board, cell, corners(view.board.rules)[cell]
        ),
    ),
    (empty_corners, lambda _, cell: reasons.takes_corner(cell)),
    (lambda view: view.empty, lambda _, cell: reasons.takes_side(cell)),
]
"""The rules in order: a function that finds the cells of a rule, and one that gives the reason."""
