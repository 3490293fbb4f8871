"""`GET /solve`: the scores of the columns of Connect Four, as a public solver gives them."""

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.admission.analysis_service import AnalysisService
from service.api.admission.disconnect import DisconnectDetector
from service.api.http.etag import Tags, respond_unless_had, set_tag
from service.api.http.link import parse_link
from service.api.http.negotiation import JSON, negotiate
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.questions.reading import budget_of, read_columns, time_limit_ms
from service.questions.refusals import RefusedError, field_error
from service.questions.schemas import SolveResponse
from service.settings import Settings
from service.solver import Analysis

FULL = 100
"""The score of a column without room."""


def solve_routes(settings: Settings, service: AnalysisService) -> Blueprint:
    """Return the route, answered by `service` within the limits of `settings`."""
    routes, tags = Blueprint("solve", __name__), Tags(settings)

    @routes.get("/solve")
    def solve() -> Response:
        environ, stats = request.environ, current_stats()
        negotiate(environ, JSON)
        with stats.timed("read"), service.turn():
            question, board = read_columns(parse_link(request.query_string), settings)
            budget = budget_of(question, settings, stats.started)
            current_progress().limit = budget.seconds or 0.0
            tag = tags.tag_of(question, board)
        stats.note_question(board, None, None)

        def write() -> bytes:
            with stats.timed("search"):
                analysis = service.analyse(board, budget, DisconnectDetector(environ))
            stats.note_answer(analysis, by_chance=False)
            scores = _scores(analysis, time_limit_ms(question, settings))
            set_tag(environ, tag)
            return to_json(SolveResponse(pos=question.id or "", score=scores))

        return respond_unless_had(environ, tag, write)

    return routes


def _scores(analysis: Analysis, limit: int) -> list[int]:
    """Return the score of each column; a problem if one is not proven within `limit` ms."""
    board, scores = analysis.board, [FULL] * analysis.board.rules.width
    for option in analysis.options:
        known = option.assessment
        value, plies = known.value, known.plies_to_end
        if value is None or plies is None or (value and not known.shortest):
            message = (
                f"Not every score is proven within {limit} ms; allow more, or ask again later."
            )
            raise RefusedError("not_proven", message, [field_error("/time_limit_ms", message)])
        stones = (board.occupied.bit_count() + plies + 1) // 2
        scores[option.cell % board.rules.width] = value * (board.rules.cells // 2 + 1 - stones)
    return scores
