"""The strengths 1 to 10: weak players, which overlook cells and pass over the best ones.

A strength does not search. It wins, else blocks, else makes two threats at once, else keeps the
opponent from that, else plays the cell with the highest worth. It overlooks some of the cells where
these rules apply, and may pass over the best of the remaining cells for the next best. The worth of
a cell is that of the open lines through it: each stone on a line multiplies its worth by four, and
lines of the opponent count four fifths.

Where stones fall, it overlooks a cell on top of which the opponent would win as often as a block.
Where the player who makes a row loses, it avoids cells where it makes one, of which it overlooks
some, then leaves those where the opponent would make one, which it overlooks as often as a block,
and then plays the cell with the lowest worth.
"""

from dataclasses import dataclass
from random import Random

import numpy as np

from service.game import other
from service.languages import say
from service.players import misere, reasons
from service.players.choice import Choice, Reason
from service.players.levels.lines import worths_of_all_lines
from service.players.levels.rules import fork_blocks, stops_forks
from service.players.rows import open_rows_through
from service.players.turn import Turn
from service.players.view import View, without


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a strength plays. Each cell is noticed or passed over independently."""

    win: float
    """The probability that it notices a cell where it completes a line."""
    block: float
    """The probability that it notices a cell where the opponent would complete a line."""
    fork: float
    """The probability that it notices a cell where it makes two threats. Those of the opponent are
    noticed together or not at all."""
    passing: float
    """The probability that it passes over a cell for the next best one."""
    row: float
    """The probability that it notices a cell where it makes a row, where rows lose. In such a game
    there are so many of these cells that a strength which overlooks none wins nearly always against
    one that does."""


SKILLS = {
    1: Skill(0.36, 0.130, 0.00, 0.950, 0.360),
    2: Skill(0.57, 0.315, 0.00, 0.935, 0.560),
    3: Skill(0.79, 0.500, 0.00, 0.912, 0.700),
    4: Skill(1.00, 0.630, 0.03, 0.886, 0.800),
    5: Skill(1.00, 0.768, 0.10, 0.840, 0.870),
    6: Skill(1.00, 0.900, 0.20, 0.782, 0.920),
    7: Skill(1.00, 0.920, 0.35, 0.685, 0.955),
    8: Skill(1.00, 0.940, 0.50, 0.518, 0.975),
    9: Skill(1.00, 0.960, 0.66, 0.265, 0.990),
    10: Skill(1.00, 1.000, 1.00, 0.000, 1.000),
}
"""The skill of each strength, tuned so that all steps are about equally high on every board."""


SUMMARIES = {
    1: say("Overlooks most wins, most blocks and all double threats."),
    2: say("Overlooks many wins, most blocks and all double threats."),
    3: say("Overlooks some wins, many blocks and all double threats."),
    4: say("Overlooks many blocks and most double threats."),
    5: say("Overlooks some blocks and most double threats."),
    6: say("Overlooks few blocks and most double threats."),
    7: say("Overlooks few blocks and most double threats."),
    8: say("Overlooks few blocks and many double threats."),
    9: say("Overlooks few blocks and many double threats."),
    10: say("Overlooks no win, block or double threat, but looks no further."),
}
"""A sentence for each strength on how much it overlooks: all is 99 % or more, most 50 %, many 30 %
and some 15 %."""


def choose(turn: Turn, strength: int) -> Choice:
    """Choose the move of this strength, and explain it by what the stones show."""
    board, view = turn.board, View(turn.board)
    cells = _considered(view, SKILLS[strength], turn)
    cell = cells[0]
    if len(cells) > 1:
        worth = worths_of_all_lines(view)[cells]
        cell = cells[_drawn(worth, SKILLS[strength].passing, turn.chance)]
    if board.rules.misere:
        return Choice(cell, misere.explain(view, cell))
    return Choice(cell, _explain(view, cell))


def _considered(view: View, skill: Skill, turn: Turn) -> list[int]:
    """Return the cells of the first rule that applies, but for those that are overlooked."""
    is_misere = view.board.rules.misere
    losing = _noticed(view.losing, skill.row if is_misere else skill.block, turn)
    if is_misere:
        spared = _noticed(view.opponent.completing, skill.block, turn)
        return without(without(view.legal, losing), spared)
    return (
        _noticed(view.wins, skill.win, turn)
        or without(_noticed(view.blocks, skill.block, turn), losing)
        or _noticed(view.forks, skill.fork, turn)
        or (_notices(skill.fork, turn) and fork_blocks(view))
        or without(view.legal, losing)
    )


def _noticed(cells: list[int], probability: float, turn: Turn) -> list[int]:
    """Return the cells that are not overlooked."""
    return [cell for cell in cells if _notices(probability, turn)]


def _notices(probability: float, turn: Turn) -> bool:
    """Draw with a probability; certainty is not drawn, so that `Turn.by_chance` stays false."""
    return probability == 1 or turn.chance.random() < probability


def _drawn(worth: np.ndarray, passing: float, chance: Random) -> int:
    """Return the index of the best worth or, after each pass by chance, that of the next one."""
    order = np.lexsort(np.array([[chance.random() for _ in worth], -worth]))
    passed = 0
    while chance.random() < passing:
        passed += 1
    # If all are passed over, it begins again with the best.
    return int(order[passed % worth.size])


def _explain(view: View, cell: int) -> Reason:
    """Return the reason for a move as the stones show it; a mistake comes first."""
    board, wins, blocks = view.board, view.wins, view.blocks
    if cell in wins:
        return reasons.wins(board, cell)
    if len(view.legal) == 1:
        return reasons.only_cell(board, cell)
    if wins:
        return reasons.OVERLOOKS.of(board, cell, wins[:1], better=wins[:1], winner=board.to_move)
    if cell in blocks:
        return reasons.blocks(board, cell)
    if len(blocks) == 1:
        return reasons.OVERLOOKS.of(board, cell, blocks, better=blocks, winner=other(board.to_move))
    if not blocks and cell in view.losing and (better := view.sound[0]) not in view.losing:
        return reasons.LETS_WIN_ON_TOP.of(
            board, cell, [better], top=[cell - board.rules.width], better=[better]
        )
    if not blocks and cell in view.forks:
        return reasons.forks(board, cell)
    if not blocks and cell in fork_blocks(view):
        return stops_forks(view, cell)
    through = open_rows_through(board, board.to_move, cell)
    if through:
        return reasons.MAKES_LINES.of_rows(board, cell, through)
    return reasons.PICKED_AT_RANDOM.of(board, cell)
