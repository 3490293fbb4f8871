"""From a question to its answer: a search where one is needed, and the choice of a level."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from service.game import Board
from service.languages import ENGLISH, Language
from service.players import Turn, level_at
from service.questions.last_move import judge_last_move, tells_last_move, without_share
from service.questions.notes import Notes
from service.questions.ports import Analyses
from service.questions.reading import budget_of, read_board, read_request
from service.questions.refusals import describe
from service.questions.schemas import MoveRequest, MoveResponse, MoveResult
from service.questions.schemas.building import build_answer
from service.settings import Settings
from service.solver import Analysis, Budget

Written = TypeVar("Written")


class _ValuesWantedError(Exception):
    """A level asks for values, which need a search."""


def answer_question(
    service: Analyses,
    settings: Settings,
    question: Any,
    write: Callable[[MoveResponse], Written],
    most_seconds: float | None = math.inf,
    check_cells: Callable[[int], None] = lambda cells: None,
    language: Language = ENGLISH,
) -> Written:
    """Return what `write` makes of the answer to the question in a JSON value.

    It takes the time that it asks for, but at most `most_seconds`; if that is None, its limit of
    nodes alone counts, and no clock is read. The board is not read before `check_cells`, which is
    told how many it has, has returned. The answer is in the given language unless the question
    names one. Raises `RefusedError`.
    """
    started = None if most_seconds is None else time.monotonic()
    with service.turn():
        wanted = read_request(question, settings, language)
        check_cells(sum(map(len, wanted.board)))
        budget = budget_of(wanted, settings, started, most_seconds)
        board = read_board(wanted)
    return find_answer(service, wanted, board, budget, write)


def refusal(question: Any, error: Exception, request_id: str) -> MoveResult:
    """Return a result with the problem of a question, and its id if it has one."""
    problem = describe(error, request_id)
    if isinstance(question, dict) and isinstance(question.get("id"), str):
        problem["id"] = question["id"]
    return {"problem": problem}


def find_answer(
    service: Analyses,
    wanted: MoveRequest,
    board: Board,
    budget: Budget,
    write: Callable[[MoveResponse], Written],
) -> Written:
    """Analyse `board`, have the wanted level choose a move, and return what `write` makes of it."""
    notes = service.notes
    notes.note_question(board, wanted.level, wanted.strength)
    if wanted.evaluate == "none":
        with suppress(_ValuesWantedError), service.turn(board, budget):
            turn = Turn(board, _refuse_values, wanted.seed)
            return write(_choose(turn, wanted, lambda: service.glance(board, budget), notes))
    tells = tells_last_move(wanted)
    with notes.timed("search"):
        analysis = service.analyse(board, without_share(budget) if tells else budget)
        judged = judge_last_move(service, wanted, analysis, budget) if tells else None
    with service.turn(board):
        answer = _choose(Turn.analysed(analysis, wanted.seed), wanted, lambda: analysis, notes)
        if judged is not None:
            answer["last_move"], answer["mistake"] = judged
        return write(answer)


def _refuse_values() -> Analysis:
    raise _ValuesWantedError


def _choose(
    turn: Turn, wanted: MoveRequest, analyse: Callable[[], Analysis], notes: Notes
) -> MoveResponse:
    """Return the answer with the move of the wanted level, which is chosen before `analyse`."""
    choice = None
    if turn.board.status == "in_progress":
        with notes.timed("choose"):
            choice = level_at(wanted.level, wanted.strength).choose(turn)
    analysis = analyse()
    notes.note_answer(analysis, by_chance=turn.by_chance)
    answer = build_answer(
        analysis, wanted.level, choice, wanted.strength, wanted.max_options, wanted.lang or ENGLISH
    )
    if wanted.id is not None:
        answer["id"] = wanted.id
    return answer
