"""The answer to a question: of an analysis and a level's choice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import product, starmap
from typing import TypeVar

from service import __version__
from service.api import schemas
from service.api.admission.analysis_service import AnalysisService, Client
from service.api.routes.mistake import find_mistake
from service.api.schemas import OUTCOMES, Cell, MoveRequest, MoveResponse
from service.api.schemas.cells import written_cells
from service.api.schemas.enums import Outcome, Value
from service.api.telemetry.request_stats import current_stats
from service.game import Board, render
from service.players import Choice, Reason, Turn, level_at
from service.solver import Analysis, Bounds, Budget, Option, Proof

Cells = list[Cell]
Written = TypeVar("Written")

_VALUES: tuple[Value, ...] = (-1, 0, 1)
_SAID: dict[Bounds, tuple[Value | None, Outcome, schemas.Bounds]] = {
    bounds: (bounds.value, OUTCOMES[bounds.value], {"lower": bounds.lower, "upper": bounds.upper})
    for bounds in starmap(Bounds, product(_VALUES, repeat=2))
}
"""What is said of bounds; shared by answers, which only read it."""


class _ValuesWantedError(Exception):
    """A level looks at values, which takes a search."""


def find_answer(
    service: AnalysisService,
    wanted: MoveRequest,
    board: Board,
    budget: Budget,
    client: Client,
    write: Callable[[MoveResponse], Written],
) -> Written:
    """Think about `board`, have the wanted level choose a move, and `write` the answer."""
    stats = current_stats()
    stats.note_question(board, wanted.level, wanted.strength)
    if wanted.evaluate == "none":
        turn = Turn(board, _refuse_values, wanted.seed)
        with suppress(_ValuesWantedError), service.turn(board, budget):
            choice = _choose(turn, wanted)
            return write(_answer(service.glance(board, budget), wanted, turn, choice))
    tells_mistake = bool(wanted.moves) and wanted.evaluate != "none"
    with stats.timed("search"):
        analysis = service.analyse(board, budget, client)
        mistake = find_mistake(service, wanted, analysis, budget, client) if tells_mistake else None
    with service.turn(board):
        answer = answer_from(analysis, wanted)
        if tells_mistake:
            answer["mistake"] = mistake
        return write(answer)


def _refuse_values() -> Analysis:
    raise _ValuesWantedError


def answer_from(analysis: Analysis, wanted: MoveRequest) -> MoveResponse:
    """Have the wanted level choose a move of an analysed position."""
    turn = Turn.analysed(analysis, wanted.seed)
    return _answer(analysis, wanted, turn, _choose(turn, wanted))


def _choose(turn: Turn, wanted: MoveRequest) -> Choice | None:
    """The move of the wanted level; None once the game is over."""
    if turn.board.status != "in_progress":
        return None
    with current_stats().timed("choose"):
        return level_at(wanted.level, wanted.strength).choose(turn)


def _answer(
    analysis: Analysis, wanted: MoveRequest, turn: Turn, choice: Choice | None
) -> MoveResponse:
    current_stats().note_answer(analysis, turn.by_chance)
    answer = build_answer(analysis, wanted.level, choice, wanted.strength, wanted.max_options)
    if wanted.id is not None:
        answer["id"] = wanted.id
    return answer


def build_answer(
    analysis: Analysis,
    level: str,
    choice: Choice | None,
    strength: int | None = None,
    max_options: int | None = None,
) -> MoveResponse:
    """The answer, with all options or the first of them; `choice` is None once the game is over."""
    board, known, search = analysis.board, analysis.assessment, analysis.search
    after = board if choice is None else board.play(choice.cell)
    rules = board.rules
    value, outcome, bounds = _SAID[known.bounds]
    cells = written_cells(rules.width, rules.height)
    return {
        "status": board.status,
        "to_move": board.to_move,
        "rules": {
            "width": rules.width,
            "height": rules.height,
            "row_length": rules.row_length,
        },
        "winner": board.winner,
        "winning_line": _line(board, cells),
        "best_move": None if choice is None else cells[choice.cell],
        "value": value,
        "outcome": outcome,
        "bounds": bounds,
        "score": known.score,
        "plies_to_end": known.plies_to_end,
        "shortest": known.shortest,
        "principal_variation": [cells[cell] for cell in analysis.principal_variation],
        "reason": None if choice is None else _reason(choice.reason, cells),
        "proof": _proof(analysis.proof, cells),
        "options": [_option(option, cells) for option in analysis.options[:max_options]],
        "level": level,
        "strength": strength,
        "search": {
            "complete": search.complete,
            "stopped_by": search.stopped_by,
            "depth": search.depth,
            "nodes": search.nodes,
            "table_hits": search.table_hits,
            "time_ms": round(search.seconds * 1000, 3),
        },
        "board_after": render(after),
        "status_after": after.status,
        "winner_after": after.winner,
        "winning_line_after": _line(after, cells),
        "version": __version__,
    }


def _line(board: Board, cells: Cells) -> Cells | None:
    line = board.winning_line
    return None if line is None else [cells[cell] for cell in line]


def _option(option: Option, cells: Cells) -> schemas.Option:
    cell, (proven, score, plies_to_end, shortest), same = option
    at = cells[cell]
    value, outcome, bounds = _SAID[proven]
    return {
        "row": at["row"],
        "column": at["column"],
        "name": at["name"],
        "value": value,
        "outcome": outcome,
        "bounds": bounds,
        "score": score,
        "plies_to_end": plies_to_end,
        "shortest": shortest,
        "equivalent_to": None if same is None else cells[same],
    }


def _proof(proof: Proof | None, cells: Cells) -> schemas.Proof:
    if proof is None:
        return {
            "method": None, "pairs": [], "tiles": [], "first_move": None, "certificate": None,
        }  # fmt: skip
    first = None if proof.first_move is None else cells[proof.first_move]
    pairs: list[schemas.Pair] = [
        {"first": cells[one], "second": cells[other]} for one, other in proof.pairs
    ]
    tiles: list[schemas.Tile] = [
        {
            "against": list(tile.against),
            "cells": [cells[cell] for cell in tile.cells],
            "sets": [[cells[cell] for cell in each] for each in tile.sets],
        }
        for tile in proof.tiles
    ]
    return {
        "method": proof.method,
        "pairs": pairs,
        "tiles": tiles,
        "first_move": first,
        "certificate": proof.certificate,
    }


def _reason(reason: Reason, cells: Cells) -> schemas.Reason:
    shown = [cells[cell] for cell in reason.cells]
    return {"code": reason.code, "cells": shown, "text": reason.text}
