"""The answer to a question: of an analysis and a level's choice."""

from __future__ import annotations

from functools import lru_cache

from service import __version__
from service.api.schemas import (
    BoundsShape,
    CellPlace,
    MoveRequest,
    MoveResponse,
    OptionShape,
    Outcome,
    PairShape,
    ProofShape,
    ReasonShape,
    TileShape,
)
from service.api.telemetry.ledger import current_ledger
from service.api.thinker import Client, Thinker
from service.game import Board, render
from service.players import LEVELS, Choice, Reason, Turn
from service.solver import Analysis, Bounds, Budget, Option, Proof

Places = list[CellPlace]

OUTCOMES: dict[int | None, Outcome] = {1: "win", 0: "draw", -1: "loss", None: "unknown"}


def find_answer(
    thinker: Thinker, wanted: MoveRequest, board: Board, budget: Budget, client: Client
) -> MoveResponse:
    """Think about `board` and have the wanted level choose a move."""
    ledger = current_ledger()
    ledger.note_question(board, wanted.level)
    with ledger.timed("search"):
        analysis = thinker.analyse(board, budget, client)
    turn = Turn.analysed(analysis, wanted.seed)
    with ledger.timed("choose"):
        choice = LEVELS[wanted.level].choose(turn) if analysis.options else None
    ledger.note_answer(analysis, turn.by_chance)
    return build_answer(analysis, wanted.level, choice)


def build_answer(analysis: Analysis, level: str, choice: Choice | None) -> MoveResponse:
    """The answer; `choice` is None once the game is over."""
    board, known, search = analysis.board, analysis.assessment, analysis.search
    rules, line, value = board.rules, board.winning_line, known.value
    places = _places(rules.width, rules.height)
    return {
        "status": board.status,
        "to_move": board.to_move,
        "rules": {
            "width": rules.width,
            "height": rules.height,
            "row_length": rules.row_length,
        },
        "winner": board.winner,
        "winning_line": None if line is None else [places[cell] for cell in line],
        "best_move": None if choice is None else places[choice.cell],
        "value": value,
        "outcome": OUTCOMES[value],
        "bounds": _bounds(known.bounds),
        "score": known.score,
        "plies_to_end": known.plies_to_end,
        "shortest": known.shortest,
        "principal_variation": [places[cell] for cell in analysis.principal_variation],
        "reason": None if choice is None else _reason(choice.reason, places),
        "proof": _proof(analysis.proof, places),
        "options": [_option(option, places) for option in analysis.options],
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


def _option(option: Option, places: Places) -> OptionShape:
    place, known, same = places[option.cell], option.assessment, option.equivalent_to
    value = known.value
    return {
        "row": place["row"],
        "column": place["column"],
        "value": value,
        "outcome": OUTCOMES[value],
        "bounds": _bounds(known.bounds),
        "score": known.score,
        "plies_to_end": known.plies_to_end,
        "shortest": known.shortest,
        "equivalent_to": None if same is None else places[same],
    }


def _proof(proof: Proof | None, places: Places) -> ProofShape:
    if proof is None:
        return {"method": None, "pairs": [], "tiles": [], "first_move": None}
    first = None if proof.first_move is None else places[proof.first_move]
    pairs: list[PairShape] = [
        {"first": places[one], "second": places[other]} for one, other in proof.pairs
    ]
    tiles: list[TileShape] = [
        {
            "against": list(tile.against),
            "cells": [places[cell] for cell in tile.cells],
            "sets": [[places[cell] for cell in each] for each in tile.sets],
        }
        for tile in proof.tiles
    ]
    return {"method": proof.method, "pairs": pairs, "tiles": tiles, "first_move": first}


def _reason(reason: Reason, places: Places) -> ReasonShape:
    cells = [places[cell] for cell in reason.cells]
    return {"code": reason.code, "cells": cells, "text": reason.text}


def _bounds(bounds: Bounds) -> BoundsShape:
    return {"lower": bounds.lower, "upper": bounds.upper}


@lru_cache(maxsize=8)
def _places(width: int, height: int) -> Places:
    """Each cell of a board as it is written; shared by answers, which only read it."""
    return [{"row": row, "column": column} for row in range(height) for column in range(width)]
