"""The answer to a question, built from an analysis and the choice of a level."""

from itertools import product, starmap

from service import __version__
from service.game import Board, Rules, render
from service.languages import ENGLISH
from service.players import Choice, Reason, verdict
from service.questions.schemas import answer as schemas
from service.questions.schemas.answer import MoveResponse
from service.questions.schemas.cells import Cell, written_cells
from service.questions.schemas.enums import OUTCOMES, Outcome, Value
from service.solver import Analysis, Bounds, Cost, Option, Proof

Cells = list[Cell]

_VALUES: tuple[Value, ...] = (-1, 0, 1)
_WRITTEN_BOUNDS: dict[Bounds, tuple[Value | None, Outcome, schemas.Bounds]] = {
    bounds: (bounds.value, OUTCOMES[bounds.value], {"lower": bounds.lower, "upper": bounds.upper})
    for bounds in starmap(Bounds, product(_VALUES, repeat=2))
}
"""The value, the outcome and the bounds as they are written; answers share them and never change
them."""


def build_answer(
    analysis: Analysis,
    level: str,
    choice: Choice | None,
    strength: int | None = None,
    max_options: int | None = None,
    language: str = ENGLISH,
) -> MoveResponse:
    """Return the answer in a language, with all options or the first `max_options`.

    The `choice` is None once the game is over.
    """
    board, known = analysis.board, analysis.assessment
    after = board if choice is None else board.play(choice.cell)
    value, outcome, bounds = _WRITTEN_BOUNDS[known.bounds]
    cells = written_cells(board.rules.width, board.rules.height)
    return {
        "status": board.status,
        "to_move": board.to_move,
        "rules": _rules(board.rules),
        "winner": board.winner,
        "winning_line": _line(board, cells),
        "best_move": None if choice is None else cells[choice.cell],
        "value": value,
        "outcome": outcome,
        "bounds": bounds,
        "score": known.score,
        "plies_to_end": known.plies_to_end,
        "shortest": known.shortest,
        "verdict": verdict(board, known).render(language),
        "principal_variation": [cells[cell] for cell in analysis.principal_variation],
        "reason": None if choice is None else _reason(choice.reason, cells, language),
        "proof": _proof(analysis.proof, cells),
        "options": [_option(option, cells) for option in analysis.options[:max_options]],
        "level": level,
        "strength": strength,
        "search": _cost(analysis.search),
        "board_after": render(after),
        "status_after": after.status,
        "winner_after": after.winner,
        "winning_line_after": _line(after, cells),
        "version": __version__,
    }


def _rules(rules: Rules) -> schemas.Rules:
    return {
        "width": rules.width,
        "height": rules.height,
        "row_length": rules.row_length,
        "gravity": rules.gravity,
        "wrap": rules.wrap,
        "exact": rules.exact,
        "misere": rules.misere,
        "any_position": rules.any_position,
    }


def _cost(search: Cost) -> schemas.SearchReport:
    return {
        "complete": search.complete,
        "stopped_by": search.stopped_by,
        "depth": search.depth,
        "nodes": search.nodes,
        "table_hits": search.table_hits,
        "time_ms": round(search.seconds * 1000, 3),
    }


def _line(board: Board, cells: Cells) -> Cells | None:
    line = board.winning_line
    return None if line is None else [cells[cell] for cell in line]


def _option(option: Option, cells: Cells) -> schemas.MoveOption:
    cell, (proven, score, plies_to_end, shortest), same = option
    at = cells[cell]
    value, outcome, bounds = _WRITTEN_BOUNDS[proven]
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
            "method": None, "pairs": [], "first_move": None, "certificate": None,
        }  # fmt: skip
    first = None if proof.first_move is None else cells[proof.first_move]
    pairs: list[schemas.Pair] = [
        {"first": cells[one], "second": cells[mate], "against": list(against)}
        for one, mate, against in proof.pairs
    ]
    return {
        "method": proof.method,
        "pairs": pairs,
        "first_move": first,
        "certificate": proof.certificate,
    }


def _reason(reason: Reason, cells: Cells, language: str) -> schemas.Reason:
    return {
        "code": reason.code,
        "cells": [cells[cell] for cell in reason.cells],
        "sentence": reason.sentence.render(language),
        "text": reason.text,
    }
