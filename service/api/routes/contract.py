"""The contract at `/openapi.yaml` and `/openapi.json`, rendered when it is first asked for."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, request

from service.api.contract.openapi import as_json, as_yaml, openapi_document
from service.api.http.negotiation import JSON, PLAIN, YAML, negotiate
from service.settings import Settings


def contract_routes(settings: Settings) -> Blueprint:
    """The two routes; the limits shown are those of `settings`."""
    routes = Blueprint("contract", __name__)

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

    return routes
