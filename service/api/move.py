"""`POST /move`: one request straight down through the floors and back up."""

from __future__ import annotations

import time
from functools import partial

from flask import Blueprint, Response, request

from service.api.accept import EVENT_STREAM, JSON, negotiate
from service.api.answer import find_answer
from service.api.body import read_json
from service.api.caching import respond
from service.api.connection import Connection
from service.api.stream import EventStream
from service.api.telemetry.ledger import current_ledger
from service.api.thinker import Thinker
from service.api.validation import budget_of, read_board, read_request
from service.settings import Settings


def move_routes(settings: Settings, thinker: Thinker) -> Blueprint:
    """The route, answered by `thinker` within the limits of `settings`."""
    routes = Blueprint("move", __name__)

    @routes.post("/move")
    def move() -> Response:
        started = time.monotonic()
        media_type = negotiate(request, JSON, EVENT_STREAM)
        with current_ledger().timed("read"):
            wanted = read_request(read_json(request, settings.max_body_bytes), settings)
            board, budget = read_board(wanted), budget_of(wanted, settings, started)
        think = partial(find_answer, thinker, wanted, board, budget)
        if media_type == EVENT_STREAM:
            return EventStream(think, board.rules.width)
        return respond(wanted, board, partial(think, Connection(request.environ)))

    return routes
