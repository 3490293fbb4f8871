"""The level `rules`: it plays by the first of these rules that applies.

1. Win: complete a line. 2. Block: take a cell where the opponent would. 3. Fork: make two threats,
so that two different cells would each complete a line. 4. Block every fork: leave the opponent
none, with a threat if possible; else make a threat whose answer makes no fork. 5. Center: the cell
nearest to the middle, as far as half of the way to the corners. 6. The corner opposite to one that
the opponent has. 7. A corner. 8. A side: of the other cells the nearest to the middle.

On 3x3 these are the rules of Newell and Simon (1972), and never lose.

On boards with joined edges or walls, or where stones fall, rules 5 to 8 are replaced: the cell is
on the most and fullest lines that can still be made, its own or the opponent's. Where stones fall,
a move on top of which the opponent would win comes last. Where the player who makes a row loses,
moves that make one come last, then those with which the opponent would, and of the others the one
on the fewest and emptiest lines is played.
"""

from collections.abc import Callable

import numpy as np

from service.game import Rules
from service.languages import say
from service.players import misere, reasons
from service.players.choice import Choice, Reason
from service.players.levels.lines import worths_of_all_lines
from service.players.open_lines import OpenLines, leaves_no_fork
from service.players.regions import corners, has_regions, in_middle, nearest_to_middle
from service.players.turn import Turn
from service.players.view import View, without

FRIENDLY_NAME = say("Guard")
SUMMARY = say("Wins, blocks and forks, but looks no further.")


def choose(turn: Turn) -> Choice:
    """Choose a cell of the first rule that applies; the last rule always does."""
    view, rules = View(turn.board), turn.board.rules
    cells, explain = next(
        (cells, explain) for find, explain in rules_for(rules) if (cells := find(view))
    )
    cell = turn.pick(nearest_to_middle(rules, cells))
    return Choice(cell, explain(view, cell))


def fork_blocks(view: View) -> list[int]:
    """Return the cells that leave the opponent no fork, if possible those that also make a threat.

    If there is no such cell, they are those of the threats whose answer makes no fork.
    """
    threatened = view.opponent.threats
    if view.board.rules.misere or not view.opponent.forks:
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
    if view.board.rules.gravity:
        # A stone also opens the cell on top of it.
        shields = {
            cell for cell in view.legal if cell in shields and leaves_no_fork(view.board, cell)
        }
        forcing = {cell for cell in forcing if _is_answered_in_vain(view, cell)}
    return sorted(shields & forcing or shields or forcing)


def _is_answered_in_vain(view: View, cell: int) -> bool:
    """Return whether the answer to the one threat of a move neither wins nor makes two threats."""
    (reply,) = view.own.threats[cell]
    after = view.board.play(cell)
    if after.play(reply).winner or OpenLines(after, after.to_move).completing:
        return False
    return len(OpenLines(after.play(reply), after.to_move).completing) < 2


def stops_forks(view: View, cell: int) -> Reason:
    """Return what one of the `fork_blocks` does."""
    board, cells = view.board, view.opponent.forks
    if leaves_no_fork(board, cell):
        return reasons.BLOCKS_FORKS.of(board, cell, cells, cells=cells)
    replies = list(view.own.threats[cell])
    return reasons.LEAVES_NO_TIME_FOR_FORKS.of(board, cell, cells, reply=replies, cells=cells)


def center(view: View) -> list[int]:
    return [cell for cell in view.legal if in_middle(view.board.rules, cell)]


def opposite_corners(view: View) -> list[int]:
    """Return the empty corners that face a corner of the opponent."""
    facing = corners(view.board.rules)
    return [cell for cell in empty_corners(view) if view.board.opponent >> facing[cell] & 1]


def empty_corners(view: View) -> list[int]:
    return [cell for cell in corners(view.board.rules) if view.board.empty >> cell & 1]


def best_on_lines(view: View) -> list[int]:
    """Return the moves on the lines of both players that are worth most; in a misère game, least.

    They are sound, and none takes a cell where the opponent of a misère game would make a row.
    """
    cells = without(view.sound, view.opponent.completing)
    worth = worths_of_all_lines(view)[cells]
    return [cells[index] for index in np.flatnonzero(worth == worth.max())]


Rule = tuple[Callable[[View], list[int]], Callable[[View, int], Reason]]

DECIDING: list[Rule] = [
    (lambda view: view.wins, lambda view, cell: reasons.wins(view.board, cell)),
    (
        lambda view: without(view.blocks, view.losing),
        lambda view, cell: reasons.blocks(view.board, cell),
    ),
    (lambda view: view.forks, lambda view, cell: reasons.forks(view.board, cell)),
    (fork_blocks, stops_forks),
]
"""The rules in order: a function that finds the cells of a rule, and one that gives the reason."""

OF_REGIONS: list[Rule] = [
    (center, lambda view, cell: reasons.TAKES_CENTER.of(view.board, cell)),
    (
        opposite_corners,
        lambda view, cell: reasons.TAKES_OPPOSITE_CORNER.of(
            view.board, cell, sorted([cell, corners(view.board.rules)[cell]])
        ),
    ),
    (empty_corners, lambda view, cell: reasons.TAKES_CORNER.of(view.board, cell)),
    (lambda view: view.legal, lambda view, cell: reasons.TAKES_SIDE.of(view.board, cell)),
]
"""The rules that follow on boards with a middle and corners."""

OF_LINES: list[Rule] = [
    (best_on_lines, lambda view, cell: next(reasons.of_lines(view.board, cell)))
]
"""The rules that follow on other boards."""

OF_MISERE: list[Rule] = [(best_on_lines, misere.explain)]
"""The rules where the player who makes a row loses."""


def rules_for(rules: Rules) -> list[Rule]:
    """Return the rules of the level in a game, in order."""
    if rules.misere:
        return OF_MISERE
    return DECIDING + (OF_REGIONS if has_regions(rules) else OF_LINES)
