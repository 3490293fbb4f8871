"""`POST /move`: one request straight down through the floors and back up."""

from __future__ import annotations

import time

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.accept import require_json_accepted
from service.api.answer import build_answer
from service.api.body import read_json
from service.api.validation import budget_of, read_board, read_request
from service.players import LEVELS, Turn
from service.settings import Settings
from service.solver import Solver


def move_routes(settings: Settings, solver: Solver) -> Blueprint:
    """The route, answered by `solver` within the limits of `settings`."""
    routes = Blueprint("move", __name__)

    @routes.post("/move")
    def move() -> Response:
        started = time.monotonic()
        require_json_accepted(request)
        wanted = read_request(read_json(request, settings.max_body_bytes), settings)
        analysis = solver.analyse(read_board(wanted), budget_of(wanted, settings, started))
        turn = Turn.analysed(analysis, wanted.seed)
        choice = LEVELS[wanted.level].choose(turn) if analysis.options else None
        answer = build_answer(analysis, wanted.level, choice)
        return Response(to_json(answer), content_type="application/json")

    return routes
