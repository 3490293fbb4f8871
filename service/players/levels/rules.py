"""Wins, blocks and forks, but looks no further.

The level plays by the first of these rules that applies.

1. Win: complete a line. 2. Block: take a cell where the opponent would. 3. Fork: make two threats,
so that two different cells would each complete a line. 4. Block every fork: leave the opponent
none, with a threat if possible; else make a threat whose answer makes no fork. 5. Center: the cell
nearest to the middle, as far as half of the way to the corners. 6. The corner opposite to one that
the opponent has. 7. A corner. 8. A side: of the other cells the nearest to the middle.

On 3x3 these are the rules of Newell and Simon (1972), and never lose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from service.game import Board, other
from service.players import reasons
from service.players.choice import Choice, Reason
from service.players.prospects import Prospects
from service.players.regions import corners, in_middle, nearest_to_middle
from service.players.turn import Turn


@dataclass(frozen=True, slots=True)
class View:
    """What the rules look at."""

    board: Board
    own: Prospects
    rival: Prospects
    empty: list[int]
    """The empty cells, ascending."""


def choose(turn: Turn) -> Choice:
    """A cell of the first rule that applies; the last one does where no other."""
    board = turn.board
    own, rival = Prospects(board, board.to_move), Prospects(board, other(board.to_move))
    view = View(board, own, rival, board.legal_moves)
    cells, tell = next((found, tell) for find, tell in RULES if (found := find(view)))
    cell = turn.pick(nearest_to_middle(board.rules, cells))
    return Choice(cell, tell(view, cell))


def fork_blocks(view: View) -> list[int]:
    """The cells that leave the opponent no fork, best with a threat; else threats that do so."""
    threatened = view.rival.partners
    if not view.rival.forks:
        return []
    # A fork is gone with its cell, and if it makes just two threats, with the cell of one of them.
    shields = set.intersection(
        *(
            {fork} | (threatened[fork] if len(threatened[fork]) == 2 else set())
            for fork in view.rival.forks
        )
    )
    forcing = {
        cell
        for cell, (reply, *others) in view.own.partners.items()
        if not others and len(threatened.get(reply, set()) - {cell}) < 2
    }
    return sorted(shields & forcing or shields or forcing)


def center(view: View) -> list[int]:
    """The empty cells of the middle."""
    return [cell for cell in view.empty if in_middle(view.board.rules, cell)]


def opposite_corners(view: View) -> list[int]:
    """The empty corners that face a corner of the opponent."""
    facing = corners(view.board.rules)
    return [cell for cell in empty_corners(view) if view.board.opponent >> facing[cell] & 1]


def empty_corners(view: View) -> list[int]:
    """The empty corners."""
    return [cell for cell in corners(view.board.rules) if view.board.empty >> cell & 1]


Rule = tuple[Callable[[View], list[int]], Callable[[View, int], Reason]]

RULES: list[Rule] = [
    (lambda view: view.own.completing, lambda view, cell: reasons.wins(view.board, cell)),
    (lambda view: view.rival.completing, lambda view, cell: reasons.blocks(view.board, cell)),
    (lambda view: view.own.forks, lambda view, cell: reasons.forks(view.board, cell)),
    (fork_blocks, lambda view, _: reasons.blocks_forks(view.board, view.rival.forks)),
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
"""Which cells follow each rule, and how one of them is explained; in order."""
