"""The contract at `/openapi.yaml` and `/openapi.json`, and the limits in it at `/limits`.

At `/openapi-3.0.yaml` the contract is written as older generators understand it.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256

from flask import Blueprint, Response, request
from pydantic_core import to_json

from service.api.contract.openapi import Document, as_json, as_yaml, openapi_document
from service.api.contract.openapi30 import as_openapi_30
from service.api.http.etag import respond_under
from service.api.http.negotiation import JSON, PLAIN, YAML, negotiate
from service.players import LEVELS, STRENGTHS
from service.questions.schemas import Limits
from service.settings import Settings

KEEP_LIMITS = "public, max-age=60"
"""The limits change with the settings, when the service is started anew."""


def contract_routes(settings: Settings) -> Blueprint:
    """Return the four routes; the limits shown are those of `settings`."""
    routes = Blueprint("contract", __name__)

    limits = to_json(limits_of(settings))
    limits_tag = sha256(limits).hexdigest()[:32]

    @cache
    def text(write: Callable[[Document], str]) -> str:
        return write(openapi_document(settings))

    @routes.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        return _as_yaml(text(as_yaml))

    @routes.get("/openapi-3.0.yaml")
    def openapi_30_yaml() -> Response:
        return _as_yaml(text(_as_older_yaml))

    @routes.get("/openapi.json")
    def openapi_json() -> Response:
        return Response(text(as_json), mimetype=JSON)

    @routes.get("/limits")
    def limits_alone() -> Response:
        response = Response(limits, mimetype=JSON)
        response.headers["Cache-Control"] = KEEP_LIMITS
        return respond_under(limits_tag, response)

    return routes


def _as_older_yaml(document: Document) -> str:
    return as_yaml(as_openapi_30(document))


def _as_yaml(text: str) -> Response:
    response = Response(text, mimetype=negotiate(request.environ, YAML, PLAIN))
    response.vary.add("Accept")
    return response


def limits_of(settings: Settings) -> Limits:
    """Return what `/limits` tells."""
    return {
        "max_cells": settings.max_cells,
        "default_time_limit_ms": settings.default_time_limit_ms,
        "max_time_limit_ms": settings.max_time_limit_ms,
        "max_node_limit": settings.max_node_limit,
        "max_batch": settings.max_batch,
        "max_body_bytes": settings.max_body_bytes,
        "levels": list(LEVELS),
        "max_strength": max(STRENGTHS),
    }
