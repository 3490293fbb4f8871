"""The page to play on at `/`, the contract to try at `/docs`, and the files of both.

All of it comes from here: the policies forbid a browser to load or to ask anything elsewhere.
"""

from __future__ import annotations

from importlib.resources import files

import flask_swagger_ui
from flask import Blueprint, Response, abort

from service.api.files import TYPES, File, extension, read_file

_SAME_ORIGIN = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "connect-src 'self'; script-src 'self'; "
)
PAGE_POLICY = (
    _SAME_ORIGIN + "style-src 'self'; img-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
DOCS_POLICY = _SAME_ORIGIN + "style-src 'self'; img-src 'self' data:"
"""Swagger UI brings its icons as data and makes style elements."""

DOCS_PAGE = "docs.html"
SWAGGER_FILES = ("swagger-ui.css", "swagger-ui-bundle.js")


def page_routes() -> Blueprint:
    """The routes; the files are read now."""
    routes = Blueprint("pages", __name__)
    own = {
        path.name: read_file(path, DOCS_POLICY if path.name == DOCS_PAGE else PAGE_POLICY)
        for path in (files("service") / "web").iterdir()
        if extension(path) in TYPES
    }
    swagger = {
        name: read_file(files(flask_swagger_ui) / "dist" / name, DOCS_POLICY)
        for name in SWAGGER_FILES
    }

    @routes.get("/")
    def page() -> Response:
        return own["index.html"].respond()

    @routes.get("/docs")
    def docs() -> Response:
        return own[DOCS_PAGE].respond()

    @routes.get("/web/<name>")
    def file_of_a_page(name: str) -> Response:
        return _find(own, name).respond()

    @routes.get("/docs/<name>")
    def file_of_swagger(name: str) -> Response:
        return _find(swagger, name).respond()

    return routes


def _find(folder: dict[str, File], name: str) -> File:
    return folder.get(name) or abort(404)
