"""The contract at `/openapi.yaml` and `/openapi.json`, rendered once."""

from __future__ import annotations

from flask import Blueprint, Response

from service.api.openapi import as_json, as_yaml, openapi_document
from service.settings import Settings


def document_routes(settings: Settings) -> Blueprint:
    """The two routes; the limits shown are those of `settings`."""
    routes = Blueprint("documents", __name__)
    document = openapi_document(settings)
    yaml_text, json_text = as_yaml(document), as_json(document)

    @routes.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        return Response(yaml_text, mimetype="application/yaml")

    @routes.get("/openapi.json")
    def openapi_json() -> Response:
        return Response(json_text, mimetype="application/json")

    return routes
