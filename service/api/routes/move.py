"""`/move` and `/move/stream`: a position is analysed, and a level chooses its move."""

from collections.abc import Callable
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.admission.analysis_service import AnalysisService, Client
from service.api.admission.disconnect import DisconnectDetector
from service.api.http.etag import Tags, respond_unless_had, set_tag
from service.api.http.json_body import read_body
from service.api.http.language import accepted_language, note_languages
from service.api.http.link import parse_question
from service.api.http.negotiation import EVENT_STREAM, JSON, negotiate
from service.api.routes.response_cache import CachedResponse, ResponseCache
from service.api.routes.stream import EventStream, has_had_all
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.game import Board
from service.languages import Language
from service.questions.answering import find_answer
from service.questions.json_text import parse_json
from service.questions.reading import budget_of, read_board, read_request
from service.questions.schemas import MoveRequest, MoveResponse
from service.settings import Settings
from service.solver import Budget


def move_routes(settings: Settings, service: AnalysisService) -> Blueprint:
    """Return the routes, answered by `service` within the limits of `settings`."""
    routes = Blueprint("move", __name__)
    tags, cache = Tags(settings), ResponseCache()

    @routes.route("/move", methods=["GET", "POST"])
    def move() -> Response:
        return respond(request.environ, JSON, EVENT_STREAM)

    @routes.route("/move/stream", methods=["GET", "POST"])
    def stream() -> Response:
        return respond(request.environ, EVENT_STREAM)

    def respond(environ: WSGIEnvironment, *offered: str) -> Response:
        """Answer the question in the body or, unless it is posted, in the query."""
        media_type, stats = negotiate(environ, *offered), current_stats()
        with stats.timed("read"):
            is_posted = environ["REQUEST_METHOD"] == "POST"
            body = read_body(environ, settings.max_body_bytes) if is_posted else None
            language = accepted_language(environ)
            key = None if body is None or media_type != JSON else (body, language)
            cached = None if key is None else cache.get(key)
            if cached is None:
                wanted, board, budget = read(body, language)
        if cached is not None:
            note_languages(environ, cached.language)
            return respond_unless_had(environ, cached.tag, lambda: cached.write(environ, stats))
        if media_type == EVENT_STREAM and has_had_all(environ):
            return Response(status=204)
        language = wanted.lang or language
        note_languages(environ, language)

        def think(client: Client, write: Callable[[MoveResponse], bytes]) -> bytes:
            return find_answer(service.of(client), wanted, board, budget, write)

        if media_type == EVENT_STREAM:
            return EventStream(think, board.rules)
        tag, client = tags.tag_of(wanted, board), DisconnectDetector(environ)

        def write(answer: MoveResponse) -> bytes:
            """Return an answer in JSON; it has a tag if it will be the same again."""
            written = to_json(answer)
            if is_final(answer):
                set_tag(environ, tag)
                # Of other options than the best more may be known when it is asked again.
                if key is not None and wanted.evaluate == "all":
                    question = board, wanted.level, wanted.strength
                    outcome = answer["value"], answer["proof"]["method"]
                    cache.keep(key, CachedResponse(tag, language, question, outcome, written))
            return written

        return respond_unless_had(environ, tag, lambda: think(client, write))

    def read(body: bytes | None, language: Language) -> tuple[MoveRequest, Board, Budget]:
        """Return the question in a body or, if there is none, in the query."""
        with service.turn():
            if body is not None:
                return question_in(parse_json(body), language)
            link = parse_question(request.query_string)
            with link.named_as_sent():
                return question_in(link.question, language)

    def question_in(value: Any, language: Language) -> tuple[MoveRequest, Board, Budget]:
        wanted = read_request(value, settings, language)
        budget = budget_of(wanted, settings, current_stats().started)
        current_progress().limit = budget.seconds or 0.0
        return wanted, read_board(wanted), budget

    return routes


def is_final(answer: MoveResponse) -> bool:
    """Return whether an answer stays the same whenever the question is asked."""
    search = answer["search"]
    return search["complete"] and search["stopped_by"] is None and not current_stats().is_open
