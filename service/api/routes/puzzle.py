"""`GET /puzzle`: a puzzle by its id, or that of a day."""

import time
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service import puzzles
from service.api.http.etag import respond_under
from service.api.http.language import accepted_language, note_languages
from service.api.http.link import parse_link
from service.api.http.negotiation import JSON, negotiate
from service.languages import Language
from service.puzzles import DIFFICULTIES, GAMES, Puzzle
from service.questions.reading import WRONG_FIELDS, read_fields
from service.questions.refusals import RefusedError, field_error
from service.questions.schemas import PuzzleRequest, PuzzleResponse, SheetRequest

DAY_SECONDS = 86_400
KEEP_SECONDS = 7 * DAY_SECONDS
"""How long an answer may be kept that is the same on every day; a later version may word it better.
"""


def puzzle_routes() -> Blueprint:
    """Return the route; the puzzles are read when the first one is asked for."""
    routes = Blueprint("puzzle", __name__)

    @routes.get("/puzzle")
    def puzzle() -> Response:
        negotiate(request.environ, JSON)
        wanted = read_fields(PuzzleRequest, parse_link(request.query_string))
        now, language = time.time(), language_of(wanted)
        return respond(to_json(_answer(_find(wanted, now), language)), JSON, wanted, now)

    return routes


def _find(wanted: PuzzleRequest, now: float) -> Puzzle:
    """Return the puzzle that is wanted; a problem if there is none."""
    if wanted.id is None:
        return puzzles.of_the_day(wanted.game, wanted.difficulty, day_of(wanted, now))
    found = puzzles.find(wanted.id)
    if found is None:
        message = (
            f"No such puzzle; an id is a game ({', '.join(GAMES)}), a difficulty "
            f"({', '.join(DIFFICULTIES)}) and a number from 1, with hyphens between them."
        )
        raise RefusedError("invalid_request", WRONG_FIELDS, [field_error("/id", message)])
    errors = [
        field_error(f"/{name}", f"The {name} of this id is {getattr(found, name)}.")
        for name in ("game", "difficulty")
        if name in wanted.model_fields_set and getattr(wanted, name) != getattr(found, name)
    ]
    if wanted.date and puzzles.of_the_day(found.game, found.difficulty, wanted.date) != found:
        errors.append(field_error("/date", "That day has another puzzle; leave out date, or id."))
    if errors:
        raise RefusedError("invalid_request", WRONG_FIELDS, errors)
    return found


def day_of(wanted: SheetRequest, now: float) -> date:
    """Return the day whose puzzles are wanted at a time in seconds since 1970."""
    return wanted.date or datetime.fromtimestamp(now, UTC).date()


def language_of(wanted: SheetRequest) -> Language:
    """Return the language that is wanted, and note that the response is in it."""
    language = wanted.lang or accepted_language(request.environ)
    note_languages(request.environ, language)
    return language


def _answer(puzzle: Puzzle, language: Language) -> PuzzleResponse:
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "difficulty": puzzle.difficulty,
        "number": puzzle.number,
        "count": puzzles.count(puzzle.game, puzzle.difficulty),
        "goal": {
            "outcome": puzzle.outcome,
            "moves": puzzle.moves,
            "sentence": puzzles.goal(puzzle).render(language),
        },
        "theme": {"code": puzzle.theme, "sentence": puzzles.hint(puzzle).render(language)},
        "measured": {
            "strength": puzzle.strength,
            "plausible": puzzle.plausible,
            "found": puzzle.found,
        },
        "question": question_of(puzzle),
    }


def question_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the question of `POST /move` about the position."""
    board = puzzle.board
    return {
        "board": board.rows,
        "row_length": board.rules.row_length,
        **board.rules.switched_on,
        "to_move": board.to_move,
    }


def respond(content: bytes, media_type: str, wanted: SheetRequest, now: float) -> Response:
    """Return the response, which may be kept until the day ends if it depends on the day."""
    response = Response(content, content_type=media_type)
    of_today = wanted.model_fields_set.isdisjoint(("id", "date"))
    seconds = int(-now % DAY_SECONDS) if of_today else KEEP_SECONDS
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.vary.add("Accept")
    return respond_under(sha256(content).hexdigest()[:32], response)
