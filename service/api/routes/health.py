"""Liveness, readiness and metrics, for operators and for load balancers."""

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.admission.lifecycle import Lifecycle
from service.api.http.negotiation import JSON
from service.api.telemetry.metrics import exposition
from service.questions.refusals import CODES, RefusedError
from service.questions.schemas import Health
from service.solver import Solver


def health_routes(solver: Solver, lifecycle: Lifecycle) -> Blueprint:
    """Return the three routes.

    The service is ready when the solver is compiled, until it drains. While a request hangs in this
    process, the process is neither ready nor alive.
    """
    routes = Blueprint("health", __name__)

    def refuse_stuck() -> None:
        if lifecycle.stuck:
            raise RefusedError("stuck", CODES["stuck"][1])

    @routes.get("/healthz")
    def healthz() -> Response:
        refuse_stuck()
        return _say({"status": "ok"})

    @routes.get("/readyz")
    def readyz() -> Response:
        refuse_stuck()
        if lifecycle.draining:
            raise RefusedError("not_ready", "The service is stopping; ask another.")
        if not solver.ready:
            raise RefusedError("not_ready", "The solver is being compiled; ask again shortly.")
        return _say({"status": "ready"})

    @routes.get("/metrics")
    def metrics() -> Response:
        text, media_type = exposition(request.headers.get("Accept", ""))
        return Response(text, content_type=media_type)

    return routes


def _say(health: Health) -> Response:
    return Response(to_json(health), mimetype=JSON)
