"""`POST /moves`: many questions, one after the other, within one time limit."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.accept import JSON, negotiate
from service.api.answer import find_answer
from service.api.body import read_json
from service.api.connection import Connection
from service.api.errors import describe
from service.api.packed import Packed
from service.api.problems import ProblemError
from service.api.schemas import MoveResponse, Problem
from service.api.telemetry.ledger import current_ledger
from service.api.thinker import Thinker
from service.api.validation import budget_of, read_batch, read_board, read_request
from service.settings import Settings


def moves_routes(settings: Settings, thinker: Thinker) -> Blueprint:
    """The route, answered by `thinker` within the limits of `settings`."""
    routes = Blueprint("moves", __name__)

    @routes.post("/moves")
    def moves() -> Response:
        started = time.monotonic()
        negotiate(request, JSON)
        ledger = current_ledger()
        with ledger.timed("read"):
            batch = read_batch(read_json(request, settings.max_body_bytes), settings)
        ledger.batch = len(batch.requests)
        deadline = started + (batch.time_limit_ms or settings.max_time_limit_ms) / 1000
        client, body = Connection(request.environ), Packed()
        body.write(b'{"results":[')
        for index, question in enumerate(batch.requests):
            left = max(deadline - time.monotonic(), 0.0)
            share = left / (len(batch.requests) - index)
            result = answer_or_problem(question, index, share, client)
            body.write(b"," * (index > 0) + to_json(result))
        body.write(b"]}")
        headers = {"Content-Length": str(body.size)}
        return Response(body.pieces(), headers=headers, content_type=JSON)

    def answer_or_problem(
        question: Any, index: int, share: float, client: Connection
    ) -> MoveResponse | Problem:
        """The result of one question, which may take `share` seconds."""
        started = time.monotonic()
        try:
            wanted = read_request(question, settings)
            budget = budget_of(wanted, settings, started, share)
            return find_answer(thinker, wanted, read_board(wanted), budget, client)
        except ProblemError as error:
            return describe(error.within(["requests", index]))
        except ConnectionResetError:
            raise  # The client has gone.
        except Exception as error:
            return describe(error)

    return routes
