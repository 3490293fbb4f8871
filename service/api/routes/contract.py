"""The contract at `/openapi.yaml` and `/openapi.json`, and at `/limits` the limits in it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.contract.openapi import as_json, as_yaml, openapi_document
from service.api.http.negotiation import JSON, PLAIN, YAML, negotiate
from service.api.schemas import Limits
from service.players import LEVELS
from service.settings import Settings

KEEP_LIMITS = "public, max-age=60"
"""They change with the settings, when the service is started anew."""


def contract_routes(settings: Settings) -> Blueprint:
    """The three routes; the limits shown are those of `settings`."""
    routes = Blueprint("contract", __name__)

    limits = to_json(_limits(settings))

    @cache
    def yaml_text() -> str:
        return as_yaml(openapi_document(settings))

    @cache
    def json_text() -> str:
        return as_json(openapi_document(settings))

    @routes.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        response = Response(yaml_text(), mimetype=negotiate(request, YAML, PLAIN))
        response.vary.add("Accept")
        return response

    @routes.get("/openapi.json")
    def openapi_json() -> Response:
        return Response(json_text(), mimetype=JSON)

    @routes.get("/limits")
    def limits_alone() -> Response:
        response = Response(limits, mimetype=JSON)
        response.set_etag(sha256(limits).hexdigest()[:32])
        response.headers["Cache-Control"] = KEEP_LIMITS
        response.make_conditional(request)
        return response

    return routes


def _limits(settings: Settings) -> Limits:
    return {
        "max_cells": settings.max_cells,
        "default_time_limit_ms": settings.default_time_limit_ms,
        "max_time_limit_ms": settings.max_time_limit_ms,
        "max_node_limit": settings.max_node_limit,
        "max_batch": settings.max_batch,
        "max_body_bytes": settings.max_body_bytes,
        "levels": list(LEVELS),
    }
