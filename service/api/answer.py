"""From an analysis and a level's choice to the answer of `POST /move`."""

from __future__ import annotations

from service import __version__
from service.api.schemas import (
    BoundsShape,
    CellPlace,
    MoveResponse,
    OptionShape,
    Outcome,
    ReasonShape,
)
from service.game import render
from service.players import Choice
from service.solver import Analysis, Bounds, Option

OUTCOMES: dict[int | None, Outcome] = {1: "win", 0: "draw", -1: "loss", None: "unknown"}


def build_answer(analysis: Analysis, level: str, choice: Choice | None) -> MoveResponse:
    """The answer; `choice` is None once the game is over."""
    board, known, search = analysis.board, analysis.assessment, analysis.search
    rules, line, value = board.rules, board.winning_line, known.value
    width = rules.width
    return {
        "status": board.status,
        "to_move": board.to_move,
        "rules": {
            "width": width,
            "height": rules.height,
            "row_length": rules.row_length,
        },
        "winner": board.winner,
        "winning_line": None if line is None else _cells(line, width),
        "best_move": None if choice is None else _cell(choice.cell, width),
        "value": value,
        "outcome": OUTCOMES[value],
        "bounds": _bounds(known.bounds),
        "score": known.score,
        "plies_to_end": known.plies_to_end,
        "shortest": known.shortest,
        "principal_variation": _cells(analysis.principal_variation, width),
        "reason": None if choice is None else _reason(choice, width),
        "proof": {"method": analysis.proof},
        "options": [_option(option, width) for option in analysis.options],
        "level": level,
        "search": {
            "complete": search.complete,
            "stopped_by": search.stopped_by,
            "depth": search.depth,
            "nodes": search.nodes,
            "table_hits": search.table_hits,
            "time_ms": round(search.seconds * 1000, 3),
        },
        "board_after": render(board if choice is None else board.play(choice.cell)),
        "version": __version__,
    }


def _option(option: Option, width: int) -> OptionShape:
    row, column = divmod(option.cell, width)
    known, same = option.assessment, option.equivalent_to
    value = known.value
    return {
        "row": row,
        "column": column,
        "value": value,
        "outcome": OUTCOMES[value],
        "bounds": _bounds(known.bounds),
        "score": known.score,
        "plies_to_end": known.plies_to_end,
        "shortest": known.shortest,
        "equivalent_to": None if same is None else _cell(same, width),
    }


def _reason(choice: Choice, width: int) -> ReasonShape:
    reason = choice.reason
    return {"code": reason.code, "cells": _cells(reason.cells, width), "text": reason.text}


def _bounds(bounds: Bounds) -> BoundsShape:
    return {"lower": bounds.lower, "upper": bounds.upper}


def _cells(cells: list[int], width: int) -> list[CellPlace]:
    return [_cell(cell, width) for cell in cells]


def _cell(cell: int, width: int) -> CellPlace:
    row, column = divmod(cell, width)
    return {"row": row, "column": column}
