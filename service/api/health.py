"""Liveness and readiness, for whoever restarts the service or sends it traffic."""

from __future__ import annotations

from flask import Blueprint, Response
from pydantic_core import to_json

from service.api.lifecycle import Lifecycle
from service.api.problems import ProblemError
from service.api.schemas import Health
from service.solver import Solver


def health_routes(solver: Solver, lifecycle: Lifecycle) -> Blueprint:
    """The two routes; ready is who has a compiled solver and is not being stopped."""
    routes = Blueprint("health", __name__)

    @routes.get("/healthz")
    def healthz() -> Response:
        return _say({"status": "ok"})

    @routes.get("/readyz")
    def readyz() -> Response:
        lifecycle.require_serving()
        if not solver.ready:
            raise ProblemError("not_ready", "The solver is being compiled; ask again shortly.")
        return _say({"status": "ready"})

    return routes


def _say(health: Health) -> Response:
    return Response(to_json(health), mimetype="application/json")
