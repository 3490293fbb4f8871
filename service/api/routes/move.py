"""`/move`: one request straight down through the floors and back up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.admission.analysis_service import AnalysisService
from service.api.admission.disconnect import DisconnectDetector
from service.api.http.etag import Tags
from service.api.http.json_body import parse_json, read_body
from service.api.http.link import parse_link
from service.api.http.negotiation import EVENT_STREAM, JSON, negotiate
from service.api.http.validation import budget_of, read_board, read_request
from service.api.routes.answer import answer_from, find_answer
from service.api.routes.known_answers import KnownAnswers
from service.api.routes.stream import EventStream
from service.api.schemas import MoveRequest, MoveResponse
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import RequestStats, current_stats
from service.game import Board
from service.settings import Settings
from service.solver import Budget

ROUTE = "/move"
MOST_BYTES_AT_ONCE = 1024
"""More are about large boards, and would be read twice."""

Question = tuple[MoveRequest, Board, Budget]


class MoveRoute:
    """Answers questions by `service` within the limits of `settings`; what may be is kept."""

    def __init__(self, settings: Settings, service: AnalysisService) -> None:
        self._settings, self._service = settings, service
        self._tags, self._known = Tags(settings), KnownAnswers()

    def blueprint(self) -> Blueprint:
        """The route, for whatever may be asked of it: in a body, or as a link."""
        routes = Blueprint("move", __name__)
        routes.add_url_rule(ROUTE, view_func=self._move, methods=["GET", "POST"])
        return routes

    def at_once(self, body: bytes, stats: RequestStats) -> bytes | None:
        """The answer in JSON, if it takes no search; whatever is wrong is raised."""
        answer = self._known.write(body, stats)
        if answer is not None:
            return answer
        if len(body) > MOST_BYTES_AT_ONCE:
            return None
        wanted, board, budget = self._read(body, parse_json, stats)
        if wanted.moves:
            return None  # The position before the last of them is to be looked at, too.
        with stats.timed("search"):
            analysis = self._service.at_once(board, budget)
        if analysis is None:
            return None
        stats.note_question(board, wanted.level, wanted.strength)
        return self._write(self._tags.tag_of(wanted, board), answer_from(analysis, wanted), body)

    def _move(self) -> Response:
        media_type = negotiate(request, JSON, EVENT_STREAM)
        stats = current_stats()
        if request.method == "POST":
            with stats.timed("read"):
                body = read_body(request, self._settings.max_body_bytes)
            wanted, board, budget = self._read(body, parse_json, stats)
        else:
            body = None
            wanted, board, budget = self._read(request.query_string, parse_link, stats)
        think = partial(find_answer, self._service, wanted, board, budget)
        if media_type == EVENT_STREAM:
            return EventStream(think, board.rules)
        tag = self._tags.tag_of(wanted, board)
        return _respond(
            tag,
            lambda: think(
                DisconnectDetector(request.environ), lambda answer: self._write(tag, answer, body)
            ),
        )

    def _read(self, asked: bytes, parse: Callable[[bytes], Any], stats: RequestStats) -> Question:
        """What a body or a link asks for."""
        with stats.timed("read"), self._service.turn():
            wanted = read_request(parse(asked), self._settings)
            budget = budget_of(wanted, self._settings, stats.started)
            current_progress().limit = budget.seconds or 0.0
            return wanted, read_board(wanted), budget

    def _write(self, tag: str, answer: MoveResponse, body: bytes | None) -> bytes:
        """The answer in JSON, which may be kept where it leaves nothing to chance."""
        stats, text = current_stats(), to_json(answer)
        if answer["search"]["complete"] and not stats.is_open:
            stats.tag = tag
            whole = len(answer["principal_variation"]) == answer["plies_to_end"]
            if body is not None and whole:
                self._known.keep(body, text, stats)
        return text


def _respond(tag: str, write: Callable[[], bytes]) -> Response:
    """What `write` returns, or 304, without a thought, to a client that has the answer.

    RFC 9110, section 13.1.2, has a match answered with 412 unless the method is GET or HEAD, for
    another may change what the client knows. A POST changes nothing here: it is a GET whose
    question needs a body, so it is answered as one. But `*` is no name of its answer.
    """
    # To look for what most do not send would take a while.
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return Response(write(), content_type=JSON)
    had = request.if_none_match
    # Compared weakly.
    if had.is_strong(tag) or had.is_weak(tag):
        current_stats().tag = tag
        return Response(status=304)
    answer = write()
    if had.star_tag and request.method != "POST":
        return Response(status=304)
    return Response(answer, content_type=JSON)
