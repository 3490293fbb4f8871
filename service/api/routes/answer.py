"""The answer to a question: of an analysis and a level's choice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from service.api.admission.analysis_service import AnalysisService, Client
from service.api.routes.mistake import find_mistake
from service.api.schemas import MoveRequest, MoveResponse
from service.api.schemas.building import build_answer
from service.api.telemetry.request_stats import current_stats
from service.game import Board
from service.players import Choice, Turn, level_at
from service.solver import Analysis, Budget

Written = TypeVar("Written")


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
