"""`POST /moves`: many questions, one after the other, within one time limit."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.accept import JSON, negotiate
from service.api.answer import find_answer
from service.api.body import read_json
from service.api.errors import describe
from service.api.ledger import current_ledger
from service.api.problems import ProblemError
from service.api.schemas import MoveResponse, Problem
from service.api.validation import budget_of, read_batch, read_board, read_request
from service.settings import Settings
from service.solver import Solver


def moves_routes(settings: Settings, solver: Solver) -> Blueprint:
    """The route, answered by `solver` within the limits of `settings`."""
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
        results = []
        for index, question in enumerate(batch.requests):
            left = max(deadline - time.monotonic(), 0.0)
            result = answer_or_problem(question, index, left / (len(batch.requests) - index))
            # Kept as text: that of all answers together takes a fraction of the memory.
            results.append(to_json(result))
        return Response(b'{"results":[%s]}' % b",".join(results), content_type=JSON)

    def answer_or_problem(question: Any, index: int, share: float) -> MoveResponse | Problem:
        """The result of one question, which may take `share` seconds."""
        started = time.monotonic()
        try:
            wanted = read_request(question, settings)
            budget = budget_of(wanted, settings, started, share)
            return find_answer(solver, wanted, read_board(wanted), budget)
        except ProblemError as error:
            return describe(error.within(["requests", index]))
        except Exception as error:
            return describe(error)

    return routes
