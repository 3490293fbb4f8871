"""`/move` and `/move/stream`: a position is analysed, and a level chooses its move."""

from collections.abc import Callable
from functools import partial
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.admission.analysis_service import AnalysisService
from service.api.admission.disconnect import DisconnectDetector
from service.api.http.etag import Tags, respond_unless_had, set_tag
from service.api.http.json_body import parse_json, read_body
from service.api.http.link import parse_link
from service.api.http.negotiation import EVENT_STREAM, JSON, negotiate
from service.api.http.validation import budget_of, read_board, read_request
from service.api.routes.answer import find_answer
from service.api.routes.response_cache import CachedResponse, ResponseCache
from service.api.routes.stream import EventStream, has_had_all
from service.api.schemas import MoveRequest, MoveResponse
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.game import Board
from service.settings import Settings
from service.solver import Budget

Question = tuple[MoveRequest, Board, Budget]


def move_routes(settings: Settings, service: AnalysisService) -> Blueprint:
    """Return the routes, answered by `service` within the limits of `settings`."""
    routes = Blueprint("move", __name__)
    tags, cache = Tags(settings), ResponseCache()

    @routes.get("/move")
    def move_by_link() -> Response:
        return answer_link(negotiate(request.environ, JSON, EVENT_STREAM))

    @routes.get("/move/stream")
    def stream_by_link() -> Response:
        return answer_link(negotiate(request.environ, EVENT_STREAM))

    @routes.post("/move")
    def move() -> Response:
        return answer_body(negotiate(request.environ, JSON, EVENT_STREAM))

    @routes.post("/move/stream")
    def stream() -> Response:
        return answer_body(negotiate(request.environ, EVENT_STREAM))

    def answer_link(media_type: str) -> Response:
        with current_stats().timed("read"):
            question = read(request.query_string, parse_link)
        return respond(request.environ, media_type, question)

    def answer_body(media_type: str) -> Response:
        environ, stats = request.environ, current_stats()
        with stats.timed("read"):
            body = read_body(environ, settings.max_body_bytes)
            cached = cache.get(body) if media_type == JSON else None
            if cached is None:
                question = read(body, parse_json)
        if cached is not None:
            return respond_unless_had(environ, cached.tag, lambda: cached.write(stats))
        return respond(environ, media_type, question, body)

    def read(text: bytes, parse: Callable[[bytes], Any]) -> Question:
        """Return the question in the text of a body or of a query; `parse` makes JSON of it."""
        with service.turn():
            wanted = read_request(parse(text), settings)
            budget = budget_of(wanted, settings, current_stats().started)
            current_progress().limit = budget.seconds or 0.0
            return wanted, read_board(wanted), budget

    def respond(
        environ: WSGIEnvironment, media_type: str, question: Question, body: bytes | None = None
    ) -> Response:
        """Answer a question; the answer may be cached under the body in which it came."""
        wanted, board, _ = question
        answer = partial(find_answer, service, *question)
        if media_type == EVENT_STREAM:
            ended = has_had_all(environ)
            return Response(status=204) if ended else EventStream(answer, board.rules)
        tag = tags.tag_of(wanted, board)

        def write(found: MoveResponse) -> bytes:
            """Return an answer in JSON; it has a tag if it will be the same again."""
            written, stats = to_json(found), current_stats()
            search = found["search"]
            if search["complete"] and search["stopped_by"] is None and not stats.is_open:
                set_tag(tag)
                ended = len(found["principal_variation"]) == found["plies_to_end"]
                # Of other options than the best more may be known when it is asked again.
                if body is not None and ended and wanted.evaluate == "all":
                    cache.keep(body, CachedResponse(tag, board, found, len(written)))
            return written

        client = DisconnectDetector(environ)
        return respond_unless_had(environ, tag, lambda: answer(client, write))

    return routes
