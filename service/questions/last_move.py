"""What the last move of a game has kept or given up, as far as that is proven, or overlooked."""

from dataclasses import replace

from service.game import Board, bits, other
from service.languages import ENGLISH
from service.players import find_oversight, judge_move
from service.questions.ports import Analyses
from service.questions.reading import read_board
from service.questions.refusals import RefusedError
from service.questions.schemas import OUTCOMES, LastMove, Mistake, MoveRequest, Oversight
from service.questions.schemas.cells import Cell, written_cells
from service.solver import Analysis, Budget

SHARE = 1 / 10
"""The share of the time that is kept for the position before the move."""
LEAST_SECONDS = 0.02
"""The time for the position before the move at least, however soon the other one was settled."""


def tells_last_move(wanted: MoveRequest) -> bool:
    """Return whether a question has a last move, and time to judge it."""
    return bool(wanted.moves) and wanted.evaluate != "none"


def without_share(budget: Budget) -> Budget:
    """Return what may be spent on the position after the last move."""
    return replace(budget, seconds=None if budget.seconds is None else (1 - SHARE) * budget.seconds)


def judge_last_move(
    service: Analyses, wanted: MoveRequest, after: Analysis, budget: Budget
) -> tuple[LastMove, Mistake | None]:
    """Return what is known of the last of the moves, which led to `after`, and its mistake if any.

    It takes no more than is left of the budget and, unless that counts nodes, no longer than
    `after` took. Where a repeated question may find out more, that is noted.
    """
    with service.turn(after.board):
        before, cell = last_move(wanted, after.board)
    known = _analyse(service, before, _rest(budget, after))
    with service.turn(before):
        judged = judge_move(before, cell, known, after.assessment)
        service.notes.is_open |= judged.kept is None
        language = wanted.lang or ENGLISH
        cells = written_cells(before.rules.width, before.rules.height)
        better = None if judged.better is None else cells[judged.better]
        told: LastMove = {
            "move": cells[cell],
            "kept": judged.kept,
            "better_move": better,
            "sentence": judged.message.render(language),
            "overlooked": _overlooked(before, cell, cells, language),
        }
        if judged.mistake is None:
            return told, None
        had = judged.mistake.had
        mistake: Mistake = {
            "move": cells[cell],
            "gave_up": OUTCOMES[had.value],
            "bounds": {"lower": had.lower, "upper": had.upper},
            "better_move": better,
            "text": judged.mistake.message.render(),
        }
        return told, mistake


def _overlooked(board: Board, cell: int, cells: list[Cell], language: str) -> Oversight | None:
    seen = find_oversight(board, cell)
    if seen is None:
        return None
    return {
        "code": seen.code,
        "cells": [cells[each] for each in seen.cells],
        "sentence": seen.message.render(language),
    }


def last_move(wanted: MoveRequest, board: Board) -> tuple[Board, int]:
    """Return the position before the last of the moves, which led to `board`, and its cell."""
    moves = (wanted.moves or [])[:-1]
    earlier = wanted.model_copy(update={"moves": moves, "to_move": other(board.to_move)})
    before = read_board(earlier)
    (cell,) = bits(before.empty & ~board.empty)
    return before, cell


def _rest(budget: Budget, after: Analysis) -> Budget:
    if budget.nodes is not None:
        # How many nodes are searched must not depend on how long some of them took.
        nodes = budget.nodes - after.search.nodes
        return replace(budget, nodes=nodes, best_only=True, seed=None)
    seconds = min(budget.left or 0.0, max(after.search.seconds, LEAST_SECONDS))
    return Budget(seconds, best_only=True)


def _analyse(service: Analyses, board: Board, budget: Budget) -> Analysis | None:
    """Return an analysis of `board`, or None where there is no time or no room for it."""
    if budget.ends_within() or (budget.nodes is not None and budget.nodes < 1):
        return None
    try:
        return service.analyse(board, budget, silent=True)
    except RefusedError:
        return None
