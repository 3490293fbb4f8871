"""What a move has kept or given up, as far as that is proven, and the words for it."""

from dataclasses import dataclass
from typing import Any

from service.game import Board, name_cell
from service.languages import Message, counted, say
from service.players.explanation import explain_best, explain_move
from service.players.rows import row_through
from service.players.values import Timed, outcome
from service.solver import Analysis, Assessment, Bounds

NOTICEABLE = 0.1
"""The difference of scores from which a move looks worse than another."""
GAVE_UP = {
    (1, 1): (say("{move} gave up the win."), say("{move} gave up the win; {better} kept it.")),
    (0, 1): (
        say("{move} gave up at least a draw."),
        say("{move} gave up at least a draw; {better} kept that."),
    ),
    (0, 0): (say("{move} gave up the draw."), say("{move} gave up the draw; {better} kept it.")),
}
"""What a move has given up, by what could be had; and the same where `better` has kept it."""
TAKES = Timed(
    counted(
        "With {move} {outcome}; {better} takes {count} move.",
        "With {move} {outcome}; {better} takes {count} moves.",
        1,
    ),
    counted(
        "With {move} {outcome}; {better} takes at most {count} move.",
        "With {move} {outcome}; {better} takes at most {count} moves.",
        1,
    ),
)
"""Another move wins sooner, or loses later."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a move has given up."""

    had: Bounds
    """What is proven of what could be had; it is 0 at least."""
    message: Message
    """The same in a sentence, with a move that kept it if one is proven to."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move and what is known of it."""

    kept: bool | None
    """Whether it is proven to have kept what could be had; None where neither is proven."""
    better: int | None
    """The cell of a move that is better: proven to be, or sooner at its end, or by its looks."""
    message: Message
    """What it has kept or given up or, if that is not proven, how it looks."""
    mistake: Mistake | None = None
    """What it is proven to have given up."""


def judge_move(board: Board, cell: int, known: Analysis | None, after: Assessment) -> JudgedMove:
    """Return what is known of a move.

    `known` is what is known of the position before it, `board`, if anything is, and `after` of the
    position after it.
    """
    played = _assess(cell, known, after)
    if known is not None and known.assessment.bounds.lower > played.bounds.upper:
        return _given_up(board, cell, known, played)
    if played.bounds.lower >= (1 if known is None else known.assessment.bounds.upper):
        return _kept(board, cell, known, played)
    return _estimate(board, cell, known, played)


def _assess(cell: int, known: Analysis | None, after: Assessment) -> Assessment:
    """Return all that is known of a move, for its player."""
    bounds, plies = Bounds(-after.bounds.upper, -after.bounds.lower), after.plies_to_end
    if bounds.value is not None or known is None:
        plies = None if plies is None else plies + 1
        return Assessment(bounds, -after.score, plies, after.shortest)
    # Only scores of one search can be compared.
    option = next(option.assessment for option in known.options if option.cell == cell)
    lower, upper = max(bounds.lower, option.bounds.lower), min(bounds.upper, option.bounds.upper)
    return option._replace(bounds=Bounds(lower, upper))


def _given_up(board: Board, cell: int, known: Analysis, played: Assessment) -> JudgedMove:
    """Return a move that has given up a part of what could be had."""
    move, best, had = name_cell(board, cell), known.options[0], known.assessment.bounds
    done, better = outcome(board.to_move, played), name_cell(board, best.cell)
    alone, beside = GAVE_UP[had]
    if best.assessment.bounds.lower < had.lower:
        mistake = Mistake(had, alone.of(move=move))
        text = say(
            "{mistake} With {move} {outcome}.", mistake=mistake.message, move=move, outcome=done
        )
        return JudgedMove(False, None, text, mistake)
    mistake = Mistake(had, beside.of(move=move, better=better))
    text = say(
        "{mistake} With {move} {outcome}, but {better_outcome}.",
        mistake=mistake.message, move=move, outcome=done,
        better_outcome=outcome(better, best.assessment),
    )  # fmt: skip
    return JudgedMove(False, best.cell, text, mistake)


def _kept(board: Board, cell: int, known: Analysis | None, played: Assessment) -> JudgedMove:
    """Return a move that has kept what could be had."""
    move, done = name_cell(board, cell), outcome(board.to_move, played)
    if played.value == 1 and row_through(board, board.own, cell):
        return JudgedMove(True, None, say("{move} completes a row and wins.", move=move))
    if known is not None and _ends_better((best := known.options[0]).assessment, played):
        better = name_cell(board, best.cell)
        text = TAKES.of(best.assessment, move=move, outcome=done, better=better)
        return JudgedMove(True, best.cell, text)
    if played.value == -1:
        text = say(
            "{move} is no mistake, since every move loses here: {outcome} with best play.",
            move=move, outcome=done,
        )  # fmt: skip
    elif played.bounds.lower == -1:
        text = say("{move} is no mistake, since every move loses here.", move=move)
    else:
        text = say(
            "No move is better than {move}: {outcome} with best play.", move=move, outcome=done
        )
    return JudgedMove(True, None, text)


def _ends_better(best: Assessment, played: Assessment) -> bool:
    """Return whether a move of the same value is known to win sooner, or to lose later."""
    if not played.value or best.value != played.value:
        return False
    mine, theirs = played.plies_to_end or 0, best.plies_to_end or 0
    # A loss that may come sooner is not known to come later.
    return theirs < mine if played.value == 1 else bool(best.shortest) and theirs > mine


def _estimate(board: Board, cell: int, known: Analysis | None, played: Assessment) -> JudgedMove:
    """Return a move that may have kept what could be had: its reason, and how it looks."""
    values: dict[str, Any] = {
        "reason": explain_move(board, cell, played).message,
        "outcome": outcome(board.to_move, played),
    }
    if known is None:
        return JudgedMove(None, None, say("{reason}; {outcome}.", **values))
    best = known.options[0]
    if best.cell == cell:
        return JudgedMove(None, None, explain_best(known).sentence)
    better, score = name_cell(board, best.cell), best.assessment.score
    if best.assessment.bounds.lower > played.bounds.lower and played.bounds == (-1, 1):
        # Who wins may be proven, if by another move.
        text = say(
            "{reason}; {better_outcome}, which is not proven of {move}.",
            better_outcome=outcome(better, best.assessment), move=name_cell(board, cell), **values,
        )  # fmt: skip
    elif best.assessment.bounds.lower > played.bounds.lower:
        text = say(
            "{reason}; {outcome}, but {better_outcome}.",
            better_outcome=outcome(better, best.assessment), **values,
        )  # fmt: skip
    elif score - played.score < NOTICEABLE:
        text = say("{reason}; {outcome}, and it looks as good as any.", **values)
        return JudgedMove(None, None, text)
    else:
        text = say("{reason}; {outcome}, but {better} looks better.", better=better, **values)
    return JudgedMove(None, best.cell, text)
